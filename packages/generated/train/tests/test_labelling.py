from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from labelling.augmentation.pictures import batch_of
from labelling.classes import CLASSES, PANE, UNKNOWN, WINDOW
from labelling.network import Network
from labelling.recipe import Augmentation, read
from labelling.rooms import Rooms
from labelling.training import loss_of, seeded
from labelling.weights import finished, floats, started

SIZE = (48, 64)


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    """Four rooms of stripes: floor, wall, pane and thing."""
    names = ["floor", "wall", "curtain", "pane"]
    (tmp_path / "classes.json").write_text(
        '{"classes": ["floor", "wall", "curtain", "pane"], "learnedAs": {"curtain": "thing", "pane": "window"}}'
    )
    for room in range(4):
        rng = np.random.default_rng(room)
        light = rng.integers(0, 255, (*SIZE, 3), np.uint8)
        labels = np.repeat(np.arange(len(names), dtype=np.uint8), SIZE[0] // len(names))[:, None] + np.zeros(
            SIZE, np.uint8
        )
        Image.fromarray(light).save(tmp_path / f"{room:06}.png")
        Image.fromarray(labels.astype(np.uint8)).save(tmp_path / f"{room:06}.l.png")
    return Rooms(tmp_path, 1, tmp_path / "shares.json")


def test_reads_finer_classes_as_what_they_are_learned_as(rooms: Rooms) -> None:
    labels = rooms.read(rooms.names[0]).labels
    assert sorted(set(labels.ravel().tolist())) == sorted(
        {CLASSES.index("floor"), CLASSES.index("wall"), CLASSES.index("thing"), PANE}
    )


def test_holds_the_first_rooms_out(rooms: Rooms) -> None:
    assert rooms.held == ["000000"]
    assert "000000" not in rooms.names


def test_makes_the_same_pictures_from_the_same_seed(rooms: Rooms) -> None:
    batches = []
    for seed in (5, 5, 6):
        seeded(seed)
        batches.append(batch_of(rooms, 4, (64,), Augmentation()))
    assert torch.equal(batches[0][0], batches[1][0])
    assert torch.equal(batches[0][1], batches[1][1])
    assert not torch.equal(batches[0][1], batches[2][1]) or batches[0][0].shape != batches[2][0].shape


def test_counts_a_pane_as_its_window_and_leaves_the_unknown_out() -> None:
    scores = torch.randn(1, len(CLASSES), 2, 2)
    pane = torch.tensor([[[PANE, UNKNOWN], [0, 1]]])
    window = torch.tensor([[[WINDOW, UNKNOWN], [0, 1]]])
    assert torch.equal(loss_of(scores, pane, 0.5), loss_of(scores, window, 0.5))
    other = scores.clone()
    other[..., 0, 1] += torch.randn(len(CLASSES))
    assert torch.allclose(loss_of(other, window, 0.5), loss_of(scores, window, 0.5))


def test_goes_on_from_finished_weights_where_training_stood(tmp_path: Path) -> None:
    network = Network()
    torch.save({"net": finished(network.state_dict(), 0.25)}, tmp_path / "weights.pt")
    again = started(tmp_path / "weights.pt", 0.25)
    for name, value in floats(network.state_dict()).items():
        assert torch.allclose(value, again[name], atol=2e-3), name


def test_refuses_settings_that_nothing_reads(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('name = "x"\n[training]\nsteps = 1\nbatch = 1\nsizes = [64]\nrate = 1.0\nspeed = 2\n')
    with pytest.raises(SystemExit, match="speed"):
        read(recipe)
