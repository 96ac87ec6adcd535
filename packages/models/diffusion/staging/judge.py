"""The model's own opinion of a candidate: what an agent would notice first, as parts from 0 to 1.

The weights of the parts are set by hand. They have not been calibrated on real rooms.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from staging.depth import DepthEstimator, rank_correlation
from staging.likeness import Map, changed_share, detail_map, grey_of
from staging.picture import Picture
from staging.regions import CEILING, FIXTURES, FLOOR, OPENINGS, WALL, Segmenter, grown
from staging.request import StagingRequest
from staging.resize import resize, working_size

LONGEST_PIXELS = 512 * 512
EDGE = 60.0
PART_WEIGHTS = {"openings": 0.35, "fixtures": 0.35, "edges": 0.25, "depth": 0.2, "task": 0.2}
LEAST_PART = 0.05
ENOUGH_STAGED = 0.04
ENOUGH_CLEANED = 0.005


@dataclass(frozen=True)
class Opinion:
    """A score from 0 to 1 and the parts that it is made of."""

    score: float
    parts: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Judge:
    """Scores candidates by edges and by the task, and by windows and depth if their weights are there."""

    segmenter: Segmenter | None = None
    depth: DepthEstimator | None = None

    def opinion(self, source: Picture, candidate: Picture, request: StagingRequest) -> Opinion:
        """What is thought of a candidate of the source's size."""
        height, width = source.shape[:2]
        size = working_size(width, height, LONGEST_PIXELS)
        before, after = resize(source, *size), resize(candidate, *size)
        parts = {"edges": _edges(before, after), "task": _task(before, after, request)}
        is_photo = request.capture_type == "photo"
        if self.segmenter is not None and is_photo:
            openings = _openings(self.segmenter, before, after)
            parts |= {} if openings is None else {"openings": openings}
            fixtures = _fixtures(self.segmenter, before, after)
            parts |= {} if fixtures is None else {"fixtures": fixtures}
        if self.depth is not None and is_photo:
            near = rank_correlation(self.depth.depth(before), self.depth.depth(after))
            parts["depth"] = max(0.0, near)
        return Opinion(score_of(parts), {name: round(value, 3) for name, value in parts.items()})


def score_of(parts: Mapping[str, float]) -> float:
    """The weighted geometric mean of the parts that could be measured: one bad part cannot hide behind good ones."""
    total = sum(PART_WEIGHTS[name] for name in parts)
    logs = sum(PART_WEIGHTS[name] * np.log(max(LEAST_PART, value)) for name, value in parts.items())
    return round(float(np.clip(np.exp(logs / total), 0, 1)), 3)


def _openings(segmenter: Segmenter, before: Picture, after: Picture) -> float | None:
    """Overlap of windows and doors; None if neither picture has any."""
    first, second = (segmenter.regions(one).mask(*OPENINGS) for one in (before, after))
    union = int((first | second).sum())
    return None if union < 0.002 * first.size else float((first & second).sum() / union)


def _fixtures(segmenter: Segmenter, before: Picture, after: Picture) -> float | None:
    """The share of fixtures and of what is built in that has not become plain room; None if the source has neither."""
    first, second = (segmenter.regions(one) for one in (before, after))
    held = first.mask(*FIXTURES) | first.built_in()
    gone = held & second.mask(*WALL, *FLOOR, *CEILING)
    return None if held.mean() < 0.002 else 1 - float(gone.sum() / held.sum())


def _edges(before: Picture, after: Picture) -> float:
    """The part of the source's strong edges that the candidate has within a few pixels, beyond what chance would give.

    New furniture hides some, so that two thirds found count as all.
    """
    strong = _strong_edges(before)
    if not strong.any():
        return 1.0
    found = grown(_strong_edges(after, 0.5), 0.004)
    chance = float(found.mean())
    recall = float((strong & found).sum() / strong.sum())
    return float(np.clip((recall - chance) / (1 - chance + 1e-6) * 1.5, 0, 1))


def _strong_edges(picture: Picture, part: float = 1.0) -> np.ndarray:
    equal: Map = cv2.createCLAHE(2.0, (8, 8)).apply(grey_of(picture).astype(np.uint8))
    return detail_map(np.repeat(equal[..., None], 3, axis=2)) > EDGE * part


def _task(before: Picture, after: Picture, request: StagingRequest) -> float:
    """Whether what was asked for seems done: enough changed, not everything, nothing blown out."""
    clipped = max(0.0, _clipped(after) - _clipped(before))
    light = max(0.0, 1 - 5 * clipped)
    enough = ENOUGH_CLEANED if request.mode == "clean" else ENOUGH_STAGED
    done = min(1.0, changed_share(before, after) / enough)
    if request.mode == "clean":
        done *= max(0.0, 1 - 10 * _added(before, after))
    return light * done


def _added(before: Picture, after: Picture) -> float:
    """How much detail was added, as a share of the source's detail."""
    first, second = (cv2.blur(detail_map(one), (15, 15)) for one in (before, after))
    return float(np.maximum(0, second - first).mean() / (first.mean() + 1e-6))


def _clipped(picture: Picture) -> float:
    grey = grey_of(picture)
    return float(((grey <= 2) | (grey >= 253)).mean())
