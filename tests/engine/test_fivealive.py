"""Five Alive: set-ups, switches, sentences, and what a table of people may do to a game.

The rules one by one are in `scenarios/fivealive*.yaml`.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.codes import NUMBERS, WILDS
from engine.games.fivealive import FIVEALIVE
from engine.games.fivealive.cards import DECK_77, named
from engine.games.fivealive.switches import SWITCHES
from engine.setup import SetupError, load_setup
from tests.engine.fivealive_table import Table

TEAMS = {"red": ["A", "C"], "blue": ["B", "D"]}


# --- set-ups


def test_the_deck_has_77_cards_of_the_known_codes() -> None:
    assert sum(DECK_77.values()) == 77
    assert sum(DECK_77[card] for card in NUMBERS) == 47
    assert set(DECK_77) == {*NUMBERS, *WILDS}


def test_FAL_03_FAL_04_a_new_game() -> None:
    said = Table("ABCD", dealer="B").event(letters={"A": 5})
    assert (said["turn"], said["total"], said["direction"]) == ("C", 0, 1)
    assert said["hands"] == dict.fromkeys("ABCD", 10)
    assert said["lives"] == dict.fromkeys("ABCD", 5)
    assert (said["stock"], said["dealer"]) == (37, "B")


@pytest.mark.parametrize(
    ("start", "stock", "discards"),
    [
        ({}, 47, 0),
        ({"hand_counts": {"A": 6, "B": 5, "C": 5}}, 47, 14),
        ({"hand_counts": {"A": 20, "B": 15, "C": 15}}, 27, 0),
        ({"hand_counts": {"A": 6}, "stock": 3}, 3, 0),
        ({"lives": {"C": 0}}, 57, 0),
    ],
)
def test_the_stock_at_the_start(start: dict[str, Any], stock: int, discards: int) -> None:
    state = Table("ABC", **start).referee.state
    assert (state.stock, state.discards) == (stock, discards)


def test_a_setup_that_was_written_is_read_back() -> None:
    house = {"teams": TEAMS, "deck": {"0": 40, "7": 40}, "deck_confirmed": True}
    setup = Table("ABCD", house, lives={"red": 2}, turn="C").referee.setup
    assert load_setup(None, None, setup.to_data()) == setup


@pytest.mark.parametrize(
    ("names", "data", "says"),
    [
        ("A", {}, "takes 2 to 6 players, not 1"),
        ("ABCDEFG", {}, "takes 2 to 6 players, not 7"),
        ("ABC", {"house": {"fivealive.teams": TEAMS}}, "takes 4 to 6 players, not 3"),
        ("ABCD", {"house": {"fivealive.teams": {"red": ["A", "C"]}}}, "two teams"),
        ("ABCD", {"house": {"fivealive.teams": "red"}}, "two teams"),
        ("ABCD", {"house": {"fivealive.teams": {"red": ["A"], "blue": ["B", "D"]}}}, "C is in no"),
        ("ABCD", {"house": {"fivealive.teams": {**TEAMS, "red": ["A", "X"]}}}, "names X"),
        ("ABCD", {"house": {"fivealive.teams": {**TEAMS, "red": ["A", "B"]}}}, "one team only"),
        ("ABCD", {"house": {"fivealive.teams": {"B": ["A", "C"], "x": ["B", "D"]}}}, "otherwise"),
        ("ABCD", {"house": {"fivealive.teams": {"red": "AC", "blue": ["B"]}}}, "a list of players"),
        ("ABC", {"house": {"fivealive.deck": 108}}, "77, or a table of cards"),
        ("ABC", {"house": {"fivealive.deck": {"8": 4}}}, "no Five Alive card"),
        ("ABC", {"house": {"fivealive.deck": {"7": -1}}}, "the number of 7"),
        ("ABC", {"house": {"fivealive.deck": {"7": 19}}}, "at least 20 cards"),
        ("ABC", {"house": {"fivealive.deck": {"7": 20}}}, "takes 2 to 2 players"),
        ("ABC", {"house": {"fivealive.misplay_flips": 6}}, "from 0 to 5"),
        ("ABC", {"house": {"fivealive.ending": "sudden"}}, "last_alive | sudden_death"),
        ("ABC", {"house": {"fivealive.endings": 1}}, "Did you mean fivealive.ending"),
        ("ABC", {"total": 22}, "`total` is a whole number from 0 to 21"),
        ("ABC", {"total": True}, "`total`"),
        ("ABC", {"direction": 0}, "`direction` is 1 (clockwise) or -1"),
        ("ABC", {"direction": True}, "`direction`"),
        ("ABC", {"turn": "D"}, "`turn` is D"),
        ("ABC", {"turn": "A", "lives": {"A": 0}}, "who has no letter up"),
        ("ABC", {"lives": {"A": 0, "B": 0}}, "fewer than two"),
        ("ABC", {"lives": {"A": 6}}, "`lives of A` is a whole number from 0 to 5"),
        ("ABC", {"lives": 5}, "`lives` is a table"),
        ("ABC", {"lives": {"red": 5}}, "`lives` names red"),
        ("ABC", {"hand_counts": {"D": 5}}, "`hand_counts` names D"),
        ("ABC", {"hand_counts": {"A": -1}}, "`hand_counts of A`"),
        ("ABC", {"hand_counts": {"A": 30, "B": 30, "C": 30}}, "the deck has 77"),
        ("ABC", {"stock": -1}, "`stock` is a whole number"),
        ("ABC", {"dealers": "A"}, "no key dealers"),
    ],
)
def test_setups_that_cannot_be_played_say_why(names: str, data: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError) as error:
        load_setup("fivealive", list(names), data)
    assert says in str(error.value)
    assert str(error.value).count("\n") == 0


@pytest.mark.parametrize("switch", [one for one in SWITCHES if one.choices], ids=lambda s: s.name)
def test_every_choice_of_a_switch_can_be_set(switch: Any) -> None:
    for choice in switch.choices:
        assert Table("ABC", {switch.name: choice}).plays("A1")["total"] == 1


def test_decks_of_other_editions() -> None:
    deck = {**DECK_77, "EQ0": 0}
    table = Table("AB", {"deck": deck, "deck_confirmed": True})
    assert table.plays("A1")["stock"] == 54
    assert table.play("B", "EQ0")["proof"] == {"kind": "deck_count", "card": "EQ0", "max": 0}
    assert Table("AB", {"deck": "77"}).referee.state.house.deck == DECK_77


@pytest.mark.parametrize(
    ("names", "teams", "says"),
    [
        ("ABCD", {"red": ["A", "B"], "blue": ["C", "D"]}, "should sit alternately"),
        ("ABCDE", {"red": ["A", "C", "E"], "blue": ["B", "D"]}, "cannot sit alternately"),
        ("ABCD", TEAMS, ""),
        ("ABCDEF", {"red": ["A", "C", "E"], "blue": ["B", "D", "F"]}, ""),
    ],
)
def test_FAL_36_seats_of_teams_are_remarked_upon_once(names: str, teams: Any, says: str) -> None:
    table = Table(names, {"teams": teams})
    first = table.play("A", 1)
    assert first["announce"][:-1] == [] if not says else says in first["announce"][0]
    assert table.play("B", 1)["announce"] == ["Total 2. C to play."]


# --- sentences (RULES 0.7)


@pytest.mark.parametrize(
    ("start", "plays", "said"),
    [
        ({}, ["A7"], ["Total 7. B to play."]),
        (
            {"total": 19, "turn": "A"},
            ["A3"],
            ["3 is too much at 19: back to hand.", "A flips a letter (4 left).",
             "Total 0. B to play."],
        ),
        ({"turn": "A"}, ["A-"], ["A flips a letter (4 left).", "Total 0. B to play."]),
        ({"turn": "A"}, ["AREVERSE"], ["Direction reverses.", "Total 0. C to play."]),
        ({"turn": "A"}, ["ASKIP"], ["B is skipped.", "Total 0. C to play."]),
        ({"turn": "A"}, ["ADRAW2"], ["B draws 2 and C draws 2.", "Total 0. B to play."]),
        ({"turn": "A"}, ["ABOMB"], ["Bomb: a 0 or a letter from B and C."]),
        (
            {"turn": "A", "hand_counts": {"A": 1}, "lives": {"C": 1}},
            ["A5"],
            ["A's last card.", "Hand over.", "B flips a letter (4 left).",
             "C flips a letter (0 left).", "C is out.", "A deals 10 cards each.",
             "Total 0. B to play."],
        ),
        (
            {"turn": "A", "lives": {"A": 1, "C": 0}},
            ["A-"],
            ["A flips a letter (0 left).", "A is out.", "The game is over: B wins."],
        ),
        ({"turn": "A"}, ["B3"], [
            "3 back to hand: it is A's turn.",
            "For the table to judge: B played 3; it was A's turn.", "Total 0. A to play."]),
    ],
)  # fmt: skip
def test_sentences(start: dict[str, Any], plays: list[str], said: list[str]) -> None:
    assert Table("ABC", **start).plays(*plays)["announce"] == said


def test_sentences_of_ties_and_drinks() -> None:
    start: dict[str, Any] = {"lives": {"A": 1, "B": 3, "C": 3}, "hand_counts": {"B": 1, "C": 1}}
    table = Table("ABC", {"ending": "sudden_death", "drinks_per_flip": 3}, turn="A", **start)
    said = table.plays("A-")["announce"]
    assert said[0] == "A drinks 3 drinks — cannot play"
    assert said[-1] == "B and C are tied: the numbers in hand of B and C?"
    table.event(reveal={"B": [4]})
    said = table.event(reveal={"C": [4]})["announce"]
    assert said == ["C's numbers add up to 4.", "B and C share the win."]


def test_corrections_are_told_in_letters_and_in_drinks() -> None:
    table = Table("ABC", {"drinks_per_flip": 2}, total=20)
    table.plays("A4")
    said = table.amend(1, play=1, by="A")
    assert (said["flips"], said["drinks"]) == ({"A": -1}, {"A": -2})
    assert said["announce"][:2] == [
        "A: 1 flip taken back.", "A has drunk 2 drinks too many: noted as credit.",
    ]  # fmt: skip
    said = table.amend(1, play=2, by="A")
    assert said["announce"][:2] == ["A: 1 flip more.", "A drinks 2 drinks more."]
    quiet = Table("ABC", total=20)
    quiet.plays("A4")
    said = quiet.amend(1, play=1, by="A")
    assert said["announce"][0] == "A: 1 flip taken back."
    assert said["drinks"] == {}


def test_the_rule_book_has_every_rule_and_rulings_name_them() -> None:
    ids = [rule.id for rule in FIVEALIVE.book]
    assert ids == [f"FAL-{n:02}" for n in range(1, 40)]
    table = Table("ABC", total=20)
    assert table.play("A", 4)["rules"] == ["FAL-08", "FAL-09"]
    assert table.play("B", "EQ21")["rules"] == ["FAL-18"]


def test_cards_have_names() -> None:
    assert [named(card) for card in ("7", "EQ21", "PASS")] == ["7", "=21", "Pass Me By"]


# --- safety


def test_SAF_04_letters_are_no_drinks_unless_the_house_says_so() -> None:
    plain, house = Table("AB"), Table("AB", {"drinks_per_flip": 2})
    for table in (plain, house):
        table.plays("A-")
        assert table.referee.view()["totals"] == {"A": 1, "B": 0}
    assert plain.referee.view()["owed"] == {"A": 0, "B": 0}
    assert plain.referee.view()["standard_drinks"] == {"A": 0.0, "B": 0.0}
    assert house.referee.view()["owed"] == {"A": 2, "B": 0}
    assert house.referee.view()["standard_drinks"]["A"] == pytest.approx(2 / 14, abs=0.01)


def test_SAF_04_a_team_drinks_together() -> None:
    table = Table("ABCD", {"teams": TEAMS, "drinks_per_flip": 1})
    said = table.plays("A-")
    assert (said["flips"], said["drinks"]) == ({"red": 1}, {"A": 1, "C": 1})
    assert table.referee.view()["owed"] == {"A": 1, "B": 0, "C": 1, "D": 0}


def test_SAF_02_SAF_05_soft_drinks_and_limits_are_of_drinks() -> None:
    house = {"drinks_per_flip": 7, "safety.hold_per_session": 1, "safety.seats": {"B": "soft"}}
    table = Table("ABC", house)
    table.plays("A-")
    assert "(soft drink)" in table.plays("B-")["announce"][0]
    table.plays("C1")
    assert table.plays("A-")["held"] == ["A"]


def test_SAF_06_the_unwell_drink_nothing() -> None:
    table = Table("ABC", {"drinks_per_flip": 1})
    table.event(unwell="A")
    said = table.plays("A-")
    assert (said["flips"], said["drinks"]) == ({"A": 1}, {})
    assert "A does not drink." in said["announce"]


# --- what may be done


@pytest.mark.parametrize(
    ("start", "plays", "words"),
    [
        ({"total": 19}, [], ("number up to 2", "flips a letter")),
        ({"total": 21}, [], ("a 0", "any wild")),
        ({}, ["ABOMB"], ("B discards a 0", "C discards a 0")),
        ({"lives": {"A": 1, "B": 0}}, ["A-"], ("Nothing: the game is over.",)),
    ],
)
def test_legal(start: dict[str, Any], plays: list[str], words: tuple[str, ...]) -> None:
    table = Table("ABC", turn="A", **start)
    table.plays(*plays)
    legal = FIVEALIVE.legal(table.referee.state)
    assert all(any(word in line for line in legal) for word in words)


def test_legal_with_several_cards_and_tied_hands() -> None:
    table = Table("ABC")
    table.event(plays=[1, "SKIP"], by="A")
    assert FIVEALIVE.legal(table.referee.state) == ("A plays one of them: 1 or Skip (FAL-33).",)
    tied = Table("ABC", {"ending": "sudden_death"}, lives={"A": 1}, turn="A")
    tied.plays("A-")
    assert FIVEALIVE.legal(tied.referee.state) == ("B and C show their hands (FAL-35).",)


# --- a table of people


def test_SAF_08_who_leaves_in_turn_or_as_dealer_leaves_a_game_that_goes_on() -> None:
    table = Table("ABC")
    table.plays("A1")
    assert table.event(leave="B")["turn"] == "C"
    assert table.event(leave="C")["winner"] == "A"
    assert table.error(play=1, by="A") == "game_over"
    dealer = Table("ABC", hand_counts={"A": 1})
    dealer.event(leave="C")
    assert dealer.plays("A1")["dealer"] == "A"


def test_who_left_is_not_played_for() -> None:
    table = Table("ABC")
    table.event(leave="B")
    assert table.error(play=1, by="B") == "not_at_table"
    assert table.error(flip="B") == "not_at_table"
    assert table.error(leave="B") == "not_at_table"
    assert table.error(leave="X") == "unknown_player"


def test_who_is_out_does_not_come_back_by_leaving() -> None:
    table = Table("ABC", lives={"A": 1}, turn="A")
    table.plays("A-")
    assert table.error(join="A") == "eliminated"
    table.event(leave="A")
    assert table.error(join="A") == "eliminated"


def test_joining_needs_a_name_and_a_place() -> None:
    table = Table("ABCDEF")
    assert table.error(join="G") == "player_count"
    table.event(leave="F")
    assert table.error(join="G", after="X") == "unknown_player"
    assert table.error(join=" ") == "invalid_name"
    assert table.event(join="G", after="A")["hands"]["G"] == 10
    assert table.referee.state.everyone == tuple("AGBCDEF")


def test_who_joins_in_team_play_is_in_the_smaller_team() -> None:
    table = Table("ABCDE", {"teams": {"red": ["A", "C", "E"], "blue": ["B", "D"]}})
    table.event(join="F")
    assert table.referee.state.sides["F"] == "blue"
    assert table.error(join="red") == "invalid_name"


def test_a_team_that_has_gone_has_lost() -> None:
    table = Table("ABCD", {"teams": TEAMS})
    table.event(leave="A")
    said = table.event(leave="C")
    assert (said["game_over"], said["winner"]) == (True, "blue")


def test_who_is_tied_and_leaves_is_tied_no_more() -> None:
    table = Table("ABC", {"ending": "sudden_death"}, lives={"A": 1}, turn="A")
    table.plays("A-")
    said = table.event(leave="B")
    assert (said["tied"], said["needs"], said["winner"]) == ([], None, "C")


# --- proofs


def test_FAL_P4_says_how_it_comes() -> None:
    table = Table("ABCD")
    table.plays("ASKIP")
    whys = [table.play(name, 1)["proof"]["why"] for name in ("B", "D")]
    assert whys == ["skipped", "wrong_direction"]
    table.plays("C1")
    assert table.play("A", 1)["proof"]["why"] == "out_of_turn"


def test_FAL_P2_every_bomb_that_was_answered_so_is_proven_and_told_once() -> None:
    table = Table("AB")
    for _ in range(2):
        table.plays("ABOMB")
        table.bomb(B="-")
        table.plays("B1")
    table.plays("A1")
    assert [proof["bomb_step"] for proof in table.play("B", 0)["proofs"]] == [2, 5]
    table.plays("A1")
    assert table.play("B", 0)["proofs"] == []


@pytest.mark.parametrize("between", ["ADRAW1", "AREDEAL"])
def test_FAL_P2_nothing_is_proven_after_new_cards(between: str) -> None:
    table = Table("AB")
    table.plays("ABOMB")
    table.bomb(B="-")
    table.plays("B1", between)
    assert table.play("B", 0)["proof"] is None


def test_FAL_P2_nor_in_a_new_hand_nor_after_a_count_was_set_higher() -> None:
    table = Table("AB", hand_counts={"A": 2})
    table.plays("ABOMB")
    table.bomb(B="-")
    table.plays("B1")
    assert table.plays("A1")["hand_over"]
    assert table.play("B", 0)["proof"] is None
    other = Table("AB")
    other.plays("ABOMB")
    other.bomb(B="-")
    other.event(set={"hands": {"B": 11}})
    assert other.play("B", 0)["proof"] is None


def test_FAL_P2_a_zero_for_a_later_bomb_proves_it_too() -> None:
    table = Table("AB")
    table.plays("ABOMB")
    table.bomb(B="-")
    table.plays("B1", "ABOMB")
    assert table.bomb(B="0")["proof"] == {"kind": "withheld_zero", "player": "B", "bomb_step": 2}


def test_FAL_P3_a_card_that_was_shown_counts_once() -> None:
    table = Table("ABC", {"deck_confirmed": True})
    for _ in range(2):
        assert "deck_count" not in [p["kind"] for p in table.play("B", 7)["proofs"]]
    assert table.play("A", "REDEAL")["proofs"] == []
    assert table.plays("B7")["proofs"] == []
    assert table.kinds() == []
    assert table.play("C", 7)["proof"] == {"kind": "deck_count", "card": 7, "max": 1}


def test_FAL_P3_a_ninth_zero_for_a_bomb() -> None:
    table = Table("AB", {"deck_confirmed": True, "bomb_zero_ends": False})
    for _ in range(4):
        table.plays("A0", "B0")
    table.plays("ABOMB")
    assert table.bomb(B="0")["proof"] == {"kind": "deck_count", "card": 0, "max": 8}


def test_FAL_P5_more_cards_at_once_than_in_hand() -> None:
    table = Table("ABC", hand_counts={"A": 2})
    table.event(plays=[1, 2, 3], by="A")
    assert table.said["proof"] == {"kind": "hand_count", "player": "A", "cards": 3, "hand": 2}


def test_proofs_have_a_strength_and_hints_are_said_so() -> None:
    table = Table("ABC", lives={"A": 4})
    assert table.event(letters={"A": 5})["proofs"][0]["strength"] == "hint"
    assert table.play("B", 1)["proofs"][0]["strength"] == "certain"


def test_FAL_P1_a_correction_of_another_card_is_only_a_hint() -> None:
    table = Table("ABC", total=10)
    table.plays("A4", "B6", "C1")
    table.amend(1, play=6, by="A")
    proofs = table.referee.record.slots[1].ruling.proofs
    assert [(proof.kind, proof.strength) for proof in proofs] == [("number_over_21", "hint")]
    table.amend(1, play=4, by="A")
    assert table.referee.record.slots[1].ruling.proofs == ()


# --- who played on by an announcement that was later corrected


def test_a_player_who_is_out_only_by_a_correction_has_played_on() -> None:
    table = Table("ABC", lives={"A": 1}, total=18, turn="A")
    table.plays("A3", "B0", "C0", "A0", "B0")
    said = table.amend(1, play=4, by="A")
    assert (said["flips"], said["lives"]["A"], said["turn"]) == ({"A": 1}, 0, "C")
    assert said["hands"] == {"B": 8, "C": 9}
    back = table.amend(1, play=3, by="A")
    assert (back["flips"], back["total"], back["turn"]) == ({"A": -1}, 21, "C")


def test_a_game_that_is_over_only_by_a_correction_is_over() -> None:
    table = Table("AB", lives={"A": 1}, total=18, turn="A")
    table.plays("A3", "B0", "A0")
    said = table.amend(1, play=4, by="A")
    assert (said["winner"], said["turn"]) == ("B", None)
    assert table.amend(1, play=2, by="A")["turn"] == "B"


def test_a_hand_that_ended_at_the_table_has_ended_though_its_last_card_was_too_much() -> None:
    table = Table("ABC", hand_counts={"A": 1}, total=10, turn="C")
    table.plays("C4", "A7")
    assert table.said["hand_over"]
    table.plays("B1")
    said = table.amend(1, play=6, by="C")
    assert said["flips"] == {"A": 1, "B": -1, "C": -1}
    assert (said["total"], said["turn"], said["hands"]["B"]) == (1, "C", 9)


def test_a_missed_last_card_ends_the_hand_before_what_came_after() -> None:
    table = Table("ABC", hand_counts={"A": 2, "B": 1, "C": 3}, turn="A")
    table.plays("A5")
    table.play("B", 2)
    assert table.said["hand_over"]
    missed = Table("ABC", hand_counts={"A": 2, "B": 1, "C": 3}, turn="A", dealer="A")
    missed.plays("A5")
    missed.plays("C1")
    assert missed.said["returned"] == [1]
    said = missed.event(insert=2, event={"play": 2, "by": "B"})
    assert said["flips"] == {"A": 1, "C": 1}
    assert (said["total"], said["turn"]) == (1, "A")


def test_answers_to_a_bomb_of_another_player_than_thought() -> None:
    table = Table("ABC")
    table.plays("ABOMB")
    table.bomb(B="-", C="0")
    table.plays("B1")
    said = table.amend(1, play="BOMB", by="B")
    assert said["flips"] == {"B": -1}
    assert said["open_needs"] == [{"need": "bomb", "by": "B", "step": 1, "from": ["A"]}]
