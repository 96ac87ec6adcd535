"""Putting an edited picture into its source, so that only what is new is the editor's.

Three kinds of places: what the editor left alone is the source's, pixel by pixel; a surface that is still there in
other light keeps the source's detail, and takes the editor's light and colour (its low frequencies); anything else is
the editor's. Whether a surface is still there, the correlation of gradients decides: light does not move a texture.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from staging.likeness import Map, blurred, gradients_of
from staging.picture import Made, Mask, Picture
from staging.resize import resize

NOISE = 2.0
"""Slopes, in levels a pixel, that an encoder leaves on plain surfaces."""
SAME_TEXTURE = (0.3, 0.6)
"""Correlation of gradients from which a texture may be, and from which it is, the same."""
SAME_COLOUR = (5.0, 10.0)
"""Differences in levels up to which a colour is the same, and from which it is another."""
EDGE = 6.0
"""A slope that plain surfaces do not have: if only one of the pictures has it, something came or went."""
STRONG, WEAK = 5.0, 1.5
"""A change of light begins with a strong difference, in levels, and goes on as far as a weak one."""
BOTTOM, TOP = 0.25, 3.0
"""How much darker and lighter a surface can become and still have its detail."""
STRIP_ROWS = 512
VISIBLE_MASK = 4.0
"""The mask is opaque from a quarter of the edit on: a soft edge that is composed twice must not fade twice."""


@dataclass(frozen=True)
class Plan:
    """How two pictures of the working size are put together.

    detail: 1 where the source's detail stays. edited: how much of a pixel is the edit's. light: by which factor each
    channel of the source changes where its detail stays.
    """

    detail: Map
    edited: Map
    light: Map


def plan_of(source: Picture, candidate: Picture, *, exact: Map | None = None, surface: Map | None = None) -> Plan:
    """Compares a source with a candidate that lies over it and has its colours.

    `exact` is 1 where nothing may change, `surface` where only light may.
    """
    alike, broken = compared(source, candidate)
    difference = np.abs(blurred(candidate, _near(source)) - blurred(source, _near(source))).max(axis=2)
    same_colour = falling(difference, *SAME_COLOUR) * (1 - broken)
    detail = opened(np.maximum(alike, same_colour), 0.006)
    if surface is not None:
        detail = np.maximum(detail, surface)
    light = light_of(source, candidate, detail)
    stays = np.maximum(1 - changed_light(source, light, detail), 0) * detail
    edited = 1 - opened((stays > 0.5).astype(np.float32), 0.006)
    if exact is not None:
        edited = edited * (1 - exact)
    edited = blurred(cv2.dilate(edited, _ellipse(source, 0.003)), max(1.0, 0.002 * max(source.shape)))
    if exact is not None:
        edited = edited * (1 - exact)
    return Plan(detail, np.clip((edited - 0.02) / 0.96, 0, 1).astype(np.float32), light)


def compared(source: Picture, candidate: Picture) -> tuple[Map, Map]:
    """Where the texture of both is the same, and where an edge is in one of them alone."""
    one, other = gradients_of(source), gradients_of(candidate)
    reach = max(2.0, 0.003 * max(source.shape))
    power, other_power = (blurred((each**2).sum(axis=2), reach) for each in (one, other))
    common = blurred((one * other).sum(axis=2), reach)
    most = np.maximum(power, other_power).astype(np.float32)
    alike = rising((common / (most + NOISE**2)).astype(np.float32), *SAME_TEXTURE)
    lone = (most - np.maximum(common, 0)).astype(np.float32)
    return alike, rising(np.sqrt(np.maximum(lone, 0)), EDGE / 2, EDGE) * (1 - alike)


def light_of(source: Picture, candidate: Picture, detail: Map) -> Map:
    """The factor between the low frequencies of both, for each channel; other surfaces do not bleed into it."""
    weight = (detail + 1e-4)[..., None]
    low, other = (blurred(each * weight, _near(source)) for each in (source.astype(np.float32), candidate))
    share = blurred(weight[..., 0], _near(source))[..., None]
    return np.clip((other / share + 4) / (low / share + 4), BOTTOM, TOP).astype(np.float32)


def changed_light(source: Picture, light: Map, detail: Map) -> Map:
    """1 where light has changed, as far as the change reaches: a soft shadow ends in less than a level."""
    levels = np.abs((light - 1) * blurred(source, _near(source))).max(axis=2)
    levels = blurred(levels, _near(source))
    weak = levels > WEAK
    _, labels = cv2.connectedComponents(weak.astype(np.uint8))
    strong = np.bincount(labels.ravel(), (levels > STRONG).ravel()) > 0
    strong[0] = False
    return strong[labels].astype(np.float32)


def put_together(source: Picture, candidate: Picture, plan: Plan) -> Made:
    """The result at the source's size, and its edit mask; in strips, to bound memory."""
    height, width = source.shape[:2]
    made = resize(candidate, width, height).copy()
    mask = np.empty((height, width), np.uint8)
    for top in range(0, height, STRIP_ROWS):
        rows = slice(top, min(height, top + STRIP_ROWS))
        detail, edited, light = (enlarged(each, width, height, rows) for each in (plan.detail, plan.edited, plan.light))
        new = made[rows] + detail[..., None] * (source[rows] * light - made[rows])
        result = source[rows] + edited[..., None] * (new - source[rows])
        made[rows] = np.clip(result + 0.5, 0, 255)
        mask[rows] = np.clip(edited * VISIBLE_MASK, 0, 1) * 255
    return Made(made, mask)


def enlarged(small: Map, width: int, height: int, rows: slice) -> Map:
    """Some rows of a map at another size, linear between pixels' middles."""
    across = (np.arange(width, dtype=np.float32) + 0.5) / width * small.shape[1] - 0.5
    down = (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5) / height * small.shape[0] - 0.5
    at_x, at_y = np.meshgrid(across, down)
    return cv2.remap(small, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)


def rising(values: Map, low: float, high: float) -> Map:
    """0 up to `low`, 1 from `high` on."""
    return np.clip((values - low) / (high - low), 0, 1).astype(np.float32)


def falling(values: Map, low: float, high: float) -> Map:
    """1 up to `low`, 0 from `high` on."""
    return 1 - rising(values, low, high)


def opened(values: Map, part: float) -> Map:
    """A map without specks smaller than a part of the long side: they would show the source through new furniture."""
    return cv2.morphologyEx(values, cv2.MORPH_OPEN, _ellipse(values, part)).astype(np.float32)


def _ellipse(like: Map | Mask | Picture, part: float) -> Mask:
    side = max(3, round(2 * part * max(like.shape[:2]))) | 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.uint8)


def _near(picture: Picture) -> float:
    """How far low frequencies are averaged, in pixels."""
    return max(1.5, 0.004 * max(picture.shape))
