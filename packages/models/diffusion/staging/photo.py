"""Staging a photograph: refurnish, renovate, clean.

The model draws at one megapixel at most. Its picture is laid over the source and given the source's colours;
paste_back.py puts it into the source. So windows and ceilings keep all their detail, floors theirs under shadows.
"""

import cv2
import numpy as np

from staging.colour import match_colour, same_thing_map
from staging.editors import Editor
from staging.errors import CandidateRejected
from staging.likeness import Map, detail_map, feathered, largest_change
from staging.paste_back import plan_of, put_together
from staging.picture import Made, Picture
from staging.prompts import prompt_of
from staging.regions import CEILING, FIXTURES, FURNITURE, OPENINGS, WALL, Regions, Segmenter, as_map
from staging.register import align, register
from staging.request import StagingRequest
from staging.resize import to_working_size

WORKING_PIXELS = 1024 * 1024
EMPTY_BELOW = 0.03
LEAST_CHANGE = 8.0


def make(
    source: Picture,
    request: StagingRequest,
    editor: Editor,
    *,
    seed: int,
    segmenter: Segmenter | None = None,
    pixels: int = WORKING_PIXELS,
) -> Made:
    """One candidate of the source's size. Raises CandidateRejected if the model made another room or no change."""
    small = to_working_size(source, pixels)
    before = segmenter.regions(small) if segmenter else None
    is_empty = before is not None and before.furniture() < EMPTY_BELOW
    drawn = editor.edit(small, prompt_of(request, is_empty=is_empty), seed=seed)
    registration = register(small, drawn)
    if registration.outcome == "moved":
        raise CandidateRejected("the camera has moved")
    aligned = align(drawn, registration)
    after = segmenter.regions(aligned) if segmenter else None
    exact, surface = structure_of(request, before, after)
    matched = match_colour(aligned, small, _colour_weight(request, small, aligned, exact))
    plan = plan_of(small, matched, exact=exact, surface=surface)
    if request.mode == "clean":
        added = additions_map(small, matched, plan.edited, before, after)
        plan = plan_of(small, matched, exact=added if exact is None else np.maximum(exact, added), surface=surface)
    made = put_together(source, matched, plan)
    if largest_change(source, made.picture) < LEAST_CHANGE:
        raise CandidateRejected("nothing has changed")
    return made


def structure_of(
    request: StagingRequest, before: Regions | None, after: Regions | None
) -> tuple[Map | None, Map | None]:
    """Where nothing may change, and where only light may; None without weights for regions.

    Structure stays where furniture does not hide it: what the editor made of it does not matter.
    """
    if before is None or after is None:
        return None, None
    if request.mode == "renovate":
        return feathered(as_map(before.mask(*OPENINGS) & after.mask(*OPENINGS))), None
    bare = after.mask(*OPENINGS, *CEILING, *WALL, *FIXTURES) | after.built_in()
    exact = (before.mask(*OPENINGS, *CEILING, *FIXTURES) | before.built_in()) & bare
    return feathered(as_map(exact)), as_map(before.mask(*WALL) & bare)


def additions_map(
    source: Picture, candidate: Picture, edited: Map, before: Regions | None, after: Regions | None
) -> Map:
    """Every change of the candidate that adds instead of removing, as a mask.

    A change adds if it has more detail than what it replaces, or new furniture.
    """
    _, labels = cv2.connectedComponents((edited > 0.5).astype(np.uint8))
    flat = labels.ravel()
    size = np.maximum(np.bincount(flat), 1)
    detail_before = np.bincount(flat, detail_map(source).ravel()) / size
    detail_after = np.bincount(flat, detail_map(candidate).ravel()) / size
    adds = detail_after > detail_before
    if before is not None and after is not None:
        new = after.mask(*FURNITURE) & ~before.mask(*FURNITURE)
        adds |= np.bincount(flat, new.ravel().astype(np.float64)) / size > 0.02
    adds[0] = False
    return feathered(cv2.dilate(adds[labels].astype(np.float32), np.ones((7, 7), np.uint8)))


def _colour_weight(request: StagingRequest, source: Picture, candidate: Picture, exact: Map | None) -> Map:
    """Where colours are compared. A renovated room has new ones: only windows and doors tell there."""
    if request.mode == "renovate":
        return np.zeros(source.shape[:2], dtype=np.float32) if exact is None else exact
    return same_thing_map(candidate, source)
