import cv2
import numpy as np
import pytest

from staging import panorama
from staging.editors.deterministic import DeterministicEditor
from staging.errors import CandidateRejected
from staging.panorama import BAND, FEATHER, seam_step
from staging.picture import Picture
from staging.request import StagingRequest

REQUEST = StagingRequest("staging", "panorama360", "panorama360", (), "scandi")


def wrapped(width: int = 1024, height: int = 512) -> Picture:
    """A textured panorama of a room; its two ends meet."""
    random = np.random.default_rng(4)
    picture = np.full((height, width, 3), 150, np.float32)
    for size, strength in ((24, 1300), (6, 500), (2, 180)):
        noise = random.normal(0, strength, (height, width * 3)).astype(np.float32).reshape(height, width, 3)
        wide = np.concatenate([noise[:, -99:], noise, noise[:, :99]], 1)
        picture += cv2.GaussianBlur(wide, (0, 0), size)[:, 99:-99]
    return picture.clip(0, 255).astype(np.uint8)


class TwoEnds(DeterministicEditor):
    """Draws another thing at each end of what it sees, and lights the picture from the left."""

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        drawn = picture * np.linspace(1.15, 0.85, picture.shape[1])[None, :, None]
        drawn = np.ascontiguousarray(drawn.clip(0, 255).astype(np.uint8))
        height, width = drawn.shape[:2]
        side = width // 10
        cv2.rectangle(drawn, (0, height // 3), (side * 2, height * 3 // 4), (30 + seed % 50, 60, 160), -1)
        cv2.rectangle(drawn, (width - side * 2, height // 3), (width, height * 3 // 4), (220, 180, 40), -1)
        return drawn


class Untouched(DeterministicEditor):
    """Changes nothing."""

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        return picture

    def inpaint(self, *_: object, **__: object) -> Picture:
        raise AssertionError("nothing is to be painted")


class Moved(DeterministicEditor):
    """Turns the camera."""

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        return np.roll(picture, picture.shape[1] // 12, axis=1)


@pytest.mark.parametrize("size", [(1024, 512), (801, 400), (2600, 1300)])
def test_the_edges_meet(size):
    source = wrapped(*size)
    made = panorama.make(source, REQUEST, TwoEnds(), seed=1).picture
    across, usual = seam_step(made)
    assert made.shape == source.shape
    assert across <= usual


def test_edges_that_do_not_meet_are_seen():
    """The measure itself: without painting in, the two ends differ."""
    source = wrapped()
    across, usual = seam_step(TwoEnds().edit(source, "", seed=1))
    assert across > 3 * usual


def test_both_ends_are_staged():
    source = wrapped()
    made = panorama.make(source, REQUEST, TwoEnds(), seed=1).picture.astype(int)
    middle = np.abs(made[230:300] - source[230:300]).mean((0, 2))
    assert middle[:60].mean() > 20
    assert middle[-60:].mean() > 20


def test_the_poles_are_the_sources_own():
    source = wrapped()
    made = panorama.make(source, REQUEST, TwoEnds(), seed=1).picture
    top, bottom = round(BAND[0] * 512), round(BAND[1] * 512)
    assert np.array_equal(made[:top], source[:top])
    assert np.array_equal(made[bottom:], source[bottom:])


def test_the_band_fades_into_the_poles():
    source = wrapped()
    made = panorama.make(source, REQUEST, TwoEnds(), seed=1).picture.astype(int)
    rows = np.abs(made - source).mean((1, 2))
    top = round(BAND[0] * 512)
    assert rows[top : top + round(FEATHER * 512 / 8)].max() < 4


def test_what_the_editor_leaves_alone_keeps_every_pixel():
    source = wrapped(2048, 1024)
    made = panorama.make(source, REQUEST, Untouched(), seed=1).picture
    assert np.abs(made.astype(int) - source).max() <= 1


def test_a_turned_camera_is_rejected():
    with pytest.raises(CandidateRejected):
        panorama.make(wrapped(), REQUEST, Moved(), seed=1)


def test_seeds_decide_the_picture():
    source = wrapped()
    first, again, other = (
        panorama.make(source, REQUEST, DeterministicEditor(), seed=seed).picture for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
