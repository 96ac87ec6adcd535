import cv2
import numpy as np
import pytest

from staging.picture import Picture
from staging.register import align, register
from tests.rooms import draw_room, moved


def corner_error(source: Picture, matrix: np.ndarray, applied: np.ndarray) -> float:
    """How far, at worst, a corner of the source lands from its place after both moves, in pixels."""
    height, width = source.shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], dtype=np.float64).T
    there = np.vstack([applied @ corners, np.ones(4)])
    return float(np.abs(matrix @ there - corners[:2]).max())


def shifted_and_restaged(
    scale: float, degrees: float, shift: tuple[float, float]
) -> tuple[Picture, Picture, np.ndarray]:
    """A room, and the same with a third of it replaced, other colours and a camera that has moved."""
    room = draw_room()
    other = room.copy()
    height, width = room.shape[:2]
    other[height * 2 // 3 :, : width // 2] = (90, 120, 160)
    other = np.clip(other * np.array([1.08, 1.0, 0.93]), 0, 255).astype(np.uint8)
    applied = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, scale)
    applied[:, 2] += shift
    return room, moved(other, scale=scale, degrees=degrees, shift=shift), applied


@pytest.mark.parametrize(
    ("scale", "degrees", "shift"),
    [(1.0, 0.0, (0, 0)), (1.012, 0.0, (5, -3)), (0.985, 0.4, (-7, 4)), (1.03, -0.8, (2, 9))],
)
def test_a_small_move_is_undone_within_half_a_pixel(scale: float, degrees: float, shift: tuple[float, float]) -> None:
    room, candidate, applied = shifted_and_restaged(scale, degrees, shift)
    registration = register(room, candidate)
    assert registration.outcome == "aligned"
    assert corner_error(room, registration.matrix, applied) < 0.5


def test_an_aligned_candidate_shows_the_room_where_it_was() -> None:
    room, candidate, _ = shifted_and_restaged(1.012, 0.3, (6, -4))
    aligned = align(candidate, register(room, candidate))
    part = (slice(40, 300), slice(40, 600))
    edges = [cv2.Canny(picture[part], 60, 120) for picture in (room, aligned)]
    near = cv2.dilate(edges[1], np.ones((3, 3), np.uint8))
    assert (near[edges[0] > 0] > 0).mean() > 0.85


@pytest.mark.parametrize(("scale", "degrees", "shift"), [(1.08, 0.0, (0, 0)), (1.0, 3.0, (0, 0)), (1.0, 0.0, (40, 0))])
def test_a_larger_move_is_another_camera(scale: float, degrees: float, shift: tuple[float, float]) -> None:
    room, candidate, _ = shifted_and_restaged(scale, degrees, shift)
    assert register(room, candidate).outcome == "moved"


def test_noise_and_bare_walls_are_not_measured() -> None:
    room = draw_room()
    noise = np.random.default_rng(1).integers(0, 255, room.shape, dtype=np.uint8)
    bare = np.full_like(room, 200)
    assert [register(room, one).outcome for one in (noise, bare)] == ["unmeasured", "unmeasured"]
    assert np.array_equal(align(bare, register(room, bare)), bare)


def test_the_same_pictures_give_the_same_matrix() -> None:
    room, candidate, _ = shifted_and_restaged(1.01, 0.2, (3, 3))
    assert np.array_equal(register(room, candidate).matrix, register(room, candidate).matrix)
