import numpy as np
import pytest

from staging import photo
from staging.editors.deterministic import DeterministicEditor
from staging.errors import CandidateRejected
from staging.picture import Mask, Picture
from staging.regions import Regions
from tests.rooms import CLEAN, REFURNISH, RENOVATE, draw_room, moved


class Fixed:
    """An editor that makes one change, whatever it is asked."""

    name = "fixed"
    version = "1"

    def __init__(self, change) -> None:  # type: ignore[no-untyped-def]
        self.change = change
        self.prompts: list[str] = []

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        self.prompts.append(prompt)
        return self.change(picture.copy())

    def inpaint(self, picture: Picture, mask: Mask, prompt: str, *, seed: int) -> Picture:
        raise NotImplementedError


def with_sofa(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    picture[int(height * 0.7) : int(height * 0.95), int(width * 0.1) : int(width * 0.5)] = (40, 90, 160)
    return picture


def brighter_with_sofa(picture: Picture) -> Picture:
    return np.clip(with_sofa(picture) * 1.06, 0, 255).astype(np.uint8)


def shifted_with_sofa(picture: Picture) -> Picture:
    return moved(brighter_with_sofa(picture), scale=1.01, shift=(4, -3))


@pytest.mark.parametrize("request_", [REFURNISH, RENOVATE, CLEAN], ids=lambda one: str(one.mode))
def test_the_same_seed_gives_the_same_pixels_and_another_seed_others(room: Picture, request_) -> None:  # type: ignore[no-untyped-def]
    first, again, other = (photo.make(room, request_, DeterministicEditor(), seed=seed).picture for seed in (5, 5, 6))
    assert first.shape == room.shape
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(("width", "height"), [(517, 389), (257, 1301), (1999, 801)])
def test_a_candidate_has_exactly_the_size_of_its_source(width: int, height: int) -> None:
    room = draw_room(width, height)
    assert photo.make(room, REFURNISH, DeterministicEditor(), seed=1).picture.shape == room.shape


def test_what_did_not_change_keeps_the_pixels_of_the_source() -> None:
    room = draw_room(1800, 1350)
    result = photo.make(room, REFURNISH, Fixed(shifted_with_sofa), seed=1).picture
    height, width = room.shape[:2]
    window = (slice(height // 6, height // 2), slice(width // 3, width // 2))
    assert np.abs(result[window].astype(int) - room[window]).mean() < 1.5
    sofa = result[int(height * 0.75) : int(height * 0.9), int(width * 0.15) : int(width * 0.45)]
    assert np.abs(sofa.astype(float) - (40, 90, 160)).mean() < 14


def test_a_camera_that_moved_is_refused(room: Picture) -> None:
    with pytest.raises(CandidateRejected, match="camera"):
        photo.make(room, REFURNISH, Fixed(lambda picture: moved(picture, scale=1.1)), seed=1)


def test_the_source_itself_is_refused(room: Picture) -> None:
    with pytest.raises(CandidateRejected, match="nothing has changed"):
        photo.make(room, REFURNISH, Fixed(lambda picture: picture), seed=1)


def test_clean_takes_away_and_puts_back_what_was_added() -> None:
    room = draw_room()
    clutter = np.random.default_rng(3).integers(0, 255, (60, 60, 3), dtype=np.uint8)
    littered = room.copy()
    littered[380:440, 100:160] = clutter

    def cleans_and_adds(picture: Picture) -> Picture:
        picture[370:450, 90:170] = room[370:450, 90:170]
        picture[340:420, 420:520] = np.random.default_rng(4).integers(0, 255, (80, 100, 3), dtype=np.uint8)
        return picture

    result = photo.make(littered, CLEAN, Fixed(cleans_and_adds), seed=1).picture
    assert np.abs(result[385:435, 105:155].astype(int) - room[385:435, 105:155]).mean() < 8
    assert np.array_equal(result[350:410, 430:510], littered[350:410, 430:510])


class Segments:
    """Knows the window of the drawn room, and furniture by its colour."""

    def regions(self, picture: Picture) -> Regions:
        labels = np.zeros(picture.shape[:2], np.int32)
        height, width = labels.shape
        labels[height // 6 : height // 2, width // 3 : width // 2] = 1
        labels[np.abs(picture.astype(int) - (40, 90, 160)).max(axis=2) < 20] = 2
        return Regions(labels, {0: ("wall",), 1: ("windowpane",), 2: ("sofa", "couch")})

    def forget(self) -> None: ...


def test_windows_are_put_back_where_weights_tell_them(room: Picture) -> None:
    def another_view(picture: Picture) -> Picture:
        height, width = picture.shape[:2]
        picture[height // 6 : height // 2, width // 3 : width // 2] = (20, 160, 60)
        return with_sofa(picture)

    height, width = room.shape[:2]
    window = (slice(height // 6 + 6, height // 2 - 6), slice(width // 3 + 6, width // 2 - 6))
    staged = photo.make(room, REFURNISH, Fixed(another_view), seed=1, segmenter=Segments())  # type: ignore[arg-type]
    kept = staged.picture
    lost = photo.make(room, REFURNISH, Fixed(another_view), seed=1).picture
    assert np.abs(kept[window].astype(int) - room[window]).mean() < 2
    assert np.abs(lost[window].astype(int) - room[window]).mean() > 40


def test_an_empty_room_is_furnished(room: Picture) -> None:
    editor = Fixed(with_sofa)
    photo.make(room, REFURNISH, editor, seed=1, segmenter=Segments())  # type: ignore[arg-type]
    assert editor.prompts[0].startswith("Furnish this empty room as a living room")
