"""The rules of Becker's Game of Death in our own words, by rule id (RULES section 1)."""

from __future__ import annotations

from typing import Final

from engine.book import Rule

BOOK: Final = tuple(
    Rule(*entry)
    for entry in (
        (
            "BGD-01",
            "All 52 cards are dealt, one at a time from the dealer's left; where they do not come "
            "out even, the first players hold one more.",
        ),
        ("BGD-02", "Two to ten play."),
        ("BGD-03", "Whoever holds the 2 of diamonds opens with it, at no cost."),
        ("BGD-03b", "Another card thrown first goes back and costs a D'oh."),
        ("BGD-04", "Play goes clockwise."),
        ("BGD-05", "The table names the first dealer."),
        ("BGD-06", "A card fits if it has the suit or the rank of the card on top."),
        (
            "BGD-07",
            "On an empty table any card leads; it breaks nothing and drops from nothing.",
        ),
        (
            "BGD-08",
            "Who can throw must; who cannot passes and drinks one.",
        ),
        ("BGD-09", "A card that fits stays once it is thrown; nobody takes it back."),
        (
            "BGD-10",
            "Order of effects: the broken suit, the card's own effect, a social, the sweep of an "
            "Ace, the end of the game, the next turn.",
        ),
        ("BGD-11", "A higher number in suit costs nobody anything."),
        (
            "BGD-12",
            "A number below ten in suit that is lower than the top card costs its thrower the "
            "difference.",
        ),
        (
            "BGD-13",
            "The same rank in another suit breaks the suit: whoever threw the card before drinks "
            "one.",
        ),
        ("BGD-14", "Breaking costs the breaker nothing, since the ranks are equal."),
        (
            "BGD-15",
            "Black faces give and red faces take. Ace, King, Queen, Jack of spades give 20, 8, 6, "
            "4, of clubs 5, 4, 3, 2; of hearts they take 5, 4, 3, 2, of diamonds 10, 8, 6, 4.",
        ),
        (
            "BGD-16",
            "Who throws a black face gives out exactly that many drinks, split at will among the "
            "others in the game.",
        ),
        ("BGD-17", "Who throws a red face drinks all of it alone."),
        ("BGD-18", "Nobody throws or passes before a black card's drinks are given."),
        ("BGD-19", "Nobody waits for the drinks of a red card."),
        ("BGD-20", "A face card in suit is never a drop, whatever it lies on."),
        (
            "BGD-21",
            "A number in suit on a Jack, Queen or King drops from 11, 12 or 13.",
        ),
        ("BGD-22", "A ten on a Jack, Queen or King is free."),
        (
            "BGD-23",
            "Breaking with a face card does both: the one before drinks for the suit, and the face "
            "has its effect.",
        ),
        ("BGD-24", "After an Ace's effect the table is swept and its thrower restarts."),
        ("BGD-25", "The drinks of a black Ace are given before its thrower restarts."),
        ("BGD-26", "After a red Ace its thrower may restart at once, still drinking."),
        ("BGD-27", "An Ace that was its thrower's last card ends the game."),
        (
            "BGD-28",
            "An Ace is swept off at once, so it is never broken and breaks nothing; but the "
            "restart may be another Ace.",
        ),
        (
            "BGD-29",
            "The sweeper sits to the left of the dealer and deals the next round; if that seat is "
            "out of the game, the next one does.",
        ),
        (
            "BGD-30",
            "The fourth card of a rank in a row is a social: everybody drinks one, besides the "
            "broken suit and the card's own effect.",
        ),
        ("BGD-31", "A pass between the four does not matter, a sweep does."),
        ("BGD-32", "Players without cards drink socials too; those out of the game do not."),
        (
            "BGD-33",
            "When everybody else has passed, the table is swept and the last thrower leads.",
        ),
        ("BGD-34", "If that thrower has no cards left, the game ends instead."),
        ("BGD-35", "The drinks of an Ace that ends the game are still given."),
        (
            "BGD-36",
            "The game ends when play comes back to the first player who ran out of cards, or to "
            "that seat.",
        ),
        (
            "BGD-37",
            "In that last lap everything counts. An Ace sweeps, its thrower restarts, and the lap "
            "goes on.",
        ),
        (
            "BGD-38",
            "At the end everybody drinks what the black faces left in hand would have given.",
        ),
        ("BGD-39", "The sweeper deals the next round."),
        (
            "BGD-40",
            "A card that fits neither suit nor rank goes back and costs two; the same player acts "
            "again.",
        ),
        (
            "BGD-41",
            "Blunders cost a D'oh: a wrong number announced, a spill, dropped cards, forgetting "
            "one's turn or drink, and the like.",
        ),
        ("BGD-42", "A card thrown out of turn goes back and costs a D'oh."),
        (
            "BGD-43",
            "So does a card thrown before the drinks of the black card are given.",
        ),
        (
            "BGD-44",
            "Several cards at once cost a D'oh. The one that fits stays; if several fit, their "
            "thrower picks one; if none does, they are an illegal card.",
        ),
        (
            "BGD-45",
            "A misdeal costs the dealer a D'oh, and before the first card it is dealt again.",
        ),
        ("BGD-46", "One blunder has one penalty, the largest."),
        (
            "BGD-47",
            "The others may vote one drink for delaying the game, slow drinking too; never for the "
            "bathroom, fetching drinks or talking to the staff.",
        ),
        (
            "BGD-48",
            "Cheating is for the others to judge: found guilty by a majority, a player drinks two "
            "whole beverages and is out of the game.",
        ),
        (
            "BGD-49",
            "Cheating is: hiding or trading cards, taking cards that were played, passing with a "
            "card that fits, refusing drinks, making somebody drink for nothing, fixing the deck, "
            "accusing falsely, any deliberate breach.",
        ),
        (
            "BGD-50",
            "Making somebody drink for nothing takes malice, and only that somebody may accuse.",
        ),
        (
            "BGD-51",
            "An accusation that fails convicts nobody, but allows a vote on whether it was false.",
        ),
        (
            "BGD-52",
            "A removed player's hand is set aside unseen and costs nothing, and breaking a card of "
            "that player costs nobody; if all pass on it, the next seat leads.",
        ),
        ("BGD-53", "Who does not drink may play if everybody knows and agrees."),
        (
            "BGD-54",
            "A majority is more than half of the players in the game other than the accused; a tie "
            "is none.",
        ),
        ("BGD-55", "With fewer than two players the game ends."),
        (
            "BGD-P1",
            "Hands only shrink: a card thrown now was there at every earlier pass. If it fitted "
            "then, that pass was false.",
        ),
        ("BGD-P2", "The same with a card that is shown."),
        ("BGD-P3", "The same, at once, with a card that went back to that hand before all eyes."),
        (
            "BGD-P4",
            "If more cards that fit are unseen than there is room for elsewhere, who passes holds "
            "one.",
        ),
        ("BGD-P5", "If all pass and the same is true of their hands together, one of them cheats."),
        ("BGD-P6", "No card is out twice in one deal."),
        ("BGD-P7", "Cards thrown and cards shown add up to the cards dealt."),
        ("BGD-P8", "A throw out of turn, too early or illegal is charged at once and told why."),
        ("BGD-P9", "What is given adds up to what the card gives."),
        ("BGD-P10", "A card that was thrown does not leave the table before the sweep."),
        ("BGD-P11", "The 2 of diamonds opens; it appears nowhere else, and it does appear."),
    )
)
