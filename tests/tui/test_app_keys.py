"""Every key of the app, on the smallest and on a large terminal: which event people enter."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.app_table import LARGE, NAMES, SMALL, picture, roll, running, unclear
from tui.actions import COMMON
from tui.games.blackout import BLACKOUT
from tui.widgets import ask_panel

CHUG: dict[str, Any] = {"set": {"beerocalypse": True}}
DEAD_HEAT: dict[str, Any] = {"finish_order": [["Ann", "Ben"], ["Cat"]]}
FIRST: dict[str, Any] = {"set": {"turn": "Ann"}}

# The action under test; what happened before; the keys; the event that follows.
CASES: tuple[tuple[str, list[dict[str, Any]], str, dict[str, Any]], ...] = (
    ("toast", [roll(3, 4, "Ann")], "1", {"toast": "Ann"}),
    ("toast", [roll(3, 4, "Ann")], "t1", {"toast": "Ann"}),
    ("duel", [roll(2, 2, "Ann")], "235", {"duel": {"Ann": 3, "Cat": 5}}),
    ("duel", [roll(2, 2, "Ann")], "d116", {"duel": {"Ann": 1, "Ben": 6}}),
    ("duel", [roll(2, 2, "Ann")], "3", {"turn_done": "Ann"}),
    ("measurement", [roll(4, 4, "Ann")], "2", {"fuller": "Ben"}),
    ("measurement", [roll(4, 4, "Ann")], "m31", {"fuller": "Ann"}),
    ("measurement", [roll(4, 4, "Ann")], "4", {"turn_done": "Ann"}),
    ("finish_order", [CHUG], "231", {"finish_order": [["Ben", "Ann"], ["Cat"]]}),
    ("finish_order", [CHUG], "e111", {"finish_order": [["Ann"], ["Ben"], ["Cat"]]}),
    ("chug_winner", [CHUG, DEAD_HEAT], "2", {"chug_winner": "Ben"}),
    ("chug_winner", [CHUG, DEAD_HEAT], "w1", {"chug_winner": "Ann"}),
    ("roll", [], "r234", roll(3, 4, "Ben")),
    ("roll", [FIRST], "r66", roll(6, 6, "Ann")),
    ("roll", [FIRST], "r7312", roll(1, 2, "Cat")),
    ("opened", [], "o2", {"opened": "Ben"}),
    ("finished", [{"opened": "Cat"}], "f3", {"finished": "Cat"}),
    ("bad_roll", [FIRST], "b2", {"bad_roll": "cocked", "by": "Ann"}),
    ("begins", [], "g3", {"set": {"turn": "Cat"}, "reason": "Cat begins"}),
    ("begins", [], "g4165", {"order": {"Ann": [6, 5]}}),
    ("direction", [], "x", {"set": {"direction": "right"}, "reason": "play goes to the right"}),
    ("undo", [roll(1, 3, "Ann")], "u", {"undo": 1}),
    ("turn", [], "s2", {"set": {"turn": "Ben"}, "reason": "it is Ben's turn"}),
    ("drank", [roll(4, 6, "Ann")], "v1", {"taken": {"Ann": 6, "Ben": 4}}),
    ("drank", [roll(4, 6, "Ann")], "v3", {"taken": {"Ben": 4}}),
    ("drank", [roll(4, 6, "Ann")], "v412", {"taken": {"Ann": 2}}),
    ("drank", [roll(4, 6, "Ann")], "v52", {"waived": {"Ben": 4}}),
    ("people", [], "p11", {"soft": "Ann", "on": True}),
    ("people", [{"soft": "Ann"}], "p11", {"soft": "Ann", "on": False}),
    ("people", [], "p22", {"unwell": "Ben", "on": True}),
    ("people", [], "p33", {"leave": "Cat"}),
    ("people", [{"opened": "Cat"}], "p34", {"leave": "Cat", "anyway": True}),
)
NO_EVENT = {
    "next_ask", "back", "dispute", "correct", "pause", "log", "theme", "help", "tour", "leave"
}  # fmt: skip
"""Some of them open a screen of its own, which enters the event: see `test_dispute_settling`."""


@pytest.fixture(autouse=True)
def no_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys count at once; a test of its own shows that they otherwise do not."""
    monkeypatch.setattr(ask_panel, "SETTLE", 0.0)


def test_every_action_that_enters_an_event_is_tried_here() -> None:
    named = {action.name for action in (*BLACKOUT.actions, *COMMON)}
    assert named - NO_EVENT == {case[0] for case in CASES}


def moved(event: dict[str, Any], steps: int) -> dict[str, Any]:
    """The event with the steps that it names counted from `steps` on."""
    return {k: v + steps if k in ("amend", "void") else v for k, v in event.items()}


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])
async def test_keys_enter_the_events(size: tuple[int, int]) -> None:
    """All in one game: what a case did is taken back before the next one."""
    async with running(size) as app:
        for name, before, keys, event in CASES:
            steps = app.app.table.match.view()["steps"]
            await app.happens(*before)
            await app.press(*keys)
            assert app.session.entered == [moved(event, steps)], (name, keys)
            assert app.app.situation.view == app.app.table.match.view()
            await app.press("escape")
            played = len(app.app.situation.played)
            await app.happens(*([{"undo": played}] if played else []))
            assert app.app.situation.view["totals"] == dict.fromkeys(NAMES, 0), (name, keys)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])
