"""The whole chain from composed pictures to ONNX files that the eyes open, in small.

Runs where the `train` extra is installed (`make check-train`).
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

if find_spec("torch") is None or find_spec("ultralytics") is None:
    pytest.skip("needs the extra `train`", allow_module_level=True)

import torch

from datasets import pool
from datasets.compose.assets import load_assets
from datasets.compose.crops import card_crop
from models.training import detector, export, nets, reader
from tui.cli import main
from vision.backends import load_network
from vision.eyes import Eyes
from vision.pictures import load

NETWORKS = ["card_reader.onnx", "deck_reader.onnx", "detector.onnx", "die_reader.onnx"]


@pytest.fixture(scope="session")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve scenes with cards of our own deck, in the YOLO-OBB layout."""
    folder = tmp_path_factory.mktemp("scenes")
    assets = load_assets(None, varied=1)
    pool.write_data_yaml(folder)
    pool.write_scene_part(assets, folder, "train", 1, 0, 12, 160)
    pool.write_scene_part(assets, folder, "val", 1, 0, 3, 160)
    return folder


@pytest.fixture(scope="session")
def trained(scenes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of weights that the training commands and the export command wrote."""
    work = tmp_path_factory.mktemp("trained")
    crops = work / "crops"
    assets = load_assets(None, varied=1)
    pool.write_crop_shard(lambda rng: card_crop(rng, assets), crops, 1, 0, 24)
    dice = work / "dice"
    dice.mkdir()
    np.save(dice / "a.images.npy", np.zeros((8, 64, 64, 3), np.uint8))
    np.save(dice / "a.labels.npy", np.arange(8) % 7)
    run = ["--scenes", str(scenes), "--epochs", "1", "--epoch-length", "8", "--size", "96"]
    assert main(["train", "detector", *run, "--batch", "4", "--out", str(work / "run")]) == 0
    for kind, folder in (("card", crops), ("die", dice)):
        small = ["--crops", str(folder), "--steps", "2", "--batch", "8"]
        assert main(["train", kind, *small, "--out", str(work / f"{kind}.pt")]) == 0
    checkpoints = ["--detector", str(work / "run" / "weights" / "last.pt")]
    checkpoints += ["--card", str(work / "card.pt"), "--die", str(work / "die.pt")]
    assert (
        main(
            [
                "train",
                "export",
                *checkpoints,
                "--out",
                str(work / "weights"),
                "--keep",
                str(work / "kept"),
            ]
        )
        == 0
    )
    return work


def test_the_exported_files_are_what_the_eyes_open(
    trained: Path, scenes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYMPOSIARCH_WEIGHTS", str(trained / "weights"))
    picture = load(next((scenes / "images" / "train").glob("*.jpg")))
    Eyes.load("onnxruntime").look(picture)
    manifest = json.loads((trained / "weights" / "manifest.json").read_text())
    assert sorted(manifest) == NETWORKS
    assert all(entry["bytes"] < 15_000_000 for entry in manifest.values())


def test_the_pt_of_a_run_answers_as_its_export(trained: Path) -> None:
    batch = np.random.default_rng(5).random((1, 3, 96, 96), dtype=np.float32)
    theirs = load_network(trained / "run" / "weights" / "last.pt").run(batch)
    ours = load_network(trained / "weights" / "detector.onnx", "onnxruntime").run(batch)
    assert theirs == pytest.approx(ours, abs=0.05)


@pytest.mark.parametrize(("kind", "size"), [("card", (112, 80)), ("die", (64, 64))])
def test_an_exported_reader_answers_as_its_checkpoint(
    trained: Path, kind: str, size: tuple[int, int]
) -> None:
    net = nets.card_reader() if kind == "card" else nets.die_reader()
    net.load_state_dict(torch.load(trained / f"{kind}.pt", weights_only=False)["ema"])
    batch = np.random.default_rng(5).random((3, 3, *size), dtype=np.float32)
    ours = load_network(trained / "weights" / export.NAMES[kind], "onnxruntime").run(batch)
    with torch.no_grad():
        theirs = net.eval()(torch.from_numpy(batch)).numpy()
    assert ours == pytest.approx(theirs, abs=1e-3)


def test_a_reader_goes_on_where_it_was_stopped(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, out = {trained / "dice": 1.0}, tmp_path / "die.pt"
    net = nets.die_reader()
    optimiser = torch.optim.AdamW(net.parameters())
    reader.save(out, net, net, optimiser, step=2, steps=5)
    drawn: list[int] = []
    batch = reader.Shards.batch

    def counted(shards: reader.Shards, rng: np.random.Generator, size: int) -> object:
        drawn.append(size)
        return batch(shards, rng, size)

    monkeypatch.setattr(reader.Shards, "batch", counted)
    reader.train(nets.die_reader(), dice, out, steps=5, batch=8, half_turn=False)
    assert len(drawn) == 3
    assert torch.load(out, weights_only=False)["step"] == 5


def test_a_kept_checkpoint_is_what_a_later_training_begins_with(trained: Path) -> None:
    dice, out = {trained / "dice": 1.0}, trained / "later.pt"
    kept = trained / "kept" / "die_reader.pt"
    assert kept.stat().st_size < 0.6 * (trained / "weights" / "die_reader.onnx").stat().st_size
    reader.train(
        nets.die_reader(), dice, out, steps=1, batch=8, lr=0.0, half_turn=False, weights=kept
    )
    began = torch.load(kept, weights_only=False)["ema"]["head.weight"].float()
    assert torch.load(out, weights_only=False)["ema"]["head.weight"] == pytest.approx(began)
    assert load_network(trained / "kept" / "detector.pt").run(
        np.zeros((1, 3, 96, 96), np.float32)
    ).shape == (1, 8, 189)


def test_finetuning_begins_with_the_shipped_weights_and_gives_a_whole_set(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "card.pt"
    words = ["--crops", f"{trained / 'crops'}=2,{trained / 'crops'}", "--out", str(out)]
    small = ["--steps", "1", "--batch", "4", "--lr", "1e-9"]
    assert main(["train", "card", "--finetune", *words, *small]) == 0
    shipped = torch.load(nets.packaged("card"), weights_only=False)["ema"]["head.weight"].float()
    assert torch.load(out, weights_only=False)["ema"]["head.weight"] == pytest.approx(
        shipped, abs=1e-6
    )
    assert main(["train", "export", "--card", str(out), "--out", str(tmp_path / "set")]) == 0
    monkeypatch.setenv("SYMPOSIARCH_WEIGHTS", str(tmp_path / "set"))
    Eyes.load("onnxruntime").look(np.zeros((96, 96, 3), np.uint8))
    listed = json.loads((tmp_path / "set" / "manifest.json").read_text())
    assert sorted(listed) == NETWORKS


def test_a_detector_learns_from_all_folders_that_are_named(scenes: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    pool.write_scene_part(load_assets(None, varied=1), more, "train", 2, 0, 2, 160)
    assert len(detector.TableScenes([scenes, more], 96, 4).images) == 14
    with pytest.raises(FileNotFoundError, match="no scenes in"):
        detector.TableScenes([scenes, tmp_path], 96, 4)


def test_scenes_keep_dice_upright_and_everything_inside(scenes: Path) -> None:
    torch.manual_seed(3)
    views = detector.TableScenes([scenes], 128, 40)
    for index in range(40):
        sample = views[index]
        assert sample["img"].shape == (3, 128, 128)
        boxes = sample["bboxes"].numpy()
        assert ((boxes[:, :2] > -0.01) & (boxes[:, :2] < 1.01)).all()
        dice = boxes[sample["cls"][:, 0].numpy() == 2]
        assert np.allclose(np.sin(2 * dice[:, 4]), 0, atol=0.02)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["detector", "--scenes", "{tmp}", "--out", "{tmp}/run"], "no scenes in"),
        (
            ["detector", "--scenes", "{scenes}", "--weights", "no.pt", "--out", "x"],
            "no weights no.pt",
        ),
        (["mix", "{tmp}/junk.pt", "--out", "{tmp}/m.pt"], "junk.pt is no checkpoint of a reader"),
        (["mix", "{tmp}/none.pt", "--out", "{tmp}/m.pt"], "none.pt: No such file or directory"),
        (["export", "--die", "{tmp}/junk.pt", "--out", "{tmp}/e"], "is no checkpoint of a reader"),
        (["export", "--out", "{tmp}/e"], "Name what to export: --detector, --card or --die"),
    ],
)
def test_what_cannot_be_trained_is_one_sentence(
    words: list[str], said: str, scenes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junk.pt").write_text("these are no weights")
    places = {"tmp": tmp_path, "scenes": scenes}
    assert main(["train", *(word.format(**places) for word in words)]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_a_folder_without_scenes_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool.write_data_yaml(tmp_path)
    assert main(["train", "card", "--crops", str(tmp_path), "--out", str(tmp_path / "x.pt")]) == 2
    message = capsys.readouterr().err
    assert "no crop shards" in message
    assert "Traceback" not in message


def test_a_mix_is_the_weighted_mean_with_its_doubt_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = nets.die_reader(), nets.die_reader()
    for net, name in ((one, "a.pt"), (two, "b.pt")):
        torch.save({"ema": net.state_dict()}, tmp_path / name)
    parts = f"{tmp_path / 'a.pt'}=3,{tmp_path / 'b.pt'}"
    options = ["--doubt", "-2", "--sharpen", "1.5", "--out", str(tmp_path / "m.pt")]
    assert main(["train", "mix", parts, *options]) == 2
    assert "are of no card reader: --reader says which" in capsys.readouterr().err
    assert main(["train", "mix", parts, "--reader", "die", *options]) == 0
    mixed = torch.load(tmp_path / "m.pt")["ema"]
    # Seven classes, the last of them unreadable; then a direction, which stays as long as it is.
    sharper = torch.tensor([1.5] * 7 + [1.0] * 3)
    weight = sharper[:, None] * (one.head.weight * 0.75 + two.head.weight * 0.25)
    assert torch.allclose(mixed["head.weight"], weight, atol=1e-6)
    bias = sharper * (one.head.bias * 0.75 + two.head.bias * 0.25)
    doubt = torch.tensor([0.0] * 6 + [-2.0] + [0.0] * 3)
    assert torch.allclose(mixed["head.bias"], bias + doubt, atol=1e-5)


def test_the_die_reader_learns_which_way_dice_are_turned(tmp_path: Path) -> None:
    """From the crops that say it; those that do not teach nothing about it."""
    crops = np.zeros((8, 64, 64, 3), np.uint8)
    crops[4:] = 255
    ways = [(0.6, 0.0, 0.8)] * 4 + [(0.0, -0.6, 0.8)] * 4
    pool.save_shard(tmp_path / "told", list(crops), [0] * 8, ways)
    pool.save_shard(tmp_path / "mute", list(crops), [0] * 8)
    torch.manual_seed(1)
    net = nets.die_reader()
    reader.train(
        net, {tmp_path: 1.0}, tmp_path / "run.pt", steps=120, batch=8, lr=5e-3, half_turn=False
    )
    nets.load(net, tmp_path / "run.pt")
    with torch.no_grad():
        seen = net.eval()(torch.stack([torch.zeros(3, 64, 64), torch.ones(3, 64, 64)]))[:, -3:]
    assert seen.numpy() == pytest.approx(np.array([ways[0], ways[-1]]), abs=0.2)


def test_a_mix_with_a_reader_of_fewer_classes_keeps_the_others(tmp_path: Path) -> None:
    known, fewer = nets.card_reader(), nets.card_reader().state_dict()
    for key in ("head.weight", "head.bias"):
        fewer[key] = fewer[key][:55]
    torch.save({"ema": known.state_dict()}, tmp_path / "a.pt")
    torch.save({"ema": fewer}, tmp_path / "b.pt")
    parts = f"{tmp_path / 'b.pt'},{tmp_path / 'a.pt'}"
    assert main(["train", "mix", parts, "--doubt", "1", "--out", str(tmp_path / "m.pt")]) == 0
    bias = torch.load(tmp_path / "m.pt")["ema"]["head.bias"]
    assert torch.allclose(bias[55:], known.head.bias[55:])
    mean = (known.head.bias[:55] + fewer["head.bias"]) / 2
    assert torch.allclose(bias[:54], mean[:54], atol=1e-6)
    assert (bias[54] - mean[54]).item() == pytest.approx(1, abs=1e-5)
