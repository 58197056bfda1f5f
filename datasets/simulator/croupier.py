"""Turns the events of a card game into what hands and cards do, and into what is true then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from datasets.compose.artwork import CODES
from datasets.deck.fivealive import LETTERS
from datasets.simulator.aim import Aim
from datasets.simulator.card_actor import CardActor, Manner
from datasets.simulator.deck_of import BACK
from datasets.simulator.interludes import interlude
from datasets.simulator.lying import Array
from datasets.simulator.places import Places
from datasets.simulator.scenes import Habits

_MANNERS: tuple[Manner, ...] = ("lay", "slide", "toss")


@dataclass(slots=True)
class Croupier:
    """Follows the events of one table.

    `aim`: where its players put cards. `zone`: the face-up cards in play, in order. `stock`:
    face-down, the uppermost last. `letters`: those of each player that lie face up.
    """

    actor: CardActor
    places: Places
    codes: Sequence[str]
    habits: Habits
    aim: Aim
    zone: list[int] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    turned_up: int | None = None
    packets: dict[str, list[list[int]]] = field(default_factory=dict)
    letters: dict[str, list[int]] = field(default_factory=dict)
    dealer: str = ""

    def set_out(self, stock: int, letters: bool) -> None:
        """What lies on the table before the first event: a stock of so many cards, the letters."""
        actor, place = self.actor, self.aim.about(self.places.stock()[0], 0.004, 0.15)
        self.stock = self._backs(stock)
        for card in self.stock:
            actor.things[card] = actor.top.lay(card, self.aim.about(place, 0.0006, 0.008))
        rows = self.places.letters() if letters else {}
        for n, (player, row) in enumerate(rows.items()):
            self.letters[player] = [self.codes.index(f"{letter}{n}") for letter in LETTERS]
            for card, spot in zip(self.letters[player], row, strict=True):
                actor.things[card] = actor.top.lay(card, self.aim.about(spot, 0.002, 0.04))

    def tell(self, beats: Iterable[tuple[dict[str, Any], dict[str, Any]]], cards: int) -> None:
        """Films events until `cards` were played or the game is over."""
        self.actor.wait(0.8)
        for event, ruling in beats:
            if cards <= 0:
                break
            cards -= self._event(event, ruling)
        self.actor.wait(1.0)

    # -- events -------------------------------------------------------------------------------

    def _event(self, event: dict[str, Any], ruling: dict[str, Any]) -> int:
        """Films one event and what follows from its ruling; returns the cards played."""
        if "play" in event or "plays" in event:
            self._interlude()
            cards = [str(code) for code in event.get("plays") or [event["play"]]]
            self._play(event, event["by"], cards)
            self._follow(event, ruling)
            return len(cards)
        if "take_back" in event:
            self._take_back(event, ruling)
        elif "deal" in event:
            self._deal(event, ruling)
        elif "bomb" in event:
            self._bomb(event["bomb"])
        else:
            self._say(event)
        self._follow(event, ruling)
        return 0

    def _say(self, event: dict[str, Any]) -> None:
        """An event that no camera sees, told half a second from now."""
        actor, rng = self.actor, self.actor.rng
        actor.wait(rng.uniform(0.4, 0.9))
        if "pass" in event and rng.random() < 0.3:
            actor.knock(event["pass"])
        actor.reel.tell(event, actor.reel.now)
        actor.reel.happen(event, actor.reel.now)
        actor.wait(rng.uniform(0.3, 0.6))

    def _play(self, event: dict[str, Any], player: str, codes: Sequence[str]) -> None:
        actor = self.actor
        cards = self._fresh(codes)
        spots = [self.aim.at(player, k) for k in range(len(cards))]
        manner = _MANNERS[int(actor.rng.choice(3, p=[0.4, 0.25, 0.35]))]
        if len(cards) > 1:
            manner = "toss"
        rest = actor.play(player, cards, spots, manner)
        if len(codes) == 1:
            t = actor.reel.see(rest, "card_landed", player, card=codes[0])
        else:
            t = actor.reel.see(rest, "cards_landed", player, cards=list(codes))
        actor.reel.happen(event, t)
        self.zone += cards
        if actor.rng.random() < 0.12:
            actor.wait(actor.rng.uniform(0.4, 0.9))
            self._straighten(player)
        actor.wait(actor.rng.uniform(0.9, 1.7))

    def _bomb(self, answers: dict[str, str]) -> None:
        """Zeros are laid down, each of them an answer; who has none says so."""
        for player, answer in answers.items():
            if answer == "zero":
                self._play({"bomb": {player: "zero"}}, player, ["0"])
        without = {player: answer for player, answer in answers.items() if answer != "zero"}
        if without:
            self._say({"bomb": without})

    def _take_back(self, event: dict[str, Any], ruling: dict[str, Any]) -> None:
        """A card is lifted; it comes back where it has to stay."""
        (card,) = self._latest([str(event["take_back"])])
        spot, player = self.actor.top.lying[card][0], event["by"]
        self.actor.reel.happen(event, self._remove(player, [card]))
        if ruling.get("error") == "card_stays":
            rest = self.actor.play(player, [card], [self.aim.about(spot, 0.01, 0.1)], "lay")
            self.actor.reel.see(rest, "card_landed", player, card=self.codes[card])
            self.zone.append(card)
            self.actor.wait(self.actor.rng.uniform(0.9, 1.5))

    def _remove(self, player: str, cards: Sequence[int]) -> float:
        """The player takes face-up cards back."""
        away = self.actor.take_back(player, cards)
        t = 0.0
        for card in cards:
            t = self.actor.reel.see(away, "card_removed", player, card=self.codes[card])
            self.zone.remove(card)
        self.actor.wait(self.actor.rng.uniform(0.5, 1.0))
        return t

    def _deal(self, event: dict[str, Any], ruling: dict[str, Any]) -> None:
        """The dealer puts the stock down and turns its uppermost card up."""
        actor, self.dealer = self.actor, event["dealer"]
        self._clear(self.dealer)
        self._deal_out(self.dealer)
        used = len(self.places.seats) * int(ruling["hand_size"])
        self._bring_stock(self.dealer, len(CODES) - used)
        if event["deal"] is not None and self.stock:
            old, place = self.stock.pop(), self.places.stock()[1]
            (card,) = self._fresh([str(event["deal"])])
            actor.exchange(old, card)
            rest = actor.turn_over(self.dealer, card, self.aim.about(place, 0.006, 0.1))
            t = actor.reel.see(rest, "turn_up", self.dealer, card=str(event["deal"]))
            self.turned_up = card
        else:
            t = actor.reel.now
            actor.reel.tell(event, t)
        actor.reel.happen(event, t)
        actor.wait(actor.rng.uniform(0.8, 1.3))

    def _deal_out(self, player: str) -> None:
        """A round of face-down cards, thrown out of sight to everybody's seat."""
        backs = [i for i, code in enumerate(self.codes) if code == BACK]
        seats = list(self.places.seats)
        first = seats.index(player) + 1
        others = [name for name in seats[first:] + seats[:first] if name != player]
        spots = [self.places.beyond(name) for name in others]
        self.actor.deal_out(player, backs[-len(spots) :], spots)

    def _bring_stock(self, player: str, n: int) -> None:
        self.stock = self._backs(n)
        if self.stock:
            place = self.aim.about(self.places.stock()[0], 0.004, 0.15)
            self.actor.bring_pack(player, self.stock, place)
            self.actor.wait(self.actor.rng.uniform(0.3, 0.6))

    def _backs(self, n: int) -> list[int]:
        """So many cards without a face."""
        return [i for i, code in enumerate(self.codes) if code == BACK][:n]

    # -- what follows from a ruling -----------------------------------------------------------

    def _follow(self, event: dict[str, Any], ruling: dict[str, Any]) -> None:
        self.dealer = ruling.get("dealer") or self.dealer
        if "take_back" in event:
            return
        back = self._latest([str(code) for code in ruling.get("returned") or ()])
        if back:
            self.actor.wait(self.actor.rng.uniform(0.5, 1.2))
            self._remove(event["by"], back)
        if ruling.get("sweep"):
            self._sweep(ruling["sweeper"])
        if ruling.get("trick_winner"):
            self._trick(ruling["trick_winner"])
        for player, n in (ruling.get("drew") or {}).items():
            self._draw(player, n)
        self._flip(ruling.get("lives") or {})
        if ruling.get("round_over") or ruling.get("hand_over"):
            self._clear(self.dealer)
            if ruling.get("hand_over") and not ruling.get("game_over"):
                self._deal_out(self.dealer)
                self._bring_stock(self.dealer, int(ruling.get("stock") or 0))

    def _draw(self, player: str, n: int) -> None:
        """The player takes cards off the stock, unseen."""
        self.actor.wait(self.actor.rng.uniform(0.1, 0.4))
        taken, self.stock = self.stock[-n:], self.stock[:-n]
        if taken:
            self.actor.carry_off(player, taken)

    def _flip(self, lives: dict[str, int]) -> None:
        """Players turn letters over until as many are up as they have lives."""
        for player, mine in self.letters.items():
            while len(mine) > lives.get(player, len(mine)):
                card = mine.pop()
                self.actor.wait(self.actor.rng.uniform(0.3, 0.8))
                old = self.actor.top.lying[card][0]
                place = self.aim.about(replace(old, up=False), 0.003, 0.05)
                rest = self.actor.turn_over(player, card, place)
                self.actor.reel.see(rest, "letters", player, n=len(mine))
                self.actor.wait(self.actor.rng.uniform(0.4, 0.8))

    def _sweep(self, player: str) -> None:
        actor = self.actor
        actor.wait(actor.rng.uniform(0.4, 1.0))
        gone = actor.sweep(player, self.zone)
        actor.reel.see(gone, "swept", player)
        self.zone = []
        actor.wait(actor.rng.uniform(0.8, 1.4))

    def _trick(self, player: str) -> None:
        actor, mine = self.actor, self.packets.setdefault(player, [])
        actor.wait(actor.rng.uniform(0.6, 1.2))
        place = self.aim.about(self.places.packet(player, len(mine)), 0.006, 0.15)
        rest = actor.gather(player, self.zone, place)
        codes = [self.codes[i] for i in self.zone]
        actor.reel.see(rest, "trick_taken", player, cards=codes)
        mine.append(self.zone)
        self.zone = []
        actor.wait(actor.rng.uniform(0.6, 1.2))

    def _clear(self, player: str) -> None:
        """Everything that lies goes back into the pack."""
        actor = self.actor
        if self.zone:
            self._sweep(player)
        for packs in self.packets.values():
            for pack in packs:
                actor.carry_off(player, pack)
        for pack in ([self.turned_up] if self.turned_up is not None else [], self.stock):
            if pack:
                actor.carry_off(player, pack)
        self.packets, self.turned_up, self.stock = {}, None, []

    # -- cards and habits ---------------------------------------------------------------------

    def _fresh(self, codes: Sequence[str]) -> list[int]:
        """Cards of these codes that are not on the table."""
        found: list[int] = []
        for code in codes:
            there = {*self.actor.top.lying, *found}
            found.append(next(i for i, c in enumerate(self.codes) if c == code and i not in there))
        return found

    def _latest(self, codes: Sequence[str]) -> list[int]:
        """The cards of these codes that came last into play, in the order of play."""
        found: list[int] = []
        for code in codes:
            same = [i for i in self.zone if self.codes[i] == code and i not in found]
            found += same[-1:]
        return [i for i in self.zone if i in found]

    def _straighten(self, player: str) -> None:
        """The uppermost card is pushed to a tidier place."""
        card = self.zone[-1]
        old = self.actor.top.lying[card][0]
        self.actor.straighten(player, card, self.aim.tidy(player, old))

    def _interlude(self) -> None:
        interlude(self.actor, self.habits, self._nudge, self._lying)

    def _nudge(self, player: str) -> bool:
        if self.zone:
            self._straighten(player)
        return bool(self.zone)

    def _lying(self) -> list[Array]:
        return [spot.xy for spot, _ in self.actor.top.lying.values()]