async def test_a_question_is_answered_by_its_digit(size: tuple[int, int]) -> None:
    async with running(size) as app:
        await app.happens(FIRST)
        app.session.see(unclear())
        await app.pilot.pause()
        assert "3-4" in app.text("AskPanel")
        assert "3-5" in app.text("AskPanel")
        await app.press("2")
        assert app.session.chosen == [(1, 1)]
        assert app.app.situation.view["totals"]["Ann"] == 8
        assert app.app.panel.ask is None


async def test_BLK_39_who_is_barred_is_asked_and_answered() -> None:
    async with running(eight_ban=True) as app:
        await app.happens(roll(2, 6, "Ann"))
        await app.press("1")
        assert app.session.entered == [{"ban": "Ben", "by": "Ann"}]


async def test_a_digit_on_its_way_does_not_answer_an_ask_that_has_just_come_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ask_panel, "SETTLE", 60.0)
    async with running() as app:
        await app.happens(roll(3, 4, "Ann"))
        await app.press("1")
        assert app.session.entered == []
        await app.press("o", "1")
        assert app.session.entered == [{"opened": "Ann"}]


async def test_escape_closes_what_was_opened_and_the_waiting_ask_is_back() -> None:
    async with running() as app:
        await app.happens(roll(3, 4, "Ann"))
        await app.press("o")
        assert "Who opened a beer?" in app.text("AskPanel")
        await app.press("escape")
        assert "Ann proposes a toast" in app.text("AskPanel")
        await app.press("1")
        assert app.session.entered == [{"toast": "Ann"}]


async def test_n_turns_to_the_next_thing_that_waits() -> None:
    async with running() as app:
        await app.happens(roll(2, 2, "Ann"), {"turn_done": "Ann"}, roll(3, 4, "Ben"))
        assert "Ben proposes a toast" in app.text("AskPanel")
        assert "1 more" in app.text("AskPanel")
        await app.press("n")
        assert "Ann duels with" in app.text("AskPanel")
        await app.press("2", "6", "1")
        assert app.session.entered == [{"duel": {"Ann": 6, "Cat": 1}}]


async def test_more_than_nine_answers_come_in_pages() -> None:
    players = [f"P{n}" for n in range(1, 9)]
    async with running(players=players) as app:
        await app.happens(CHUG)
        await app.press("1")
        assert "more …" in app.text("AskPanel")
        assert "P8, level with P1" not in app.text("AskPanel")
        await app.press("9")
        assert "6  P8, level with P1" in app.text("AskPanel")
        await app.press("6")
        assert "Done: P1 = P8." in app.text("AskPanel")


async def test_pause_lets_nothing_through() -> None:
    async with running() as app:
        await app.press("space")
        assert app.app.table.paused
        assert "PAUSED" in app.text("Status")
        await app.press("space")
        assert not app.app.table.paused


async def test_the_command_palette_offers_what_makes_sense_now() -> None:
    async with running() as app:
        titles = [c.title for c in app.app.get_system_commands(app.app.screen)]
        assert "Enter a roll by hand (r)" in titles
        assert not any(title.startswith("Take back") for title in titles)
        await app.happens(roll(1, 3, "Ann"))
        commands = {c.title: c.callback for c in app.app.get_system_commands(app.app.screen)}
        commands["Take back the last thing (u)"]()
        await app.pilot.pause()
        assert app.session.entered == [{"undo": 1}]


async def test_help_names_every_key() -> None:
    async with running(LARGE) as app:
        await app.press("question_mark")
        page = app.app.screen.query_one("Static")
        text = "\n".join(page.render_line(y).text for y in range(page.size.height))
        for action in app.app.actions:
            assert action.help in text
            assert action.key_text in text
        await app.press("escape")
        assert len(app.app.screen_stack) == 1


async def test_the_log_page_holds_every_ruling() -> None:
    async with running() as app:
        await app.happens(*(roll(1, 3 + n % 2, NAMES[n % 3]) for n in range(12)))
        await app.press("l")
        assert len(app.app.screen_stack) == 2
        assert sum("drinks" in text.plain for text in app.app.rulings.texts) == 12
        await app.press("q")
        assert len(app.app.screen_stack) == 1


async def test_themes_go_round() -> None:
    async with running() as app:
        first = app.app.theme
        seen = []
        for _ in range(3):
            await app.press("ctrl+t")
            seen.append(app.app.theme)
        assert len(set(seen)) == 3
        assert seen[-1] == first


async def test_q_asks_before_a_game_is_lost_and_q_again_means_it() -> None:
    async with running() as app:
        await app.happens(roll(1, 3, "Ann"))
        await app.press("q")
        assert "Stop the game" in app.text("AskPanel")
        await app.press("2")
        assert app.app.is_running
        assert app.app.panel.ask is None
        await app.press("q", "q")
        assert app.app._exit


async def test_q_leaves_at_once_where_nothing_was_played() -> None:
    async with running() as app:
        app.session.latest = picture()
        await app.press("q")
        assert app.app._exit


async def test_ctrl_c_asks_as_q_does() -> None:
    async with running() as app:
        await app.happens(roll(1, 3, "Ann"))
        await app.press("ctrl+c")
        assert "Stop the game" in app.text("AskPanel")
        assert app.app.is_running
        await app.press("ctrl+c")
        assert app.app._exit
