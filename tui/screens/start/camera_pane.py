"""Which camera looks at the table, what it shows, and whether that will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Input, Label, RadioButton, RadioSet, Select, Static

from tui import setups
from tui.screens.start.choices import Choice
from tui.screens.start.draft import Draft
from tui.screens.start.preview import Found, Preview
from tui.widgets.picture import Picture
from tui.wishes import CameraChoice
from vision.checkup import Finding

_OTHER = "a phone, or an address:"
_EVEN = "seats spaced evenly"


class CameraPane(Horizontal):
    """Cameras by name, beside them the picture of the chosen one and what to change about it."""

    @dataclass
    class Wanted(Message):
        """Another camera is to be shown."""

        spec: str

    class Calibrate(Message):
        """People want to say where everything is."""

    def __init__(self, draft: Draft, cameras: Sequence[CameraChoice], preview: Preview) -> None:
        super().__init__()
        self._draft = draft
        self._cameras = cameras
        self._preview = preview
        self.picture = Picture(cards=True)
        self._says = Static("", markup=False, id="says")
        self._findings = Static("", id="findings")

    def compose(self) -> ComposeResult:
        """Choices, and the picture above its findings."""
        known = [choice.source for choice in self._cameras]
        other = bool(self._draft.camera) and self._draft.camera not in known
        if known and not self._draft.camera:
            self._draft.camera = known[0]
        with VerticalScroll(id="cameras", can_focus=False):
            with RadioSet(id="camera", compact=True):
                for choice in self._cameras:
                    chosen = self._draft.camera == choice.source
                    yield Choice(choice.name, chosen, name=choice.source, compact=True)
                yield Choice(_OTHER, other or not known, name="", compact=True)
            yield Input(
                self._draft.camera if other else "",
                placeholder="http://192.168.1.20:8080 (Enter)",
                id="address",
                compact=True,
            )
            yield Label("Table", classes="part")
            names = setups.names()
            table = self._draft.table if self._draft.table in names else Select.NULL
            yield Select(
                [(name, name) for name in names], prompt=_EVEN, id="table", compact=True,
                value=table,
            )  # fmt: skip
            yield Button("Calibrate: who sits where …", id="calibrate", compact=True)
        with Vertical(id="view"):
            yield self.picture
            yield self._says
            with VerticalScroll(id="checks", can_focus=False):
                yield self._findings

    def on_mount(self) -> None:
        """Open what is chosen."""
        self._want(self._draft.camera)

    def calibrated(self, name: str) -> None:
        """A table was saved under that name, and is the one to play at."""
        tables = self.query_one("#table", Select)
        tables.set_options([(one, one) for one in setups.names()])
        tables.value = name

    @on(RadioSet.Changed, "#camera")
    def _choose(self, event: RadioSet.Changed) -> None:
        self._want(event.pressed.name or self.query_one("#address", Input).value.strip())

    @on(Input.Changed, "#address")
    def _write(self, event: Input.Changed) -> None:
        """Who writes an address wants it; it is opened when it is whole."""
        if event.value:
            self.query_one("#camera", RadioSet).query(RadioButton).last().value = True
            self._draft.camera = event.value.strip()

    @on(Input.Submitted, "#address")
    def _written(self, event: Input.Submitted) -> None:
        event.stop()
        self._want(event.value.strip())

    @on(Select.Changed, "#table")
    def _sit(self, event: Select.Changed) -> None:
        self._draft.table = "" if event.value is Select.NULL else str(event.value)

    @on(Button.Pressed, "#calibrate")
    def _calibrate(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Calibrate())

    def _want(self, spec: str) -> None:
        self._draft.camera = spec
        self.picture.clear()
        self.post_message(self.Wanted(spec))

    def show(self) -> None:
        """What the preview has by now."""
        found = self._preview.found
        self.picture.show(found.latest)
        self._says.update(said(found, self._draft.camera))
        self._findings.update(checked(found.findings) if found.latest else "")


def said(found: Found, camera: str) -> Content:
    """How opening goes, or what is shown."""
    if found.failed:
        return Content.styled(f"✖ {found.says}", "bold $error")
    if not camera:
        return Content("Choose a camera, or write the address of a phone camera app.")
    return Content(found.says)


def checked(findings: Sequence[Finding] | None) -> Content:
    """Findings, those worth a change first and marked."""
    if findings is None:
        return Content.styled("Looking whether light and height will do …", "$text-muted")
    ranked = sorted(findings, key=lambda finding: finding.ok)
    lines = [
        Content.assemble(("ok ", "$success"), f"{one.check}: {one.says}") if one.ok
        else Content.assemble(("→  ", "bold $amount"), (f"{one.check}: {one.says}", "bold"))
        for one in ranked
    ]  # fmt: skip
    return Content("\n").join(lines)
