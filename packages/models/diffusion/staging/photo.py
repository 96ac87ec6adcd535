"""Staging a photograph: refurnish, renovate, clean.

The model draws at one megapixel at most. Its picture is laid over the source, given the source's colours, and the
source's own pixels are put back where the room must stay as it is. So windows and ceilings keep all their detail.
"""

import cv2
import numpy as np

from staging.colour import match_colour, same_thing_map
from staging.editors import Editor
from staging.errors import CandidateRejected
from staging.likeness import Map, detail_map, feathered, largest_change, unchanged_map
from staging.picture import Picture
from staging.prompts import prompt_of
from staging.regions import CEILING, FURNITURE, OPENINGS, WALL, Regions, Segmenter, as_map
from staging.register import align, register
from staging.request import StagingRequest
from staging.resize import resize, to_working_size

WORKING_PIXELS = 1024 * 1024
EMPTY_BELOW = 0.03
STRIP_ROWS = 512
LEAST_CHANGE = 8.0


def make(
    source: Picture,
    request: StagingRequest,
    editor: Editor,
    *,
    seed: int,
    segmenter: Segmenter | None = None,
    pixels: int = WORKING_PIXELS,
) -> Picture:
    """One candidate of the source's size. Raises CandidateRejected if the model made another room or no change."""
    small = to_working_size(source, pixels)
    before = segmenter.regions(small) if segmenter else None
    is_empty = before is not None and before.share(*FURNITURE) < EMPTY_BELOW
    drawn = editor.edit(small, prompt_of(request, is_empty=is_empty), seed=seed)
    registration = register(small, drawn)
    if registration.outcome == "moved":
        raise CandidateRejected("the camera has moved")
    aligned = align(drawn, registration)
    after = segmenter.regions(aligned) if segmenter else None
    structure = structure_of(request, before, after)
    matched = match_colour(aligned, small, _colour_weight(request, small, aligned, structure))
    keep = kept_map(request, small, matched, structure)
    if request.mode == "clean":
        keep = np.maximum(keep, additions_map(small, matched, keep, before, after))
    result = put_back(source, matched, keep)
    if largest_change(source, result) < LEAST_CHANGE:
        raise CandidateRejected("nothing has changed")
    return result


def structure_of(request: StagingRequest, before: Regions | None, after: Regions | None) -> Map | None:
    """1 where both pictures show what must hold; None without weights for regions."""
    if before is None or after is None:
        return None
    classes = OPENINGS if request.mode == "renovate" else OPENINGS + CEILING + WALL
    return as_map(before.mask(*classes) & after.mask(*classes))


def kept_map(request: StagingRequest, source: Picture, candidate: Picture, structure: Map | None) -> Map:
    """1 where the source's own pixels are put back: at what did not change, and at the structure."""
    unchanged = unchanged_map(source, candidate)
    return unchanged if structure is None else np.maximum(unchanged, feathered(structure))


def additions_map(source: Picture, candidate: Picture, keep: Map, before: Regions | None, after: Regions | None) -> Map:
    """Every change of the candidate that adds instead of removing, as a mask.

    A change adds if it has more detail than what it replaces, or new furniture.
    """
    _, labels = cv2.connectedComponents((keep < 0.5).astype(np.uint8))
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


def put_back(source: Picture, candidate: Picture, keep: Map) -> Picture:
    """The candidate at the source's size, with the source's pixels where `keep` is 1; in strips, to bound memory."""
    height, width = source.shape[:2]
    result = resize(candidate, width, height)
    mask = cv2.resize(keep, (width, height), interpolation=cv2.INTER_LINEAR)
    for top in range(0, height, STRIP_ROWS):
        rows = slice(top, top + STRIP_ROWS)
        share = np.clip(mask[rows], 0, 1)[..., None]
        result[rows] = source[rows] * share + result[rows] * (1 - share) + 0.5
    return result


def _colour_weight(request: StagingRequest, source: Picture, candidate: Picture, structure: Map | None) -> Map:
    """Where colours are compared. A renovated room has new ones: only windows and doors tell there."""
    if structure is not None:
        return structure
    if request.mode == "renovate":
        return np.zeros(source.shape[:2], dtype=np.float32)
    return same_thing_map(candidate, source)
