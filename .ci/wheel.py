"""Builds a wheel from the tree, installs it in an empty environment, and uses it from elsewhere.

Usage: python .ci/wheel.py, with a Python that has `build`. Exit status 1 where anything is amiss.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
ROOMS = ("engine", "vision", "tui", "models", "datasets")
PIP = ("-m", "pip", "--disable-pip-version-check", "install", "--quiet")
EVENT = '{"roll": [3, 6], "by": "Ann"}\n'


def main() -> None:
    """Build, look into it, install, use."""
    with tempfile.TemporaryDirectory() as name:
        away = Path(name)
        wheel = build(away)
        check_contents(wheel)
        program = install(wheel, away / "venv")
        check_program(program, away)
    print("the wheel is whole and works")


def build(away: Path) -> Path:
    """The wheel, made from a copy so that nothing left over from an earlier build gets into it."""
    copy = away / "tree"
    tracked = run(["git", "ls-files", "-z", *ROOMS, "pyproject.toml", "README.md", "LICENSE"], TREE)
    for path in tracked.split("\0")[:-1]:
        target = copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((TREE / path).read_bytes())
    run([sys.executable, "-m", "build", "--wheel", "--outdir", str(away), str(copy)], away)
    return next(away.glob("*.whl"))


def check_contents(wheel: Path) -> None:
    """The rooms' tracked files but the checkpoints are in it, and besides them metadata alone."""
    tracked = run(["git", "ls-files", "-z", *ROOMS], TREE).split("\0")[:-1]
    wanted = {path for path in tracked if not path.endswith(".pt")}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    require(packed == wanted, f"these differ: {sorted(packed ^ wanted)}")


def install(wheel: Path, venv: Path) -> Path:
    """The installed program."""
    run([sys.executable, "-m", "venv", str(venv)], venv.parent)
    scripts = venv / ("Scripts" if os.name == "nt" else "bin")
    run([str(scripts / "python"), *PIP, str(wheel)], venv.parent)
    return scripts / "symposiarch"


def check_program(program: Path, away: Path) -> None:
    """It rules, it sees, and it finds its weights and clips."""
    require(run([program, "--version"], away).startswith("symposiarch "), "no version")
    require("BLK-14" in run([program, "rules", "blackout"], away), "no rule book")
    answer = run([program, "referee", "blackout", "--players", "Ann,Ben", "--json"], away, EVENT)
    require(json.loads(answer)["gulps"] == {"Ann": 6, "Ben": 3}, f"wrong ruling: {answer}")
    picture = draw_card(program.parent / "python", away)
    sight = json.loads(run([program, "detect", picture, "--json"], away))
    require([card["card"] for card in sight["cards"]] == ["Qh"], f"wrong sight: {sight}")
    require("Ann" in run([program, "demo"], away), "the demo says nothing")


def draw_card(python: Path, away: Path) -> Path:
    """A picture of a card of our own deck on a plain table."""
    picture = away / "card.png"
    code = (
        "import sys, cv2, numpy as np; from datasets.deck import own_deck\n"
        "card = own_deck(320).faces['Qh']; h, w = card.shape[:2]\n"
        "table = np.full((640, 640, 3), (60, 105, 75), np.uint8)\n"
        "spot = table[150 : 150 + h, 200 : 200 + w]\n"
        "spot[:] = np.where(card[..., 3:] > 127, card[..., :3], spot)\n"
        "cv2.imwrite(sys.argv[1], table)\n"
    )
    run([python, "-c", code, picture], away)
    return picture


def run(command: list[str | Path], where: Path, stdin: str = "") -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run(command, cwd=where, input=stdin, capture_output=True, encoding="utf-8")
    require(done.returncode == 0, f"{command} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def require(holds: bool, problem: str) -> None:
    """Leave with the problem where something does not hold."""
    if not holds:
        sys.exit(problem)


if __name__ == "__main__":
    main()
