"""The games: a fifth one is a new module and one line here."""

from __future__ import annotations

from engine.game import Game
from engine.games.becker import BECKER
from engine.games.blackout import BLACKOUT
from engine.games.fivealive import FIVEALIVE
from engine.games.jookie import JOOKIE

GAMES: dict[str, Game] = {game.name: game for game in (BECKER, BLACKOUT, JOOKIE, FIVEALIVE)}
