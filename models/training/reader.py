"""Trains a reader (card or die) on a folder of crop shards, resumable, on a CPU or a GPU.

A shard is a pair `NAME.images.npy` (N, H, W, 3) uint8 BGR and `NAME.labels.npy` (N,) as
`datasets.pool` writes them, with `NAME.ups.npy` (N, 3) where a die's direction is known.
"""

from __future__ import annotations

import time
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from models.training.nets import Reader, load

RELIST = 200
"""Steps after which the folders are listed again: a pool may grow while it is trained on."""


UPRIGHT = 10.0
"""What a squared error of a die's direction costs, against the cross entropy of its value."""


class Course(NamedTuple):
    """How long and how fast is learned: batches, crops in each, the top learning rate."""

    steps: int
    batch: int
    lr: float


TRAINING = Course(2400, 128, 2e-3)
FINETUNING = Course(400, 64, 1e-3)
"""From trained weights, on a few hundred new things among composed ones: minutes on a CPU."""


class Shards:
    """Crops of all shards of some folders, memory-mapped; folders may be given a weight."""

    def __init__(self, folders: dict[Path, float]) -> None:
        self.parts: list[
            tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.float32]]
        ] = []
        weights: list[float] = []
        for folder, weight in folders.items():
            names = sorted(folder.glob("*.images.npy"))
            if not names:
                raise FileNotFoundError(f"no crop shards in {folder}: write a pool first")
            for name in names:
                images = np.load(name, mmap_mode="r")
                labels = np.load(str(name).replace(".images.", ".labels."))
                ups = Path(str(name).replace(".images.", ".ups."))
                known = np.load(ups) if ups.exists() else np.zeros((len(labels), 3), np.float32)
                self.parts.append((images, labels, known))
                weights.append(weight * len(labels))
        self.chances = np.array(weights) / sum(weights)

    def __len__(self) -> int:
        return sum(len(labels) for _, labels, _ in self.parts)

    def batch(
        self, rng: np.random.Generator, size: int
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(size, 3, H, W) RGB 0..1, (size,) labels, (size, 3) directions, drawn at random.

        A direction is 0, 0, 0 where it is not known.
        """
        counts = rng.multinomial(size, self.chances)
        images, labels, ups = [], [], []
        for count, (pictures, truth, known) in zip(counts, self.parts, strict=True):
            picks = np.sort(rng.integers(0, len(truth), count))
            images.append(pictures[picks])
            labels.append(truth[picks])
            ups.append(known[picks])
        stack = np.concatenate(images)[..., ::-1].transpose(0, 3, 1, 2)
        return (
            torch.from_numpy(np.ascontiguousarray(stack)).float() / 255,
            torch.from_numpy(np.concatenate(labels)).long(),
            torch.from_numpy(np.concatenate(ups)),
        )


def augment(rng: np.random.Generator, x: torch.Tensor, half_turn: bool) -> torch.Tensor:
    """Gain, offset, colour balance, noise, an erased patch; half turns where a card allows it."""
    n = len(x)

    def normal(scale: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(rng.normal(0, scale, shape).astype(np.float32))

    x = x * (1 + normal(0.15, n, 1, 1, 1)) * (1 + normal(0.05, n, 3, 1, 1)) + normal(
        0.05, n, 1, 1, 1
    )
    if half_turn:
        turned = torch.from_numpy(rng.random(n) < 0.5)
        x = torch.where(turned[:, None, None, None], x.flip(2, 3), x)
    noisy = torch.from_numpy((rng.random((n, 1, 1, 1)) < 0.3).astype(np.float32))
    x = x + noisy * torch.randn_like(x) * 0.04
    for i in np.flatnonzero(rng.random(n) < 0.12):
        height, width = (int(s * rng.uniform(0.1, 0.35)) for s in x.shape[2:])
        top = int(rng.integers(0, x.shape[2] - height))
        left = int(rng.integers(0, x.shape[3] - width))
        x[i, :, top : top + height, left : left + width] = float(rng.random())
    return x.clamp(0, 1)


def one_cycle(step: int, total: int) -> float:
    """Share of the top learning rate: 5 % warm-up, then a cosine down to 1 %."""
    warm = max(1, int(0.05 * total))
    if step < warm:
        return (step + 1) / warm
    return float(0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * (step - warm) / max(1, total - warm))))


def train(
    net: Reader,
    folders: dict[Path, float],
    out: Path,
    *,
    steps: int,
    batch: int = TRAINING.batch,
    lr: float = TRAINING.lr,
    half_turn: bool,
    device: str = "cpu",
    seed: int = 0,
    weights: Path | None = None,
) -> Path:
    """Trains for `steps` batches, going on from `out` (a checkpoint file) if it is unfinished."""
    shards = Shards(folders)
    if weights:
        load(net, weights)
    net.to(device, memory_format=torch.channels_last)
    ema = deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=lr, weight_decay=0.02)
    start = 0
    if out.exists():
        state = torch.load(out, map_location=device, weights_only=False)
        if state["step"] < state["steps"]:
            net.load_state_dict(state["net"])
            ema.load_state_dict(state["ema"])
            optimiser.load_state_dict(state["optimiser"])
            start = state["step"]
    began, right, seen = time.monotonic(), 0.0, 0
    for step in range(start, steps):
        rng = np.random.default_rng((seed, step))
        if step % RELIST == 0:
            shards = Shards(folders)
        for group in optimiser.param_groups:
            group["lr"] = lr * one_cycle(step, steps)
        x, y, up = shards.batch(rng, batch)
        x = augment(rng, x, half_turn).to(device).contiguous(memory_format=torch.channels_last)
        y, up = y.to(device), up.to(device)
        with torch.autocast(device.split(":")[0], dtype=torch.bfloat16):
            out_of = net(x).float()
        logits, measured = out_of[:, : net.classes], out_of[:, net.classes :]
        loss = nn.functional.cross_entropy(logits, y, label_smoothing=0.05)
        if measured.shape[1]:
            known = up.abs().sum(1) > 0
            loss = loss + UPRIGHT * ((measured - up) ** 2).sum(1)[known].sum() / len(y)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average(ema, net, min(0.998, (1 + step) / (10 + step)))
        right += float((logits.argmax(1) == y).float().sum())
        seen += len(y)
        if (step + 1) % 100 == 0 or step + 1 == steps:
            rate = seen / (time.monotonic() - began)
            print(f"step {step + 1}/{steps} right {right / seen:.4f} {rate:.0f}/s", flush=True)
            began, right, seen = time.monotonic(), 0.0, 0
        if (step + 1) % 400 == 0 or step + 1 == steps:
            save(out, net, ema, optimiser, step + 1, steps)
    return out


def average(ema: nn.Module, net: nn.Module, keep: float) -> None:
    """Moves the averaged weights towards the trained ones."""
    with torch.no_grad():
        for old, new in zip(ema.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.mul_(keep).add_(new, alpha=1 - keep)
            else:
                old.copy_(new)


def save(
    out: Path, net: Reader, ema: Reader, optimiser: torch.optim.Optimizer, step: int, steps: int
) -> None:
    """Writes the checkpoint beside the old one, then replaces it."""
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = out.with_suffix(".new")
    torch.save(
        {
            "net": net.state_dict(),
            "ema": ema.state_dict(),
            "optimiser": optimiser.state_dict(),
            "step": step,
            "steps": steps,
        },
        fresh,
    )
    fresh.replace(out)
