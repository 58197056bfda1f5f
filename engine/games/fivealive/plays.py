"""A turn: one card is played, or a letter flipped (RULES 4.3, FAL-33)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.fivealive import bombs, hands, letters, proofs, wilds
from engine.games.fivealive.cards import LIMIT, named, read, value
from engine.games.fivealive.events import Choose, Flip, Left, Play, Plays
from engine.games.fivealive.state import Laid, State, not_over, seated
from engine.games.fivealive.telling import ANSWER, LAST, MISPLAY, OVER, Telling
from engine.proofs import Strength
from engine.ruling import Mode, Refused
from engine.words import listed


def play(state: State, event: Play, say: Telling) -> State:
    """One card on the discard pile (FAL-06); a 0 may answer a Bomb (FAL-24)."""
    player, card = event.by, read(event.play)
    seated(state, player, say.context.mode)
    not_over(state, say.context.mode)
    bomb = state.bomb
    answers = bomb is not None and card == "0" and player in bomb.due
    if answers and (say.live or say.context.came in (ANSWER, LAST)):
        return bombs.answer(state, {player: "zero"}, say)
    if bomb is not None:
        state = bombs.played_over(state, say)
    if _out_of_turn(state, player, say):
        return _misplay(state, player, (card,), say)
    return _turn(_chosen(state, player, card, say), player, card, say)


def _out_of_turn(state: State, player: str, say: Telling) -> bool:
    """Whether the card goes back; one that the table let lie was in turn for the table."""
    if player == state.turn:
        return False
    return say.live or say.context.came == MISPLAY


def _misplay(state: State, player: str, cards: Iterable[str], say: Telling) -> State:
    """A card out of turn goes back (FAL-33)."""
    say.stance = MISPLAY
    say.rules.append("FAL-33")
    for card in cards:
        say.proofs.append(proofs.out_of_turn(state, player, card))
        state = hands.show(state, player, card, say)
    say.announce.append(
        f"{listed(list(map(named, cards)))} back to hand: it is {state.turn}'s turn."
    )
    return _misplay_flips(state, player, say)


def _misplay_flips(state: State, player: str, say: Telling) -> State:
    n = state.house.misplay_flips
    if n == 0:
        return state
    state = letters.flip(state, state.sides[player], "misplay", say, n)
    return letters.settle(state, player, say)


def _chosen(state: State, player: str, card: str, say: Telling) -> State:
    """Of several cards at once, the others go back (FAL-33)."""
    if not state.several:
        return state
    others = list(state.several)
    if card in others:
        others.remove(card)
    for other in others:
        state = hands.show(state, player, other, say)
    if others:
        say.rules.append("FAL-33")
        say.announce.append(f"{listed(list(map(named, others)))} back to hand.")
    return state.but(several=())


def _turn(state: State, player: str, card: str, say: Telling) -> State:
    """The card of the player in turn."""
    number = value(card)
    laid = Laid(card, player, say.context.step, state.total)
    if number is not None and state.total + number > LIMIT:
        return _too_much(state, laid, say)
    if say.took(OVER):
        return _went_back(state, laid, say)
    last = hands.is_last(state, player, say)
    state = hands.spend(state, player, card, say).but(top=laid, skipped=None, drawn={})
    if number is not None:
        say.rules.append("FAL-07")
        state = state.but(total=state.total + number)
    if say.took(LAST) if say.stood else last:
        return _last_card(state, laid, (player,) if last else (), say)
    if number is not None:
        return state.but(turn=state.after(player))
    return wilds.EFFECTS[card](state, player, say)


def _last_card(state: State, laid: Laid, emptied: tuple[str, ...], say: Telling) -> State:
    """The last card ends the hand; a Bomb is answered first (FAL-25, FAL-26, FAL-27).

    `emptied`: nobody, where only the table took it as the last one.
    """
    say.rules.append("FAL-22" if laid.card == "REDEAL" else "FAL-26")
    say.announce += [f"{player}'s last card." for player in emptied]
    if laid.card == "BOMB":
        say.rules.append("FAL-27")
        if state.house.last_card_bomb == "both":
            say.stance = LAST
            return bombs.thrown(state, laid.by, say, last=True, emptied=emptied)
    return hands.over(state, laid.by, emptied, say)


def _too_much(state: State, laid: Laid, say: Telling) -> State:
    """A number over 21 goes back and a letter is flipped; it stays where play went on over it
    (FAL-08; PROTOCOL section 4, "what the table let stand, stands")."""
    player = laid.by
    say.rules += ["FAL-08", "FAL-09"]
    if say.stood and say.context.came != OVER:
        strength: Strength = "hint" if say.context.mode is Mode.STANDS else "certain"
        say.proofs.append(proofs.number_over_21(laid, strength))
        state = hands.spend(state, player, laid.card, say).but(top=laid)
        say.announce.append(f"{laid.card} was too much at {laid.total}, and stayed.")
    else:
        say.stance = OVER
        state = hands.show(state, player, laid.card, say).but(back=laid)
        say.announce.append(f"{laid.card} is too much at {laid.total}: back to hand.")
    state = _flipped(state, player, "over_21", say)
    if not say.took(LAST) or state.over:
        return state
    return hands.over(state, player, (), say)


def _went_back(state: State, laid: Laid, say: Telling) -> State:
    """A number that was called too much and was not: the card is back in hand, play went on
    from there, and no letter is lost."""
    state = hands.show(state, laid.by, laid.card, say)
    say.announce.append(f"{laid.card} was not too much at {laid.total}: no letter is lost.")
    return _after_flip(state, laid.by, say)


def flip(state: State, event: Flip, say: Telling) -> State:
    """The player in turn flips instead of playing (FAL-08, FAL-10)."""
    player = event.flip
    seated(state, player, say.context.mode)
    not_over(state, say.context.mode)
    bomb = state.bomb
    if bomb is not None and player in bomb.due and (say.live or say.context.came in (ANSWER, LAST)):
        return bombs.answer(state, {player: "none"}, say)
    if bomb is not None:
        state = bombs.played_over(state, say)
    if player != state.turn and say.live:
        raise Refused("out_of_turn", f"It is {state.turn}'s turn, not {player}'s.")
    say.rules += ["FAL-09", "FAL-10"]
    state = _chosen(state, player, "", say)
    if not state.house.voluntary_flip:
        state = _may_not_flip(state, player, say)
    return _flipped(state.but(drawn={}), player, "cannot_play", say)


def _may_not_flip(state: State, player: str, say: Telling) -> State:
    """With `fivealive.voluntary_flip` off a flip is remembered; a card that is known to be held
    and could be played shows at once that it was not allowed."""
    flips = (*state.flipped.get(player, ()), (say.context.step, state.total))
    state = state.but(flipped={**state.flipped, player: flips})
    for card in state.held.get(player, ()):
        say.proofs += proofs.flipped_for_nothing(state, player, card)
    if not say.proofs:
        return state
    return state.but(flipped={name: f for name, f in state.flipped.items() if name != player})


def _flipped(state: State, player: str, cause: str, say: Telling) -> State:
    state = letters.flip(state, state.sides[player], cause, say)
    return letters.settle(_after_flip(state, player, say), player, say)


def _after_flip(state: State, player: str, say: Telling) -> State:
    """The total and the turn after a flip (FAL-09)."""
    house = state.house
    return state.but(
        total=0 if house.flip_reset == "zero" else state.total,
        turn=player if house.flip_turn == "same" else state.after(player),
        skipped=None,
    )


def several(state: State, event: Plays, say: Telling) -> State:
    """Several cards at once: all but one go back, and the player chooses (FAL-33)."""
    player, cards = event.by, tuple(map(read, event.plays))
    if len(cards) == 1:
        return play(state, Play(cards[0], player), say)
    seated(state, player, say.context.mode)
    not_over(state, say.context.mode)
    if state.bomb is not None:
        state = bombs.played_over(state, say)
    if len(cards) > state.hands[player]:
        hands.counted_hand(player, len(cards), state.hands[player], say)
    if _out_of_turn(state, player, say):
        return _misplay(state, player, cards, say)
    say.rules.append("FAL-33")
    say.announce.append(f"{len(cards)} cards at once: all but one go back to hand.")
    state = _chosen(state, player, "", say).but(turn=player, several=cards)
    for card in cards:
        state = hands.evidence(state, player, card, say)
    return _misplay_flips(state, player, say)


def choose(state: State, event: Choose, say: Telling) -> State:
    """Which of several cards is the one that is played (FAL-33)."""
    card = read(event.choose)
    if say.live:
        if not state.several:
            raise Refused("nothing_to_choose", "There are not several cards to choose from.")
        if event.by != state.turn:
            raise Refused("out_of_turn", f"{state.turn} chooses, not {event.by}.")
        if card not in state.several:
            cards = " or ".join(map(named, state.several))
            raise Refused("invalid_choice", f"{state.turn} chooses {cards}.")
    return play(state, Play(card, event.by), say)


def left(state: State, event: Left, say: Telling) -> State:
    """The number that had to go back was left on the pile (FAL-P1)."""
    card, back = read(event.left), state.back
    seated(state, event.by, say.context.mode)
    if back is None or (back.card, back.by) != (card, event.by):
        raise Refused("not_returned", f"{event.by} had no {named(card)} to take back.")
    say.rules.append("FAL-08")
    say.proofs.append(proofs.number_over_21(back, "certain"))
    return hands.spend(state, event.by, card, say).but(back=None)
