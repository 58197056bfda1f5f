"""The games: a fifth one is a new module and one line here."""

from __future__ import annotations

from engine.game import Game
from engine.games.blackout import BLACKOUT

GAMES: dict[str, Game] = {game.name: game for game in (BLACKOUT,)}
