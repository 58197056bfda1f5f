"""The rules: events in, rulings out; pure and replayable."""
