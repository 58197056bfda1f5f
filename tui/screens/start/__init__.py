"""The start screen: what has to be known before a game, most of it remembered from the last."""
