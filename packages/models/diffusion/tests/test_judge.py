import numpy as np
import pytest

from staging.judge import Judge, score_of
from staging.picture import Picture
from staging.regions import Regions
from tests.rooms import CLEAN, REFURNISH, draw_room, moved
from tests.test_photo import Segments, with_sofa

# What the service asks of a staged picture at least.
BAR = 0.5


def test_a_room_with_new_furniture_reaches_the_bar(room: Picture) -> None:
    opinion = Judge().opinion(room, with_sofa(room.copy()), REFURNISH)
    assert opinion.score > BAR
    assert set(opinion.parts) == {"edges", "task"}


def test_a_drifted_room_scores_less_than_one_that_stayed(room: Picture) -> None:
    staged = with_sofa(room.copy())
    judge = Judge()
    stayed = judge.opinion(room, staged, REFURNISH).score
    drifted = judge.opinion(room, moved(staged, shift=(25, 12)), REFURNISH).score
    assert drifted < stayed - 0.1


def test_noise_scores_far_below_a_staged_room(room: Picture) -> None:
    flat = np.full_like(room, 128)
    assert Judge().opinion(room, flat, REFURNISH).score < BAR


def test_a_lost_window_lowers_the_score_where_weights_tell_it(room: Picture) -> None:
    judge = Judge(segmenter=Segments())  # type: ignore[arg-type]
    opinion = judge.opinion(room, with_sofa(room.copy()), REFURNISH)
    assert opinion.parts["openings"] == 1.0


class Hearth:
    """Knows a fireplace by its colour."""

    def regions(self, picture: Picture) -> Regions:
        labels = (np.abs(picture.astype(int) - (90, 20, 20)).max(axis=2) < 30).astype(np.int32)
        labels[np.abs(picture.astype(int) - (40, 90, 160)).max(axis=2) < 30] = 2
        return Regions(labels, {0: ("wall",), 1: ("fireplace", "hearth"), 2: ("sofa",)})

    def forget(self) -> None: ...


def test_a_fixture_that_has_become_wall_lowers_the_score_below_the_bar(room: Picture) -> None:
    height, width = room.shape[:2]
    source = room.copy()
    source[height // 2 : height * 3 // 4, width // 2 : width * 3 // 4] = (90, 20, 20)
    judge = Judge(segmenter=Hearth())  # type: ignore[arg-type]
    gone = judge.opinion(source, with_sofa(room.copy()), REFURNISH)
    kept = judge.opinion(source, with_sofa(source.copy()), REFURNISH)
    assert gone.parts["fixtures"] < 0.2
    assert kept.parts["fixtures"] > 0.9
    assert gone.score < BAR < kept.score


def test_clean_is_judged_down_where_it_adds(room: Picture) -> None:
    added = room.copy()
    added[330:450, 60:260] = np.random.default_rng(2).integers(0, 255, (120, 200, 3), dtype=np.uint8)
    judge = Judge()
    removes = judge.opinion(added, room, CLEAN)
    adds = judge.opinion(room, added, CLEAN)
    assert removes.parts["task"] > 0.7
    assert adds.parts["task"] < 0.3


def test_parts_that_were_not_measured_do_not_count() -> None:
    assert score_of({"edges": 0.8, "task": 0.8}) == pytest.approx(0.8)
    assert score_of({"edges": 0.8, "task": 0.8, "openings": 0.8, "depth": 0.8}) == pytest.approx(0.8)


def test_one_bad_part_is_not_hidden_by_good_ones() -> None:
    assert score_of({"edges": 1, "task": 1, "openings": 0.1, "depth": 1}) < BAR


def test_the_size_of_the_source_does_not_matter_much() -> None:
    scores = [
        Judge().opinion(draw_room(*size), with_sofa(draw_room(*size)), REFURNISH).score
        for size in ((640, 480), (1280, 960))
    ]
    assert abs(scores[0] - scores[1]) < 0.15
