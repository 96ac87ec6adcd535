import tracemalloc

import cv2
import numpy as np
import pytest

from scripts.acceptance.structure import kept_structure, resized, thumbnail_size
from staging import pro_capture
from staging.picture import Picture
from staging.request import CaptureType, StagingRequest


def make(source: Picture, capture: CaptureType = "photo", nth: int = 0) -> Picture:
    return pro_capture.make(source, StagingRequest("pro_capture", capture, None), nth=nth)


def room(width: int = 640, height: int = 480) -> Picture:
    """A dim room with a bright window, shelves and a fine texture."""
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 70 + 50 * columns / width + 20 * rows / height
    picture = np.stack([light * 1.05, light, light * 0.9], -1)
    picture[: int(height * 0.5), int(width * 0.55) : int(width * 0.85)] = (252, 253, 255)
    for nth in range(5):
        top = int(height * (0.3 + 0.1 * nth))
        picture[top : top + 6, int(width * 0.05) : int(width * 0.4)] = (60, 45, 35)
    picture += np.random.default_rng(1).normal(0, 2, picture.shape)
    return picture.clip(0, 255).astype(np.uint8)


def panorama(width: int = 768) -> Picture:
    """A panorama of a room; its two ends meet."""
    rows, columns = np.mgrid[0 : width // 2, 0:width].astype(np.float32)
    light = 110 + 50 * np.sin(2 * np.pi * columns / width) + 30 * np.cos(2 * np.pi * rows / width)
    noise = np.random.default_rng(2).normal(0, 40, light.shape)
    texture = cv2.GaussianBlur(np.concatenate([noise] * 3, 1), (0, 0), 2)[:, width : 2 * width]
    return np.stack([light + texture, light, light - 20 + texture], -1).clip(0, 255).astype(np.uint8)


def structure(before: Picture, after: Picture) -> float:
    size = thumbnail_size(before)
    return kept_structure(resized(before, *size), resized(after, *size))


@pytest.mark.parametrize(("capture", "source"), [("photo", room()), ("panorama360", panorama())])
def test_structure_is_kept_and_a_dim_room_gets_lighter(capture: CaptureType, source: Picture) -> None:
    made = make(source, capture)
    assert structure(source, made) >= 0.96
    assert made.mean() > source.mean() + 15


def test_a_cast_of_the_walls_goes() -> None:
    wall = np.s_[-60:, :300]
    cast, left = (float(each[wall][..., 0].mean() / each[wall][..., 2].mean()) for each in (room(), make(room())))
    assert abs(left - 1) < 0.3 * abs(cast - 1)


def test_a_panorama_gets_no_seam() -> None:
    made = make(panorama(), "panorama360")
    steps = np.abs(np.diff(made.astype(int), axis=1)).mean((0, 2))
    assert np.abs(made[:, 0].astype(int) - made[:, -1]).mean() <= np.percentile(steps, 95)


def test_a_floor_plan_gets_even_paper_and_dark_ink() -> None:
    plan = np.full((300, 400, 3), (228, 226, 215), np.uint8)
    cv2.rectangle(plan, (50, 50), (350, 250), (60, 60, 60), 8)
    made = make(plan, "floorplan")
    assert structure(plan, made) >= 0.98
    assert made[150, 200].min() > 235
    assert made[50, 200].max() < 60


@pytest.mark.parametrize("size", [(257, 401), (300, 1999), (256, 256), (40, 30)])
def test_any_size_comes_back(size: tuple[int, int]) -> None:
    source = room(*size)
    assert make(source).shape == source.shape


def test_candidates_differ_and_repeat() -> None:
    first, again, other = (make(room(), nth=nth) for nth in (0, 0, 1))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_memory_does_not_grow_with_the_picture() -> None:
    source = room(3000, 2000)
    tracemalloc.start()
    make(source)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < source.nbytes + 90_000_000


def test_the_measure_of_structure_is_the_services() -> None:
    """As lambdas/approval/measure/comparison.ts reads, window by window."""
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
