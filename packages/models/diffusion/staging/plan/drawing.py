"""Draws furniture on a plan's floor, seen from above, in a style's colours."""

from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.picture import Picture
from staging.plan.furniture import Shape
from staging.plan.layout import Placed
from staging.plan.palette import Colour, Palette, colour_of, mixed
from staging.plan.rooms import Plan
from staging.plan.vocabulary import Kind

WET: frozenset[Kind] = frozenset({"bathroom", "wc", "laundry", "kitchen"})
FRACTION_BITS = 4


def floor_colours(plan: Plan, kinds: list[Kind | None], palette: Palette) -> Picture:
    """Paper, wood and tiles at the size of the plan's copy; every colour reaches under the walls around it."""
    paper = mixed(palette.wall, (255, 255, 255), 0.55)
    wood = mixed(palette.wood, (255, 250, 240), 0.66)
    tiles = mixed(palette.second, (246, 250, 252), 0.6)
    outside = mixed(palette.wood, (244, 244, 236), 0.7)
    colours = np.full((*plan.inside.shape, 3), paper, np.uint8)
    colours[plan.inside] = mixed(wood, (255, 255, 255), 0.25)
    reach = max(3, round(0.35 * plan.metre)) | 1
    for room, kind in zip(plan.rooms, kinds, strict=True):
        floor = tiles if kind in WET else outside if kind == "balcony" else wood
        grown = cv2.dilate(room.floor.astype(np.uint8), np.ones((reach, reach), np.uint8)).astype(bool)
        colours[grown & (plan.walls | plan.doors | plan.windows | room.floor) & plan.inside] = floor
        colours[room.floor] = floor
    return cv2.GaussianBlur(colours, (0, 0), 1.0).astype(np.uint8)


def draw(canvas: Picture, placed: list[Placed], zoom: float, metre: float, palette: Palette) -> None:
    """Draws pieces onto a canvas of the source's size; their places are in pixels of a copy `zoom` times as large."""
    scale = metre / zoom
    for each in placed:
        _shadow(canvas, each, zoom, scale)
        for shape in each.piece.shapes:
            fill = colour_of(shape.tone, palette)
            outline = _pixels(_outline(shape), each, zoom, scale)
            cv2.fillPoly(canvas, [outline], fill, cv2.LINE_AA, FRACTION_BITS)
            stroke = max(1, round(0.018 * scale))
            cv2.polylines(canvas, [outline], True, _edge(fill), stroke, cv2.LINE_AA, FRACTION_BITS)


def _edge(fill: Colour) -> Colour:
    return mixed(fill, (40, 42, 46), 0.42)


def _outline(shape: Shape) -> NDArray[np.float64]:
    """The corners of a shape in metres, round ones in many steps."""
    half_x, half_y = shape.width / 2, shape.depth / 2
    if shape.round:
        angles = [2 * pi * nth / 40 for nth in range(40)]
        points = [(half_x * cos(angle), half_y * sin(angle)) for angle in angles]
    else:
        corner = min(shape.corner, half_x, half_y)
        points = []
        for nth, (side_x, side_y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            for step in range(5):
                angle = pi / 2 * (nth + step / 4)
                points.append(
                    (side_x * (half_x - corner) + corner * cos(angle), side_y * (half_y - corner) + corner * sin(angle))
                )
    return np.array(points) + np.array([shape.x, shape.y])


def _pixels(points: NDArray[np.float64], placed: Placed, zoom: float, scale: float) -> NDArray[np.int32]:
    """Points of a piece in the canvas's pixels, with a fraction."""
    x, y = points[:, 0], points[:, 1]
    for _ in range(placed.quarters % 4):
        x, y = -y, x
    at = np.stack([placed.x / zoom + x * scale, placed.y / zoom + y * scale], -1) - 0.5
    return np.rint(at * (1 << FRACTION_BITS)).astype(np.int32)


def _shadow(canvas: Picture, placed: Placed, zoom: float, scale: float) -> None:
    """A soft shadow under each piece that stands on the floor."""
    soft = max(1.0, 0.045 * scale)
    reach = round(max(placed.piece.width, placed.piece.depth) / 2 * scale + 4 * soft)
    x, y = round(placed.x / zoom), round(placed.y / zoom)
    left, top = max(0, x - reach), max(0, y - reach)
    part = canvas[top : y + reach, left : x + reach]
    if part.size == 0:
        return
    mask = np.zeros(part.shape[:2], np.uint8)
    for shape in placed.piece.shapes:
        outline = _pixels(_outline(shape), placed, zoom, scale) - (np.array([left, top]) << FRACTION_BITS)
        cv2.fillPoly(mask, [outline.astype(np.int32)], 255, cv2.LINE_AA, FRACTION_BITS)
    dark = cv2.GaussianBlur(mask, (0, 0), soft)[..., None].astype(np.float32) / 255 * 0.28
    part[:] = (part * (1 - dark)).astype(np.uint8)
