"""Contact sheets of composed scenes and crops, to look at: `python -m datasets.preview OUT`."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from datasets.arrays import Bgr
from datasets.compose.assets import Assets, load_assets
from datasets.compose.crops import CLASSES, card_crop
from datasets.compose.scene import Item, compose_scene
from datasets.things.library import SpriteLibrary

COLOURS = {"card": (0, 255, 0), "back": (255, 120, 0), "die": (0, 0, 255)}


def main() -> None:
    """Writes `scenes_<n>.jpg` and `crops.jpg` into the folder OUT."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, default=None, help="folder of shared data")
    parser.add_argument("--sprites", type=Path, default=None, help="folder of a sprite library")
    parser.add_argument("--sheets", type=int, default=2)
    parser.add_argument("--size", type=int, default=448)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="do not draw the labels")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    sprites = SpriteLibrary.load(args.sprites) if args.sprites else None
    assets = load_assets(args.data, sprites)
    for sheet in range(args.sheets):
        seeds = [args.seed + sheet * 12 + i for i in range(12)]
        tiles = [_scene(seed, assets, args.size, args.plain) for seed in seeds]
        cv2.imwrite(str(args.out / f"scenes_{sheet}.jpg"), _grid(tiles, 4))
    crops = [_crop(args.seed + i, assets) for i in range(144)]
    cv2.imwrite(str(args.out / "crops.jpg"), _grid(crops, 18))


def _scene(seed: int, assets: Assets, size: int, plain: bool) -> Bgr:
    scene = compose_scene(np.random.default_rng(seed), assets, (size, size))
    if not plain:
        for item in scene.items:
            _outline(scene.image, item)
    return scene.image


def _outline(image: Bgr, item: Item) -> None:
    colour = COLOURS[item.kind] if item.visible > 0.2 else (160, 160, 160)
    cv2.polylines(image, [np.round(item.quad).astype(np.int32)], True, colour, 1, cv2.LINE_AA)
    text = f"{item.code or item.value or ''} {item.visible:.2f}"
    x, y = item.quad[0]
    cv2.putText(image, text, (int(x), int(y)), cv2.FONT_HERSHEY_PLAIN, 0.8, (255, 0, 255), 1)


def _crop(seed: int, assets: Assets) -> Bgr:
    image, label = card_crop(np.random.default_rng(seed), assets)
    strip = np.zeros((14, image.shape[1], 3), np.uint8)
    cv2.putText(strip, CLASSES[label], (2, 11), cv2.FONT_HERSHEY_PLAIN, 0.9, (255, 255, 255), 1)
    return np.vstack([image, strip])


def _grid(tiles: list[Bgr], columns: int) -> Bgr:
    rows = [np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)]
    return np.vstack(rows)


if __name__ == "__main__":
    main()
