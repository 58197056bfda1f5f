"""Means of trained weights: between two runs, the mean often keeps what is good in either."""

from __future__ import annotations

from pathlib import Path

import torch

from models.training.nets import averaged, card_reader, die_reader, padded
from vision.reader import DIE_UNREAD, UNREAD

NETS = {"card": card_reader, "die": die_reader}
UNREADABLE = {"card": UNREAD, "die": DIE_UNREAD}


def mix(
    parts: dict[Path, float], kind: str, out: Path, doubt: float = 0.0, sharpen: float = 1.0
) -> Path:
    """Writes the weighted mean of readers' averaged weights as a checkpoint to go on from.

    `kind`: `card` or `die`, which the readers read. `doubt` is added to the bias of the class
    unreadable: training crops show it far more often than tables do, and below 0 that is made up
    for. Classes that a reader does not know are taken from the one that knows most. ValueError
    where readers differ, or are of another kind.
    """
    total = sum(parts.values())
    mean: dict[str, torch.Tensor] = {}
    states = {path: averaged(path) for path in parts}
    most = max(states.values(), key=lambda state: len(state["head.bias"]))
    net = NETS[kind]()
    if most["head.weight"].shape[1] != net.head.in_features:
        raise ValueError(
            f"the checkpoints are of no {kind} reader: --reader says which they are of"
        )
    for path, weight in parts.items():
        state = states[path]
        if state.keys() != most.keys():
            raise ValueError(f"{path} holds another kind of network")
        for key in ("head.weight", "head.bias"):
            state[key] = padded(state[key].float(), most[key].float())
        for key, value in state.items():
            if value.is_floating_point():
                mean[key] = mean.get(key, 0) + value.float() * (weight / total)
            else:
                mean[key] = value
    # A die's direction comes after its classes, and is no logit.
    for part in ("head.weight", "head.bias"):
        mean[part][: net.classes] *= sharpen
    mean["head.bias"][UNREADABLE[kind]] += doubt
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"ema": mean}, out)
    return out
