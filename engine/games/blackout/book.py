"""The rules of Blackout in our own words, by rule id (RULES section 3)."""

from __future__ import annotations

from typing import Final

from engine.book import Rule

BOOK: Final = tuple(
    Rule(*entry)
    for entry in (
        (
            "BLK-01",
            "Two to eight play.",
        ),
        (
            "BLK-02",
            "Four beers for each player and one more stand in the centre; their number is "
            "fixed at the start. There are two dice.",
        ),
        (
            "BLK-03",
            "A beer is opened only when its owner has to drink from it.",
        ),
        (
            "BLK-04",
            "Empties stay in front of who drank them.",
        ),
        (
            "BLK-05",
            "Nobody drinks from another player's beer.",
        ),
        (
            "BLK-06",
            "An open beer is to be finished before its owner leaves (but see SAF-08).",
        ),
        (
            "BLK-07",
            "Who has most empties at the end wins.",
        ),
        (
            "BLK-08",
            "Everybody rolls for the order: the highest sum begins, tied leaders roll again, "
            "and play goes to the left. These rolls never count as repeats.",
        ),
        (
            "BLK-09",
            "Each turn two dice are rolled, and the roller drinks their sum in gulps unless "
            "another rule says otherwise.",
        ),
        (
            "BLK-10",
            "The same roll twice in a row reverses the direction once that turn has ended; a "
            "share still goes to the old next player.",
        ),
        (
            "BLK-11",
            "The same roll is the same two faces in any order, whoever rolled them, extra "
            "turns included.",
        ),
        (
            "BLK-12",
            "A third equal roll repeats the second and reverses again.",
        ),
        (
            "BLK-13",
            "Rolls for the order, duel dice and invalid throws do not count as rolls.",
        ),
        (
            "BLK-14",
            "Nine, ten and eleven are shared: the roller drinks the larger face, the next "
            "player the smaller. Eight is not shared.",
        ),
        (
            "BLK-15",
            "Seven: the roller proposes a toast and drinks seven; everybody else drinks one.",
        ),
        (
            "BLK-16",
            "6-6: everybody but the roller drinks seven, half a beer.",
        ),
        (
            "BLK-17",
            "5-5: the roller and the next player drink five each, and the roller rolls again.",
        ),
        (
            "BLK-18",
            "The extra turn is a full turn: its roll is compared with the 5-5 before it, and "
            "a second 5-5 reverses the direction and brings another turn.",
        ),
        (
            "BLK-19",
            "4-4: the table agrees whose beer has more left, the roller's or the next "
            "player's, and that one is finished. Who has no open beer has nothing in it.",
        ),
        (
            "BLK-20",
            "3-3: the roller drinks six and is an Echo until the beginning of their next turn.",
        ),
        (
            "BLK-21",
            "2-2 is a duel, 1-1 a beer bong.",
        ),
        (
            "BLK-22",
            "1-1, 2-2 and 4-4 do not cost their sum besides.",
        ),
        (
            "BLK-23",
            "An Echo drinks with every other player whose roll shows a three or totals three.",
        ),
        (
            "BLK-24",
            "The Echo drinks as many gulps as that roller drinks for the roll.",
        ),
        (
            "BLK-25",
            "This comes on top of whatever else the Echo drinks.",
        ),
        (
            "BLK-26",
            "An Echo ends when that player's turn begins, before the roll.",
        ),
        (
            "BLK-27",
            "There may be several Echoes; each matches the roller, never another Echo. Duel "
            "dice wake no Echo.",
        ),
        (
            "BLK-28",
            "In a duel the roller names any other player, and each rolls one die.",
        ),
        (
            "BLK-29",
            "The higher die drinks double its number, the lower die its number.",
        ),
        (
            "BLK-30",
            "On a tie both drink double.",
        ),
        (
            "BLK-31",
            "1-1: the roller drinks one entire fresh beer, from a bong or the can; a beer "
            "already open stays open.",
        ),
        (
            "BLK-32",
            "A beer is about fourteen gulps; this only serves to estimate.",
        ),
        (
            "BLK-33",
            "When the last beer is opened, the turn is completed and the Beerocalypse comes: "
            "all chug what they have open.",
        ),
        (
            "BLK-34",
            "It comes before an extra turn or a reversal that is due.",
        ),
        (
            "BLK-35",
            "Equal empties: who finished first in the Beerocalypse wins, and nothing open is "
            "finished at once; still equal: a chugging contest.",
        ),
        (
            "BLK-36",
            "When the centre is empty, gulps owed are drunk from the can, and the rest lapses.",
        ),
        (
            "BLK-37",
            "Who leaves keeps the empties, and the number of beers stays.",
        ),
        (
            "BLK-38",
            "A die off the table, cocked or stacked: no roll, both dice again, no penalty.",
        ),
        (
            "BLK-39",
            "There is no eight-ban: rolling eight bars nobody from drinking.",
        ),
        (
            "BLK-40",
            "Nobody is ever encouraged to drink until sick; who is unwell stops (SAF-06).",
        ),
        (
            "BLK-P1",
            "What is drunk for a roll is what these rules say; more than was owed is told.",
        ),
        (
            "BLK-P2",
            "A roll of somebody who is not in turn does not count, and is told.",
        ),
        (
            "BLK-P3",
            "Nor does a second roll in one turn: the dice count as they first lay still.",
        ),
        (
            "BLK-P4",
            "Nobody finishes more beers than they opened, or has two open without snake eyes, and "
            "no more are opened than stood in the centre.",
        ),
        (
            "BLK-P5",
            "A beer far sooner than its fourteen gulps, or none long after, is a hint.",
        ),
        (
            "BLK-P6",
            "A beer opened by somebody who owed nothing this turn is a hint.",
        ),
        (
            "BLK-P7",
            "Who leaves with an open beer has not finished it.",
        ),
        (
            "BLK-P8",
            "After two hundred rolls, faces so uneven as chance makes them once in a thousand "
            "games are a hint.",
        ),
    )
)
