"""Still pictures are loaded as they are meant to be seen."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pictures

from vision.frames import Image
from vision.pictures import MAX_MEGAPIXELS, PictureError, load

ORIENTATION = 0x0112

# How the stored picture must be turned to be seen, by EXIF orientation.
TURNS = {
    1: lambda a: a,
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.transpose(1, 0, 2),
    6: lambda a: np.rot90(a, -1),
    7: lambda a: np.rot90(a, 2).transpose(1, 0, 2),
    8: lambda a: np.rot90(a, 1),
}


def corners_picture() -> Image:
    """48 rows, 64 columns, four colours in BGR."""
    image = np.zeros((48, 64, 3), dtype=np.uint8)
    image[:24, :32], image[:24, 32:] = (200, 30, 40), (30, 200, 50)
    image[24:, :32], image[24:, 32:] = (20, 40, 220), (210, 215, 220)
    return image


def save(path: Path, image: Image, orientation: int = 1) -> Path:
    exif = Pictures.Exif()
    exif[ORIENTATION] = orientation
    Pictures.fromarray(image[..., ::-1]).save(path, exif=exif)
    return path


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".tiff"])
@pytest.mark.parametrize("orientation", TURNS)
def test_exif_orientation_is_applied(tmp_path: Path, suffix: str, orientation: int) -> None:
    image = corners_picture()
    seen = load(save(tmp_path / f"photo{suffix}", image, orientation))
    wanted = TURNS[orientation](image)
    assert seen.shape == wanted.shape
    assert np.abs(seen.astype(int) - wanted).mean() < 8
    assert seen.flags.c_contiguous


@pytest.mark.parametrize("suffix", [".png", ".tiff"])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_sixteen_bits_become_eight(tmp_path: Path, suffix: str, channels: int) -> None:
    deep = np.full((20, 30, channels), 65535, dtype=np.uint16)
    deep[..., :3] = np.array([0x4000, 0x8000, 0xC000])[: min(channels, 3)]
    path = tmp_path / f"deep{suffix}"
    cv2.imwrite(str(path), deep)
    wanted = [0x40] * 3 if channels == 1 else [0x40, 0x80, 0xC0]
    assert load(path)[10, 15] == pytest.approx(wanted, abs=1)


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_what_is_transparent_lies_on_grey(tmp_path: Path, suffix: str) -> None:
    image = np.zeros((32, 32, 4), dtype=np.uint8)
    image[..., 2], image[16:, :, 3] = 250, 255
    path = tmp_path / f"clear{suffix}"
    cv2.imwrite(str(path), image)
    seen = load(path)
    assert seen[4, 16] == pytest.approx([128, 128, 128], abs=3)
    assert seen[28, 16] == pytest.approx([0, 0, 250], abs=6)


def test_grey_palette_and_bitmap_pictures_are_accepted(tmp_path: Path) -> None:
    image = corners_picture()
    rgb = Pictures.fromarray(image[..., ::-1])
    rgb.convert("L").save(tmp_path / "grey.jpg")
    rgb.quantize(16).save(tmp_path / "palette.png")
    rgb.convert("CMYK").save(tmp_path / "print.jpg")
    rgb.save(tmp_path / "plain.bmp")
    grey = load(tmp_path / "grey.jpg")
    assert grey.shape == image.shape
    assert (grey[..., 0] == grey[..., 2]).all()
    assert (load(tmp_path / "plain.bmp") == image).all()
    for name in ("palette.png", "print.jpg"):
        assert np.abs(load(tmp_path / name).astype(int) - image).mean() < 12


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is enormous."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(header) + chunk(data)


def chunk(body: bytes) -> bytes:
    return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"the quick brown fox jumps over the lazy dog", "not a picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
        (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1", "AVIF"),
        (b"GIF89a\1\0\1\0\0\0\0;", "JPEG, PNG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "damaged"),
        (bomb(9000, 9000), f"at most {MAX_MEGAPIXELS} megapixels"),
        (bomb(60_000, 60_000), f"at most {MAX_MEGAPIXELS} megapixels"),
        (bomb(50, 50), "damaged"),
    ],
)
def test_what_is_no_picture_gives_one_clear_sentence(
    tmp_path: Path, content: bytes, says: str
) -> None:
    path = tmp_path / "thing.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=says) as caught:
        load(path)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".tiff"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_truncated_pictures_are_refused(tmp_path: Path, suffix: str, share: float) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    path = save(tmp_path / f"short{suffix}", noise)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(PictureError, match="damaged"):
        load(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load(tmp_path / "nowhere.jpg")
    with pytest.raises(PictureError, match="directory"):
        load(tmp_path)
