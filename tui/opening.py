"""What every command that watches a table needs to begin with; heavy imports happen when called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.cli import UserError

if TYPE_CHECKING:
    from vision.eyes import Looks
    from vision.sources import Source


def load_eyes(backend: str) -> Looks:
    """The trained eyes; raises `UserError` where they cannot be had."""
    from vision.backends import BackendError
    from vision.eyes import Eyes
    from vision.weights import WeightsError

    try:
        return Eyes.load(backend)
    except (BackendError, WeightsError) as error:
        raise UserError(str(error)) from error


def eyes_named(backend: str) -> str:
    """What the status line calls the eyes."""
    return "trained eyes" if backend == "auto" else f"trained eyes on {backend}"


def model_of(backend: str) -> dict[str, Any]:
    """How a record names the weights."""
    import json

    from vision import weights

    manifest = weights.folder() / weights.MANIFEST
    files = json.loads(manifest.read_text(encoding="utf-8")) if manifest.is_file() else {}
    return {"backend": backend, "weights": files}


def camera_of(source: Source, spec: str) -> dict[str, Any]:
    """How a record names its source; a file by its whole path, so that it is known again."""
    place = spec if source.live else str(Path(spec).expanduser().absolute())
    return {"source": place, "live": source.live, "description": source.describe()}
