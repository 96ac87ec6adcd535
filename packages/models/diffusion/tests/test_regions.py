import json
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

from staging.depth import load_depth, rank_correlation
from staging.regions import Regions, load_segmenter
from tests import tiny
from tests.rooms import draw_room


@pytest.fixture(scope="module")
def eomt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.save_eomt(tmp_path_factory.mktemp("eomt"))


@pytest.fixture(scope="module")
def depth_anything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.save_depth(tmp_path_factory.mktemp("depth"))


def test_eomt_gives_every_pixel_a_class(eomt: Path) -> None:
    room = draw_room(320, 208)
    segmenter = load_segmenter(eomt, "cpu")
    regions = segmenter.regions(room)
    assert regions.labels.shape == (208, 320)
    assert set(np.unique(regions.labels)) <= set(segmenter.names)
    assert segmenter.names[3] == ("screen door", "screen")


def test_squares_show_a_picture_in_its_own_proportions(eomt: Path) -> None:
    segmenter = load_segmenter(eomt, "cpu")
    inputs = segmenter.processor(images=draw_room(320, 208), return_tensors="pt")
    assert inputs["pixel_values"].shape == (2, 3, 64, 64)
    assert len(inputs["patch_offsets"]) == 2


def test_weights_without_the_classes_names_are_refused(eomt: Path, tmp_path: Path) -> None:
    folder = copytree(eomt, tmp_path / "eomt")
    config = json.loads((folder / "config.json").read_text())
    config["id2label"] = {number: f"LABEL_{number}" for number in config["id2label"]}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(ValueError, match="ADE20K"):
        load_segmenter(folder, "cpu")


def test_a_picture_is_segmented_once_until_it_is_forgotten(eomt: Path) -> None:
    room = draw_room(320, 208)
    segmenter = load_segmenter(eomt, "cpu")
    assert segmenter.regions(room) is segmenter.regions(room.copy())
    first = segmenter.regions(room)
    segmenter.forget()
    assert segmenter.regions(room) is not first


def test_classes_are_found_by_any_of_their_names() -> None:
    regions = Regions(
        np.array([[0, 1], [2, 2]], np.int32), {0: ("wall",), 1: ("sofa", "couch"), 2: ("floor", "flooring")}
    )
    assert regions.mask("couch").tolist() == [[False, True], [False, False]]
    assert regions.mask("floor", "wall").mean() == 0.75


def test_a_cabinet_is_built_in_if_it_reaches_the_ceiling_or_adjoins_a_fixture() -> None:
    labels = np.zeros((200, 300), np.int32)
    labels[:20] = 1  # ceiling
    labels[20:160, 10:60] = 2  # a wardrobe from the ceiling down
    labels[100:160, 120:160] = 2  # a cabinet that stands free
    labels[100:160, 200:240] = 2  # a cabinet beside a stove
    labels[100:160, 240:260] = 3
    names = {0: ("wall",), 1: ("ceiling",), 2: ("cabinet",), 3: ("stove", "kitchen stove")}
    regions = Regions(labels, names)
    built_in = regions.built_in()
    assert [bool(built_in[130, x]) for x in (30, 140, 220)] == [True, False, True]
    assert regions.furniture() == pytest.approx(60 * 40 / labels.size)


def test_depth_has_the_size_of_its_picture(depth_anything: Path) -> None:
    room = draw_room(320, 208)
    found = load_depth(depth_anything, "cpu").depth(room)
    assert found.shape == (208, 320)


def test_the_order_of_near_and_far_is_compared_whatever_the_scale() -> None:
    far = np.tile(np.linspace(1, 9, 128, dtype=np.float32), (96, 1))
    assert rank_correlation(far, far**3) > 0.99
    assert rank_correlation(far, -far) < -0.99
