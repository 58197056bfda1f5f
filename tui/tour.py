"""A short walk over the play screen: what stands where, one stop after the other."""

from __future__ import annotations

from tui.asks import Ask, Option

_STOPS: tuple[tuple[str, str], ...] = (
    ("Picture", "This is what the camera sees, with a frame round every card and die it knows. "
                "Just play; whatever lies still in the open counts."),
    ("Banner", "Here stands in large letters who drinks, how much, and below it why and who is "
               "next. It can be read from two metres."),
    ("Scoreboard", "Who had how much, and whose turn it is: ▶. Words in capitals are signs of the "
                   "game; v says that somebody has drunk."),
    ("TableState", "The table as the referee has it. Is it otherwise? s says whose turn it is, u "
                   "takes the last thing back, c puts a wrong reading right."),
    ("AskPanel", "What no camera can see is asked here: press the digit before the answer. Nothing "
                 "waits for you, the game goes on."),
    ("Footer", "The keys of the moment. i shows the last seconds again when somebody disputes it, "
               "? has all keys and the rules, q stops."),
)  # fmt: skip


def tour(at: int = 0) -> Ask:
    """The stop with that number, from 0; its first answer leads to the next one."""
    shows, text = _STOPS[at]
    last = at + 1 == len(_STOPS)
    goes_on = Option("play") if last else Option("next", lambda: tour(at + 1))
    options = (goes_on,) if last else (goes_on, Option("skip the tour (Esc)"))
    return Ask(f"tour {at}", f"{at + 1}/{len(_STOPS)}  {text}", options, shows=shows)
