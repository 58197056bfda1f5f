"""JSON as people and other programs write it."""

from __future__ import annotations

import pytest

from engine.text import NoJson, parse


@pytest.mark.parametrize("text", ['{"a": "ü"}', '\ufeff{"a": "ü"}'])
def test_a_byte_order_mark_is_passed_over(text: str) -> None:
    assert parse(text) == parse(text.encode()) == {"a": "ü"}


@pytest.mark.parametrize(
    "text", [b"", b"{", b"\xff\xfe{\0}\0", b'"\xe9"', b"[" * 100_000, "\udcff"]
)
def test_what_is_no_json_is_one_kind_of_error(text: str | bytes) -> None:
    with pytest.raises(NoJson):
        parse(text)
