"""Recorded games: keeping them while they are played, and telling them afterwards.

`recorder` keeps pictures and video; `story` reads a record back; `page`, `sheet` and `player` tell
it as a report, as text or a table, and as if it were live. Nothing here knows a game's name.
"""
