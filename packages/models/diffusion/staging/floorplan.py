"""floorplan: the plan furnished by rule. Room names and scale are read; nothing is generated.

Walls, doors and lettering stay where they are, since the plan's ink is multiplied onto the colours and
never drawn again, and since nothing is placed on ink.
"""

import weakref

import cv2
import numpy as np

from staging.editors import Editor
from staging.picture import Made, Mask, Picture
from staging.plan.drawing import draw, floor_colours
from staging.plan.layout import furnish
from staging.plan.palette import palette_of
from staging.plan.rooms import Plan, read_plan
from staging.plan.vocabulary import Kind
from staging.request import StagingRequest

STRIP_PIXELS = 2_000_000
WHITER = 6
"""Levels by which paper becomes whiter without being coloured."""
INK, PAPER = 80, 140
"""The brightest channel of ink at most, and of paper at least."""

_read: dict[int, Plan] = {}
"""What was read of the pictures that somebody still holds, by identity: candidates share one reading."""


def make(source: Picture, request: StagingRequest, editor: Editor, *, seed: int) -> Made:
    """A candidate of the source's size. No editor is asked; the seed decides the arrangement."""
    plan = reading_of(source)
    kinds = kinds_of(plan)
    palette = palette_of(request.style_preset)
    height, width = source.shape[:2]
    canvas = cv2.resize(floor_colours(plan, kinds, palette), (width, height), interpolation=cv2.INTER_LINEAR)
    placed = furnish(plan, kinds, np.random.default_rng(seed))
    draw(canvas, placed, plan.zoom, plan.metre, palette)
    made = inked(source, canvas.astype(np.uint8))
    return Made(made, mask_of(source, made))


def reading_of(source: Picture) -> Plan:
    """A plan is read once, and what was read is forgotten with its picture."""
    key = id(source)
    if key not in _read:
        _read[key] = read_plan(source)
        weakref.finalize(source, _read.pop, key, None)
    return _read[key]


def kinds_of(plan: Plan) -> list[Kind | None]:
    """What each room is: as it is named, or by its size if no room of the plan has a name."""
    named = [room.kind for room in plan.rooms]
    if any(named):
        return named
    areas = [room.pixels / plan.metre**2 for room in plan.rooms]
    order = sorted(range(len(areas)), key=lambda nth: -areas[nth])
    kinds: list[Kind | None] = [None] * len(areas)
    for rank, nth in enumerate(order):
        if areas[nth] >= 7:
            kinds[nth] = "living" if rank == 0 else "bedroom"
    return kinds


def inked(source: Picture, canvas: Picture) -> Picture:
    """The canvas multiplied by the plan with its paper taken as white, so that ink stays ink. In strips."""
    sample = source[:: max(1, source.shape[0] // 600), :: max(1, source.shape[1] // 600)].reshape(-1, 3)
    paper = np.percentile(sample, 90, axis=0).clip(96, 255).astype(np.float32)
    step = max(1, STRIP_PIXELS // source.shape[1])
    for top in range(0, source.shape[0], step):
        rows = slice(top, top + step)
        canvas[rows] = (np.minimum(source[rows] / paper, 1) * canvas[rows] + 0.5).astype(np.uint8)
    return canvas


def mask_of(source: Picture, made: Picture) -> Mask:
    """What was coloured: everything that changed visibly but for ink, softly at its edges."""
    paper = np.clip((source.max(axis=2).astype(np.float32) - INK) / (PAPER - INK), 0, 1)
    change = cv2.absdiff(source, made).max(axis=2).astype(np.float32)
    return (paper * np.clip((change - WHITER) / WHITER, 0, 1) * 255).astype(np.uint8)
