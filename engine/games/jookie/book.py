"""The rules of Jookie in our own words, by rule id (RULES section 2)."""

from __future__ import annotations

from typing import Final

from engine.book import Rule

BOOK: Final = tuple(
    Rule(*entry)
    for entry in (
        ("JKE-01", "Four play, sometimes five, with one deck of 52 cards."),
        ("JKE-02", "Four players play thirteen rounds, five players ten."),
        (
            "JKE-03",
            "The first five rounds have five cards each; from then on round six has six, round "
            "seven seven, and so on.",
        ),
        ("JKE-04", "The others name who deals first."),
        (
            "JKE-05",
            "The dealer shuffles, has the deck cut to the right and deals to the left. The next "
            "card of the stock is turned up: its suit is trump, and it is out of play.",
        ),
        (
            "JKE-06",
            "Where every card is dealt there is none to turn up, and that round has no trump, "
            "unless the house takes the dealer's last card or cuts one before the deal.",
        ),
        (
            "JKE-07",
            "A blown deal costs the dealer a shot, and so does each further one in that round. "
            "The cards are dealt anew.",
        ),
        (
            "JKE-08",
            "The deal passes to the left each round, and nobody is excused. A substitute deals "
            "only where it cannot be helped.",
        ),
        ("JKE-09", "Everybody bids once, in turn from the dealer's left; the dealer bids last."),
        ("JKE-10", "A bid is a number of tricks from none to as many as there are cards in hand."),
        ("JKE-11", "The bids may add up to anything, unless the house has a hook."),
        (
            "JKE-12",
            "The dealer's left leads the first trick; who takes a trick leads the next.",
        ),
        ("JKE-13", "No trump is led before one was played in an earlier trick."),
        ("JKE-14", "Any trump in a trick breaks trump, from the next trick on."),
        (
            "JKE-15",
            "Who leads and holds only trumps may lead one and says so. A card of another suit "
            "later in the round shows that it was not so.",
        ),
        ("JKE-16", "The others follow in turn, and they follow the suit led if they can."),
        (
            "JKE-17",
            "Without a card of the suit led, any card may be played: a trump, or a chump of "
            "another suit, which takes nothing. Nobody has to trump.",
        ),
        (
            "JKE-18",
            "The highest trump takes the trick, else the highest card of the suit led.",
        ),
        ("JKE-19", "The ace is high, then king, queen, jack, ten and down to two."),
        ("JKE-20", "Who takes a trick puts it face down in front of them, apart from the others."),
        ("JKE-21", "The round is over after as many tricks as there were cards in a hand."),
        (
            "JKE-22",
            "A bid is made with at least that many tricks; with the house rule `exact` it takes "
            "exactly as many.",
        ),
        (
            "JKE-23",
            "Who has not made the bid is Set: Execution, and points are lost. How large the "
            "Execution is and how many points count are values of the house: 1 shot; a made bid "
            "scores its number, Set loses it, at least 1.",
        ),
        (
            "JKE-24",
            "Dirty Hole Law: who does not follow suit although able drinks a shot at once, on "
            "purpose or not. The trick stands, unless the house has it played again.",
        ),
        (
            "JKE-25",
            "First Law: Executions are never of beer. A soft drink is always allowed (SAF-03).",
        ),
        ("JKE-26", "The highest score after the last round wins; equals share the win."),
        ("JKE-27", "A card out of turn goes back to hand, without a shot."),
        (
            "JKE-28",
            "A trump led too early without the claim to hold only trumps goes back to hand, "
            "without a shot.",
        ),
        (
            "JKE-29",
            "Who takes back a card that did not follow suit and then follows it has shown the "
            "revoke: the Dirty Hole Law applies at once.",
        ),
        ("JKE-30", "Who makes the bid is congratulated."),
        (
            "JKE-P1",
            "Who did not follow suit and plays a card of that suit later in the round held it "
            "then.",
        ),
        (
            "JKE-P2",
            "So did who takes the card back and puts one of the suit led in its place.",
        ),
        (
            "JKE-P3",
            "Who led a trump early and plays another suit later in the round held not only trumps.",
        ),
        (
            "JKE-P4",
            "No card is out twice in one round, and the card turned up is out.",
        ),
        (
            "JKE-P5",
            "A card or a lead out of turn, and a trick taken by another than its winner, show at "
            "once.",
        ),
        (
            "JKE-P6",
            "A trick has a card of everybody, and a round as many tricks as there were cards in a "
            "hand.",
        ),
        (
            "JKE-P7",
            "Where every card is dealt: if more cards of a suit are unseen than the others can "
            "hold, who did not follow it holds one. A card may have gone unseen, so this is a "
            "hint.",
        ),
        (
            "JKE-P8",
            "Bids are in turn and never above the hand, and a round has its own number of cards.",
        ),
    )
)
