"""The rules of Five Alive in our own words, by rule id (RULES section 4)."""

from __future__ import annotations

from typing import Final

from engine.book import Rule

BOOK: Final = tuple(
    Rule(*entry)
    for entry in (
        ("FAL-01", "Two to six play."),
        ("FAL-02", "Everybody has the five letters A-L-I-V-E face up; spare sets are put away."),
        ("FAL-03", "Ten cards are dealt to each; the rest is the stock, face down."),
        ("FAL-04", "Play goes clockwise and begins left of the dealer, with a total of 0."),
        (
            "FAL-05",
            "For a new hand all cards are shuffled and ten dealt to everybody still in; the total "
            "is 0, play goes clockwise, and the deal moves one seat to the left.",
        ),
        ("FAL-06", "In turn a player plays one card onto the pile."),
        ("FAL-07", "A number is added to the total. Exactly 21 is fine, above it is not allowed."),
        (
            "FAL-08",
            "A number that would go above 21 is not played: its player flips a letter, and the "
            "card goes back to hand.",
        ),
        ("FAL-09", "After such a flip the total is 0, and the next player goes on."),
        ("FAL-10", "Flipping a letter is allowed even with a card in hand that could be played."),
        ("FAL-11", "Wild cards, and a 0, can be played at any total."),
        ("FAL-12", "Nobody draws on a turn; only the Draw cards make the others draw."),
        ("FAL-13", "Draw 1: everybody else takes one card of the stock."),
        ("FAL-14", "Draw 2: everybody else takes two."),
        ("FAL-15", "Pass Me By: the next player goes on at the same total."),
        ("FAL-16", "Reverse: play turns round. Between two it is a Pass Me By."),
        ("FAL-17", "Skip: the next player is left out. Between two its player goes on at once."),
        ("FAL-18", "=21: the total is 21, even if it was already."),
        ("FAL-19", "=10: the total is 10, whether it was more or less."),
        ("FAL-20", "=0: the total is 0. It is no answer to a Bomb."),
        (
            "FAL-21",
            "Re-Deal: all hands go to its player, who shuffles and deals them out one by one from "
            "the left, whichever way play runs. The total is 0, and the next player goes on.",
        ),
        ("FAL-22", "A Re-Deal as the last card ends the hand without a deal."),
        (
            "FAL-23",
            "Bomb: everybody else discards a number 0 at once or flips a letter. The total is 0.",
        ),
        ("FAL-24", "A 0 for a Bomb is no turn; each player says whether there is one."),
        ("FAL-25", "Who plays the last card ends the hand, and all the others flip a letter."),
        (
            "FAL-26",
            "A last card has no effect of its own but a Bomb's, and a number must fit into 21.",
        ),
        ("FAL-27", "A Bomb as the last card is answered first; then the others flip besides."),
        (
            "FAL-28",
            "A 0 for a Bomb that was somebody's last card ends the hand too: everybody flips but "
            "those who ran out. If the Bomb was the bomber's last card, that counts.",
        ),
        (
            "FAL-29",
            "Who has flipped all five letters is out; the hand goes to the discards, and flips "
            "beyond the fifth do not count.",
        ),
        ("FAL-30", "The last player with a letter up wins."),
        ("FAL-31", "Who goes out in mid-hand is out; the others play on."),
        (
            "FAL-32",
            "When the stock is empty and somebody has to draw, the discards except the top card "
            "are shuffled into a new one.",
        ),
        (
            "FAL-33",
            "Of several cards at once one is played, as their player chooses, and the others go "
            "back; so does a card out of turn. It costs nothing.",
        ),
        (
            "FAL-34",
            "Sudden death: the game ends as soon as somebody has no letter left, and who has most "
            "letters wins.",
        ),
        (
            "FAL-35",
            "If several have as many letters, the lowest sum of the numbers in hand wins; if that "
            "is equal too, they share.",
        ),
        (
            "FAL-36",
            "Teams: four to six players in two teams who sit alternately, with one set of letters "
            "for each team. Five cannot sit so all round.",
        ),
        (
            "FAL-37",
            "A Bomb in team play is answered by everybody else, team mates too, and each who has "
            "no 0 costs the own team a letter.",
        ),
        ("FAL-38", "A last card in team play costs the other team one letter."),
        (
            "FAL-39",
            "A team without letters has lost. If a Bomb takes the last letter of both, the "
            "bomber's team has won.",
        ),
        (
            "FAL-P1",
            "A number that took the total above 21 does not stay on the pile.",
        ),
        (
            "FAL-P2",
            "Who had no 0 for a Bomb and plays one without having drawn since held it back.",
        ),
        (
            "FAL-P3",
            "No more copies of a card come out than the deck has, where its owner has counted "
            "them.",
        ),
        (
            "FAL-P4",
            "A card out of turn, the wrong way round or of a player who was skipped shows at once.",
        ),
        (
            "FAL-P5",
            "Who plays or shows more or fewer cards than the record gives them has drawn or lost "
            "some unseen.",
        ),
        (
            "FAL-P6",
            "The letters that are face up are those of the record; an arm may hide some, so this "
            "is a hint.",
        ),
        (
            "FAL-P7",
            "Nobody draws without a Draw card.",
        ),
    )
)
