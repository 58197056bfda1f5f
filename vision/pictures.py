"""Loads still pictures as they are meant to be seen."""

from __future__ import annotations

import warnings
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pictures
from PIL import ImageOps, UnidentifiedImageError

from vision.frames import Image

MAX_MEGAPIXELS = 80
"""Larger pictures are refused before a pixel is decoded; phones make 50."""

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""Names that count as pictures in a folder."""

FOREIGN = (".heic", ".heif", ".avif")
"""Names of pictures that phones take and nothing here can open: to be refused, not passed over."""

# JPEG includes the MPO of phones. None of these needs a foreign program to open it.
_FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
_GREY = (128, 128, 128)
_FOREIGN_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"hevc", b"avif", b"avis")


class PictureError(Exception):
    """A picture cannot be read; the text is one sentence that says why."""


def load(path: Path) -> Image:
    """The picture in `path`: (height, width, 3) BGR, 8 bits, turned as its EXIF says.

    JPEG, PNG, WebP, BMP, TIFF of any depth; what is transparent lies on neutral grey; of
    several frames the first is taken. Raises `PictureError`.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of damaged metadata, which is none of our business
            with Pictures.open(path, formats=_FORMATS) as picture:
                return _pixels(picture)
    except UnidentifiedImageError as error:
        raise PictureError(_unknown(path)) from error
    except FileNotFoundError as error:
        raise PictureError("There is no such file.") from error
    except OSError as error:
        raise PictureError(_unreadable(error)) from error
    except Pictures.DecompressionBombError as error:
        raise PictureError(_too_large()) from error
    except (ValueError, SyntaxError, EOFError, LookupError, TypeError, MemoryError) as error:
        raise PictureError("The picture is damaged.") from error


def save(path: Path, image: Image) -> None:
    """Write a picture (BGR) in the format that the file's name says.

    Raises `PictureError` where it says none, `OSError` where the file cannot be written.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise PictureError(f"{path} is no picture's name: end it in .jpg or .png.")
    _, data = cv2.imencode(path.suffix, image)
    path.write_bytes(data.tobytes())


def _pixels(picture: Pictures.Image) -> Image:
    if picture.width * picture.height > MAX_MEGAPIXELS * 1_000_000:
        raise PictureError(_too_large())
    ImageOps.exif_transpose(picture, in_place=True)
    seen: Pictures.Image = picture
    if seen.mode.startswith("I"):
        return _from_deep(np.asarray(seen))
    if seen.has_transparency_data:
        rgba = seen.convert("RGBA")
        seen = Pictures.new("RGB", seen.size, _GREY)
        seen.paste(rgba, mask=rgba.getchannel("A"))
    return np.ascontiguousarray(np.asarray(seen.convert("RGB"))[..., ::-1])


def _from_deep(grey: npt.NDArray[np.int_]) -> Image:
    """A grey picture of 16 bits (kept by the library in 16 or 32) as 8-bit BGR."""
    shallow = np.clip(grey, 0, 65535) // 257
    return np.repeat(shallow.astype(np.uint8)[..., None], 3, axis=2)


def _unknown(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(12)
    if not head:
        return "The file is empty."
    if head[4:8] == b"ftyp" and head[8:12] in _FOREIGN_BRANDS:
        return "HEIC and AVIF pictures are not supported: save it as JPEG."
    return "This is not a picture (JPEG, PNG, WebP, BMP or TIFF), or it is damaged."


def _unreadable(error: OSError) -> str:
    # Errors of the system have a number, errors of the decoder have none.
    return f"{error.strerror}." if error.strerror else "The picture is damaged or cut short."


def _too_large() -> str:
    return f"The picture is too large: at most {MAX_MEGAPIXELS} megapixels."
