from pathlib import Path

import numpy as np
import pytest

from staging.editors import Editor
from staging.editors.deterministic import DeterministicEditor
from staging.editors.flux2_klein import load_flux2_klein
from staging.editors.torch_device import Running
from tests.rooms import draw_room


@pytest.fixture(scope="module", params=["deterministic", "flux2-klein"])
def editor(request: pytest.FixtureRequest, tiny_model: Path) -> Editor:
    if request.param == "deterministic":
        return DeterministicEditor()
    return load_flux2_klein(tiny_model / "flux2-klein-4b", revision="r", running=Running("cpu"))


def test_an_edit_has_the_size_of_its_picture(editor: Editor) -> None:
    picture = draw_room(336, 256)
    edited = editor.edit(picture, "a sofa", seed=1)
    assert edited.shape == picture.shape
    assert edited.dtype == np.uint8


def test_an_edit_follows_seed_and_prompt(editor: Editor) -> None:
    picture = draw_room(128, 128)
    first = editor.edit(picture, "a sofa", seed=1)
    assert np.array_equal(first, editor.edit(picture, "a sofa", seed=1))
    assert not np.array_equal(first, editor.edit(picture, "a sofa", seed=2))
    assert not np.array_equal(first, editor.edit(picture, "two chairs in a hall", seed=1))


def test_a_part_is_painted_again(editor: Editor) -> None:
    picture = draw_room(256, 128)
    mask = np.zeros(picture.shape[:2], np.uint8)
    mask[:, 96:160] = 255
    painted = editor.inpaint(picture, mask, "a wall", seed=1)
    assert painted.shape == picture.shape
    assert np.array_equal(painted, editor.inpaint(picture, mask, "a wall", seed=1))
    assert not np.array_equal(painted[:, 96:160], picture[:, 96:160])


def test_a_prompt_is_embedded_once_for_all_candidates(tiny_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = load_flux2_klein(tiny_model / "flux2-klein-4b", revision="r", running=Running("cpu"))
    asked: list[str] = []
    embed = editor._edit.encode_prompt

    def counted(prompt=None, **options):  # type: ignore[no-untyped-def]
        if prompt is not None:
            asked.append(prompt)
        return embed(prompt, **options)

    monkeypatch.setattr(editor._edit, "encode_prompt", counted)
    for seed in (1, 2, 3):
        editor.edit(draw_room(128, 128), "a sofa", seed=seed)
    assert asked == ["a sofa"]
