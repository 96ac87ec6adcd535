"""Finds the rooms of a plan, and what each is called."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from staging.picture import Picture
from staging.plan.labels import Label, labels_of
from staging.plan.ocr import Box, Line, read_lines
from staging.plan.scale import Room, disagreement, guessed_metre, guesses, metre_of, written_metre
from staging.plan.walls import Drawing, Flags, drawing_of, without_specks

READING_SIDE = 1200
"""Long side in pixels of the copy in which rooms are looked for."""


@dataclass(frozen=True)
class Plan:
    """What a copy of a plan shows. `zoom` is the copy's size over the source's, `metre` in the copy's pixels."""

    zoom: float
    metre: float
    measured: bool
    rooms: list[Room]
    walls: Flags
    doors: Flags
    windows: Flags
    inside: Flags
    ink: Flags
    lettering: Flags


def read_plan(source: Picture) -> Plan:
    """Reads a plan. Where no name can be read the rooms have none, and the scale is a guess by their number."""
    zoom = READING_SIDE / max(source.shape[:2])
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    copy = cv2.resize(source, None, fx=zoom, fy=zoom, interpolation=how)
    lines = [_zoomed(line, zoom) for line in read_lines(source)]
    grey = cv2.cvtColor(copy, cv2.COLOR_RGB2GRAY)
    paper = max(1.0, float(np.percentile(grey, 90)))
    lettering = _lettering(grey < 0.7 * paper, lines)
    strong, faint = (grey < 0.55 * paper) & ~lettering, (grey < 0.88 * paper) & ~lettering
    labels = labels_of(lines)
    readings = [_reading(strong, faint, labels, guess) for guess in guesses(strong)]
    rooms, drawing = min(readings, key=lambda each: disagreement(each[0], each[1].metre, labels))
    metre = written_metre(rooms)
    if metre:
        rooms, drawing = _reading(strong, faint, labels, metre)
        metre = written_metre(rooms) or metre
    return Plan(
        zoom,
        metre or guessed_metre(rooms) or drawing.metre,
        metre is not None,
        rooms,
        drawing.walls,
        drawing.doors,
        drawing.windows,
        drawing.inside,
        without_specks(faint, metre or drawing.metre) | lettering,
        lettering,
    )


def _reading(strong: Flags, faint: Flags, labels: Sequence[Label], metre: float) -> tuple[list[Room], Drawing]:
    drawing = drawing_of(strong, faint, metre)
    return _named(drawing, labels), drawing


def _named(drawing: Drawing, labels: Sequence[Label]) -> list[Room]:
    """The floors with their names: labels inside first, then labels around the plan by nearness and size."""
    inside: dict[int, list[Label]] = {}
    beside: list[Label] = []
    for label in labels:
        x, y = _middle(label.box, drawing.inside.shape)
        found = [nth for nth, floor in enumerate(drawing.floors) if floor[y, x]]
        if found:
            inside.setdefault(found[0], []).append(label)
        else:
            beside.append(label)
    free = [nth for nth in range(len(drawing.floors)) if nth not in inside]
    for label, nth in _beside(drawing, beside, free):
        inside[nth] = [label]
    return [room for nth, floor in enumerate(drawing.floors) for room in _shared(floor, inside.get(nth, []))]


def _beside(drawing: Drawing, labels: Sequence[Label], free: Sequence[int]) -> list[tuple[Label, int]]:
    """Which nameless room each label outside of all rooms means, cheapest pairs first; within 2.5 m at most."""
    costs: list[tuple[float, int, Label, int]] = []
    for label in labels:
        left, top, right, bottom = (round(side) for side in label.box)
        outline = np.ones(drawing.inside.shape, np.uint8)
        outline[max(0, top) : bottom, max(0, left) : right] = 0
        away = cv2.distanceTransform(outline, cv2.DIST_L2, 3) / drawing.metre
        for nth in free:
            floor = drawing.floors[nth]
            near = float(away[floor].min())
            written = metre_of(Room(floor, label.kind, label))
            misfit = abs(np.log(written / drawing.metre)) if written else 0.3
            if near <= 2.5:
                costs.append((near + 2.0 * misfit, len(costs), label, nth))
    pairs: list[tuple[Label, int]] = []
    for _, _, label, nth in sorted(costs, key=lambda cost: cost[:2]):
        if all(label is not other and nth != taken for other, taken in pairs):
            pairs.append((label, nth))
    return pairs


def _shared(floor: Flags, labels: Sequence[Label]) -> list[Room]:
    """One room, or an open space of several: each point belongs to the nearest name."""
    if len(labels) < 2:
        return [Room(floor, labels[0].kind if labels else None, labels[0] if labels else None)]
    rows, columns = np.indices(floor.shape)
    middles = [_middle(label.box, floor.shape) for label in labels]
    away = np.stack([(columns - x) ** 2 + (rows - y) ** 2 for x, y in middles])
    nearest = away.argmin(0)
    return [Room(floor & (nearest == nth), label.kind, label) for nth, label in enumerate(labels)]


def _middle(box: Box, shape: tuple[int, ...]) -> tuple[int, int]:
    left, top, right, bottom = box
    return min(shape[1] - 1, max(0, int((left + right) / 2))), min(shape[0] - 1, max(0, int((top + bottom) / 2)))


def _zoomed(line: Line, zoom: float) -> Line:
    left, top, right, bottom = (side * zoom for side in line.box)
    return Line(line.text, (left, top, right, bottom), line.score)


def _lettering(ink: Flags, lines: Sequence[Line]) -> Flags:
    """The boxes of all lines, each drawn in to the ink that it holds."""
    mask = np.zeros_like(ink)
    for line in lines:
        left, top, right, bottom = (max(0, round(side)) for side in line.box)
        rows, columns = np.nonzero(ink[top : bottom + 1, left : right + 1])
        if len(rows):
            mask[top + rows.min() : top + rows.max() + 1, left + columns.min() : left + columns.max() + 1] = True
    return mask
