"""The reader: a small residual network that classifies straightened crops."""

from __future__ import annotations

import pickle
from importlib import resources
from pathlib import Path

import torch
from torch import nn

from vision.reader import CARD_CODES, DIE_CLASSES, DIE_WAY


class Block(nn.Module):  # type: ignore[misc]  # torch is not seen by the type checker
    """Two 3x3 convolutions with a shortcut (He et al., 2015)."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.SiLU(),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )
        self.act = nn.SiLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(self.body(x) + self.shortcut(x))


class Reader(nn.Module):  # type: ignore[misc]  # as above
    """Input (N, 3, H, W) RGB 0..1; output (N, classes + measures): logits, then what is measured.

    The last map is averaged over `bands` full-width bands of `band` rows rather than over all of
    it, since where a glyph stands on the crop says what it is.
    """

    def __init__(
        self,
        classes: int,
        widths: tuple[int, ...],
        last_map: tuple[int, int],
        band: int,
        bands: int,
        measures: int = 0,
    ) -> None:
        super().__init__()
        self.classes = classes
        first, *rest = widths
        self.stem = nn.Sequential(
            nn.Conv2d(3, first, 5, 2, 2, bias=False), nn.BatchNorm2d(first), nn.SiLU()
        )
        layers: list[nn.Module] = [Block(first, first, 1)]
        for inputs, outputs in zip(widths, rest, strict=False):
            layers += [Block(inputs, outputs, 2), Block(outputs, outputs, 1)]
        self.body = nn.Sequential(*layers)
        rows, columns = last_map
        step = (rows - band) // (bands - 1) if bands > 1 else 1
        self.pool = nn.AvgPool2d((band, columns), (step, columns))
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(widths[-1] * bands, classes + measures)

    def features(self, x: torch.Tensor) -> torch.Tensor:
        """(N, widths[-1] * bands) embedding of the crops."""
        return self.pool(self.body(self.stem((x - 0.5) * 4))).flatten(1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.drop(self.features(x)))


CARD_INPUT = (112, 80)
"""Height and width of a card crop."""
DIE_INPUT = (64, 64)
"""Height and width of a die crop."""


def card_reader() -> Reader:
    """78 classes, `vision.reader.CARD_CODES`: 52 cards (rank-major over A23456789TJQK, suits cdhs),
    Jk, back, ??, then the faces and letters of our Five Alive deck."""
    return Reader(len(CARD_CODES), (24, 48, 96, 160, 256), last_map=(4, 3), band=2, bands=3)


def die_reader() -> Reader:
    """7 classes: 1 to 6, then cocked or unreadable; 3 measures: the upper face's direction."""
    widths = (24, 48, 96, 160)
    return Reader(DIE_CLASSES, widths, last_map=(4, 4), band=4, bands=1, measures=DIE_WAY)


def averaged(checkpoint: Path) -> dict[str, torch.Tensor]:
    """The averaged weights of a reader's checkpoint; raises `OSError`, `ValueError`."""
    try:
        state = torch.load(checkpoint, map_location="cpu", weights_only=False)
        return dict(state["ema"])
    except (pickle.UnpicklingError, EOFError, RuntimeError, LookupError, TypeError) as error:
        raise ValueError(f"{checkpoint} is no checkpoint of a reader, or is damaged") from error


def load(net: Reader, checkpoint: Path) -> None:
    """Puts the averaged weights of a checkpoint into `net`; raises `OSError`, `ValueError`.

    Classes that the checkpoint does not know keep the weights that they have.
    """
    state = averaged(checkpoint)
    for key in ("head.weight", "head.bias"):
        state[key] = padded(state[key], net.state_dict()[key])
    net.load_state_dict(state)


def padded(rows: torch.Tensor, longer: torch.Tensor) -> torch.Tensor:
    """`rows`, and after them what `longer` holds more."""
    return torch.cat([rows.to(longer.dtype), longer[len(rows) :]])


def packaged(kind: str) -> Path:
    """The shipped checkpoint of the reader of `card` or `die`, to train on from.

    Raises `FileNotFoundError` where the package came without.
    """
    path = Path(str(resources.files("models"))) / "checkpoints" / f"{kind}_reader.pt"
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not there: name weights to go on from with --weights")
    return path
