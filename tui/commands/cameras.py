"""`symposiarch cameras`: which cameras there are, by name."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.sources.devices import Device

NONE = (
    "No camera can be seen: plug one in, or use a phone camera app and give its address,"
    " such as http://192.168.1.20:8080."
)


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("cameras", help="list cameras by name")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """List the cameras on standard output; 0 also where there is none, which is said."""
    from vision.sources.backends import OpenCvBackend

    return show(OpenCvBackend().devices(), as_json=args.json)


def show(devices: Sequence[Device], *, as_json: bool) -> int:
    """Print `devices`, a line each: for programs as JSON, for people the name first."""
    for device in devices:
        print(json.dumps(fields(device), ensure_ascii=False) if as_json else line(device))
    sys.stdout.flush()
    if not devices:
        print(NONE, file=sys.stderr)
    return 0


def fields(device: Device) -> dict[str, str | int | None]:
    """What identifies a camera; `usb` is vendor:product in hexadecimal."""
    return {
        "name": device.name,
        "index": device.index,
        "backend": device.backend_name,
        "usb": device.usb,
        "path": device.path,
    }


def line(device: Device) -> str:
    """`0  HD Pro Webcam C920  (V4L2, USB 046d:082d, /dev/video0)`."""
    usb = device.usb and f"USB {device.usb}"
    details = ", ".join(part for part in (device.backend_name, usb, device.path) if part)
    return f"{device.index}  {device.name}" + (f"  ({details})" if details else "")
