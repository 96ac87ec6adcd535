import tracemalloc

import cv2
import numpy as np
import pytest

from staging import pro_capture
from staging.editors.deterministic import DeterministicEditor
from staging.grid import Grid, fit, graded, identity_nodes
from staging.picture import Mask, Picture
from staging.pro_capture import kept_structure, resized, thumbnail_size
from staging.request import CaptureType, StagingRequest


class Proposing:
    """An editor whose proposal is what a function makes of the picture."""

    name, version = "proposing", "1"

    def __init__(self, propose):
        self.propose = propose

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        return self.propose(picture, np.random.default_rng(seed))

    def inpaint(self, picture: Picture, mask: Mask, prompt: str, *, seed: int) -> Picture:
        raise AssertionError("a grade paints nothing")


def request(capture: CaptureType = "photo") -> StagingRequest:
    return StagingRequest("pro_capture", capture, None)


def room(width: int = 640, height: int = 480) -> Picture:
    """A dim room with a bright window, shelves and a fine texture."""
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 70 + 50 * columns / width + 20 * rows / height
    picture = np.stack([light * 1.05, light, light * 0.9], -1)
    picture[: int(height * 0.5), int(width * 0.55) : int(width * 0.85)] = (210, 220, 230)
    for nth in range(5):
        top = int(height * (0.3 + 0.1 * nth))
        picture[top : top + 6, int(width * 0.05) : int(width * 0.4)] = (60, 45, 35)
    picture += np.random.default_rng(1).normal(0, 6, picture.shape)
    return picture.clip(0, 255).astype(np.uint8)


def panorama(width: int = 768) -> Picture:
    """A room all around whose two ends meet."""
    rows, columns = np.mgrid[0 : width // 2, 0:width].astype(np.float32)
    light = 110 + 50 * np.sin(2 * np.pi * columns / width) + 30 * np.cos(2 * np.pi * rows / width)
    noise = np.random.default_rng(2).normal(0, 40, light.shape)
    texture = cv2.GaussianBlur(np.concatenate([noise] * 3, 1), (0, 0), 2)[:, width : 2 * width]
    return np.stack([light + texture, light, light - 20 + texture], -1).clip(0, 255).astype(np.uint8)


def brighter(picture: Picture, _) -> Picture:
    return ((picture / 255) ** 0.7 * (262, 255, 240)).clip(0, 255).astype(np.uint8)


def structure(before: Picture, after: Picture) -> float:
    size = thumbnail_size(before)
    return kept_structure(resized(before, *size), resized(after, *size))


def with_sofa(picture: Picture, random) -> Picture:
    drawn = brighter(picture, random)
    height, width = drawn.shape[:2]
    cv2.rectangle(drawn, (width // 4, height // 2), (width // 2, height * 9 // 10), (20, 30, 140), -1)
    return drawn


def shifted(picture: Picture, random) -> Picture:
    return np.roll(brighter(picture, random), (6, 9), (0, 1))


def noise(picture: Picture, random) -> Picture:
    return random.integers(0, 256, picture.shape, dtype=np.uint8)


def inverted(picture: Picture, _) -> Picture:
    return 255 - picture


def white(picture: Picture, _) -> Picture:
    return np.full_like(picture, 255)


def test_the_proposed_light_arrives_at_full_size():
    source = room(1600, 1200)
    made = pro_capture.make(source, request(), Proposing(brighter), seed=3)
    wanted = brighter(source, None)
    assert np.abs(made.astype(int) - wanted).mean() < 0.35 * np.abs(source.astype(int) - wanted).mean()


@pytest.mark.parametrize("propose", [brighter, with_sofa, shifted, noise, inverted, white])
@pytest.mark.parametrize(("capture", "source"), [("photo", room()), ("panorama360", panorama())])
def test_structure_is_kept_whatever_is_proposed(capture, source, propose):
    made = pro_capture.make(source, request(capture), Proposing(propose), seed=1)
    assert structure(source, made) >= 0.98


def test_what_a_proposal_invents_leaves_no_shade():
    source = room()
    plain = pro_capture.make(source, request(), Proposing(brighter), seed=1)
    invented = pro_capture.make(source, request(), Proposing(with_sofa), seed=1)
    assert np.abs(plain.astype(int) - invented).mean() < 3


@pytest.mark.parametrize("propose", [noise, inverted, white])
def test_a_useless_proposal_gives_way_to_a_grade_by_rule(propose):
    source = room()
    made = pro_capture.make(source, request(), Proposing(propose), seed=1)
    assert made.std() >= 0.8 * source.std()
    assert 1 < np.abs(made.astype(int) - source).mean() < 60


def test_a_panorama_gets_no_seam():
    source = panorama()

    def lighter_to_the_right(picture: Picture, _) -> Picture:
        return (picture * np.linspace(0.8, 1.3, picture.shape[1])[None, :, None]).clip(0, 255).astype(np.uint8)

    made = pro_capture.make(source, request("panorama360"), Proposing(lighter_to_the_right), seed=1)
    steps = np.abs(np.diff(made.astype(int), axis=1)).mean((0, 2))
    assert np.abs(made[:, 0].astype(int) - made[:, -1]).mean() <= np.percentile(steps, 95)


def test_a_floor_plan_is_graded_without_an_editor():
    plan = np.full((300, 400, 3), (228, 226, 215), np.uint8)
    cv2.rectangle(plan, (50, 50), (350, 250), (60, 60, 60), 8)
    made = pro_capture.make(plan, request("floorplan"), Proposing(None), seed=1)
    assert structure(plan, made) >= 0.98
    assert made[150, 200].min() > 235
    assert made[50, 200].max() < 60


@pytest.mark.parametrize("size", [(257, 401), (300, 1999), (256, 256)])
def test_any_size_comes_back(size):
    source = room(*size)
    assert pro_capture.make(source, request(), DeterministicEditor(), seed=1).shape == source.shape


def test_seeds_decide_the_picture():
    source, editor = room(), DeterministicEditor()
    first, again, other = (pro_capture.make(source, request(), editor, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_memory_does_not_grow_with_the_picture():
    grid = fit(room(256, 192), brighter(room(256, 192), None))
    source = room(3000, 2000)
    tracemalloc.start()
    graded(source, grid)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < source.nbytes + 60_000_000


def test_no_grade_leaves_its_limits():
    nodes = identity_nodes((12, 8, 8)) * 9
    made = graded(room(), Grid(nodes, False)).astype(int)
    assert (made <= room() * 1.8 + 0.1 * 255 + 1).all()
    nothing = graded(room(), Grid(nodes * 0, False)).astype(int)
    assert (nothing >= room() * 0.55 - 6.2).all()


def test_the_measure_of_structure_is_the_services():
    """As lambdas/runtime/picture/comparison.ts reads, window by window."""
    random = np.random.default_rng(5)
    before, after = (random.integers(0, 256, (32, 48, 3), dtype=np.uint8) for _ in range(2))
    after = (0.6 * before + 0.4 * after).astype(np.uint8)
    kept = total = 0.0
    for top in range(0, 32, 16):
        for left in range(0, 48, 16):
            x, y = (
                (each[top : top + 16, left : left + 16] @ np.array([0.2126, 0.7152, 0.0722]) / 255).ravel()
                for each in (before, after)
            )
            contrast = np.sqrt(((x - x.mean()) ** 2).sum())
            kept += contrast * max(0.0, np.corrcoef(x, y)[0, 1])
            total += contrast
    assert kept_structure(before, after) == pytest.approx(kept / total, abs=1e-6)
