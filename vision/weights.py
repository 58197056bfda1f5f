"""Finds the trained weights and checks that they are whole."""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from importlib import resources
from pathlib import Path

FOLDER_VARIABLE = "SYMPOSIARCH_WEIGHTS"
MANIFEST = "manifest.json"

_REINSTALL = "reinstall symposiarch"


class WeightsError(Exception):
    """Weights are missing or damaged; the text says which file and what to do."""


def folder() -> Path:
    """The folder with the weights: `SYMPOSIARCH_WEIGHTS` where set, else the packaged one.

    Raises `WeightsError` where that folder does not exist.
    """
    own = os.environ.get(FOLDER_VARIABLE)
    path = Path(own).expanduser() if own else Path(str(resources.files("models"))) / "weights"
    if not path.is_dir():
        remedy = f"set {FOLDER_VARIABLE} to one that exists" if own else _REINSTALL
        raise WeightsError(f"There is no weights folder {path}: {remedy}.")
    return path


def find(name: str) -> Path:
    """The path of weights file `name` after its checksum was verified against the manifest.

    A folder of the user's own may do without a manifest; the packaged one may not.
    Raises `WeightsError` where the file is missing, unlisted or differs from its checksum.
    """
    path = folder() / name
    if not path.is_file():
        raise WeightsError(f"The weights file {path} is missing: {_REINSTALL}.")
    expected = _expected(path)
    if expected is not None and _sha256(path, path.stat().st_mtime_ns) != expected:
        raise WeightsError(f"The weights file {path} is damaged: {_REINSTALL}.")
    return path


def deck_reader() -> str:
    """The file of the card reader to whose features decks are taught.

    It stays when the reader of usual decks is trained on, so that taught decks are not lost. A
    folder of the user's own without one teaches decks to its reader of usual decks.
    """
    own = folder() / "deck_reader.onnx"
    return own.name if own.is_file() else "card_reader.onnx"


def checksum(name: str) -> str:
    """The SHA-256 of weights file `name`; raises `WeightsError` as `find` does."""
    path = find(name)
    return _sha256(path, path.stat().st_mtime_ns)


def _expected(path: Path) -> str | None:
    """The checksum that the manifest beside `path` names; None where the user keeps no manifest."""
    manifest = path.parent / MANIFEST
    if not manifest.is_file() and FOLDER_VARIABLE in os.environ:
        return None
    try:
        return str(json.loads(manifest.read_text(encoding="utf-8"))[path.name]["sha256"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(
            f"{manifest} does not name the checksum of {path.name}: {_REINSTALL}."
        ) from error


@cache
def _sha256(path: Path, _changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
