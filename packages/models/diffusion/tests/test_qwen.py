from pathlib import Path

import numpy as np
import pytest

from staging.editors.qwen_edit import QwenEditor, load_qwen_edit
from staging.editors.torch_device import Running
from tests.rooms import draw_room
from tests.tiny_qwen import save_lightning, save_qwen

TWO_STEPS = Running("cpu", steps=2)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_qwen(tmp_path_factory.mktemp("qwen"))


@pytest.fixture(autouse=True)
def small_references(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pipeline always encodes its reference at one megapixel, which takes a CPU half a minute."""
    from diffusers.pipelines.qwenimage import pipeline_qwenimage_edit_inpaint as inpaint
    from diffusers.pipelines.qwenimage import pipeline_qwenimage_edit_plus as plus

    monkeypatch.setattr(inpaint, "calculate_dimensions", lambda area, ratio: (160, 128, None))
    monkeypatch.setattr(plus, "VAE_IMAGE_SIZE", 96 * 96)
    monkeypatch.setattr(plus, "CONDITION_IMAGE_SIZE", 56 * 56)


def load(weights: Path, lightning: Path | None = None, running: Running = TWO_STEPS) -> QwenEditor:
    return load_qwen_edit(weights, lightning, revision="r", running=running)


def test_an_edit_has_the_size_of_its_picture_and_follows_the_seed(weights: Path) -> None:
    editor = load(weights)
    picture = draw_room(128, 96)
    first = editor.edit(picture, "a sofa", seed=1)
    assert first.shape == picture.shape
    assert np.array_equal(first, editor.edit(picture, "a sofa", seed=1))
    assert not np.array_equal(first, editor.edit(picture, "a sofa", seed=2))


def test_a_part_is_painted_again_at_the_size_of_the_picture(weights: Path) -> None:
    picture = draw_room(128, 96)
    mask = np.zeros((96, 128), np.uint8)
    mask[:, 40:80] = 255
    painted = load(weights).inpaint(picture, mask, "a wall", seed=1)
    assert painted.shape == picture.shape


def test_lightning_takes_four_steps_without_guidance(weights: Path, tmp_path: Path) -> None:
    plain = load(weights, running=Running("cpu"))
    fast = load(weights, save_lightning(tmp_path), running=Running("cpu"))
    assert (plain._steps, plain._guidance) == (40, 4.0)
    assert (fast._steps, fast._guidance) == (4, 1.0)
    assert fast._edit.scheduler.config.time_shift_type == "exponential"
    picture = draw_room(96, 96)
    assert fast.edit(picture, "a sofa", seed=1).shape == picture.shape
