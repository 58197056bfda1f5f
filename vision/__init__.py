"""From camera frames to what happened on the table."""
