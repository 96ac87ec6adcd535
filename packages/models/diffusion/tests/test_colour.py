import numpy as np

from staging.colour import match_colour, same_thing_map
from tests.rooms import draw_room


def test_a_tint_of_the_whole_picture_is_taken_back() -> None:
    room = draw_room()
    slope = np.linspace(0.9, 1.15, room.shape[1])[None, :, None]
    tinted = np.clip(room * slope * np.array([1.1, 1.0, 0.9]), 0, 255).astype(np.uint8)
    matched = match_colour(tinted, room, same_thing_map(tinted, room))
    before = np.abs(tinted.astype(float) - room).mean()
    after = np.abs(matched.astype(float) - room).mean()
    assert before > 10
    assert after < 3


def test_new_furniture_keeps_its_colour() -> None:
    room = draw_room()
    staged = room.copy()
    staged[300:460, 60:300] = (40, 90, 160)
    matched = match_colour(staged, room, same_thing_map(staged, room))
    assert np.abs(matched[320:440, 80:280].astype(float) - (40, 90, 160)).mean() < 6


def test_pictures_without_anything_in_common_are_left_alone() -> None:
    room = draw_room()
    noise = np.random.default_rng(1).integers(0, 255, room.shape, dtype=np.uint8)
    assert np.array_equal(match_colour(noise, room, np.zeros(room.shape[:2], np.float32)), noise)
