"""The throws that `bench lean` renders.

Apart from tests/models, which also run beside torch: the LLVM of its compiler and that of software
OpenGL do not bear each other in one process.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from datasets.simulator.stage import SimulatorMissing
from models.bench.lean import throws


@pytest.mark.skipif(find_spec("mujoco") is None, reason="MuJoCo is not installed")
def test_rendered_throws_show_two_dice_at_rest_where_they_say() -> None:
    try:
        ((picture, lain),) = throws("felt", 3, 1)
    except SimulatorMissing as error:
        pytest.skip(str(error))
    assert picture.shape == (720, 1280, 3)
    assert len(lain) == 2
    assert max(die.lean for die in lain) > 10
