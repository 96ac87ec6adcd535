"""pro_capture: the same picture as a professional takes it. No editor is asked: nothing is added, removed or moved, but
for leaning verticals, and the answer states how they were set upright.

packages/models/enhance/README.md specifies the steps, pro_capture.json has the numbers, and a
test holds this to what the rendered model makes of the same pictures.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from staging.grade.balance import cast_of, factors_of, local_casts_of, without
from staging.grade.copy import LUMA, NUMBERS, Cast, Floats, linear_of, rounded, small_copy_of, smoothstep, surfaces_of
from staging.grade.detail import detailed, margin_of, noise_of
from staging.grade.tone import Grid, curve, gain_of, grid_of, veil_of, white_of
from staging.grade.upright import Homography, upright_of, warped
from staging.grade.verticals import lean_of
from staging.paper import clean_paper
from staging.picture import Picture
from staging.request import StagingRequest

STRIP_PIXELS = 131_072
"""Pixels that are graded at a time: what this needs of memory does not depend on the picture."""
PER_LEVEL = 8
"""Steps of a level in which linear light is tabled."""
LINEAR = linear_of(np.arange(255 * PER_LEVEL + 1) / PER_LEVEL).astype(np.float32)
STEPS = 1 << 14
LEVELS = np.array(
    [255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055) for v in np.arange(STEPS + 1) / STEPS]
)
POINTS = 4096


@dataclass(frozen=True)
class Grade:
    """What is done to the light and colour of a picture; `casts` are (rows, columns, 2)."""

    casts: Cast
    veil: float
    gain: float
    grid: Grid
    noise: float


def straightened(source: Picture) -> tuple[Picture, Homography | None]:
    """A photo with upright verticals, and the homography that it was seen by; the photo itself if it need not be."""
    lean = lean_of(source)
    homography = upright_of(lean, source.shape[1], source.shape[0]) if lean else None
    return (source, None) if homography is None else (warped(source, homography), homography)


def make(source: Picture, request: StagingRequest, *, nth: int) -> Picture:
    """The nth candidate of a straightened source; candidates differ in brightness and warmth."""
    taste = NUMBERS.tastes[nth % len(NUMBERS.tastes)]
    if request.capture_type == "floorplan":
        return clean_paper(source, taste.paper)
    wraps = request.capture_type == "panorama360"
    return graded(source, grade_of(source, taste.stops, taste.warmth, wraps=wraps), wraps=wraps)


def grade_of(picture: Picture, stops: float, warmth: float, *, wraps: bool) -> Grade:
    """Decides a grade on a small copy."""
    copy = small_copy_of(picture)
    cast, left = cast_of(copy, surfaces_of(copy, wraps=wraps), wraps=wraps)
    cast = cast + np.array([-warmth, warmth])
    balanced = without(copy, cast)
    local = local_casts_of(balanced, surfaces_of(balanced, wraps=wraps), left, wraps=wraps)
    even = without(balanced, local)
    veil = veil_of(even.luminance, white_of(even, surfaces_of(even, wraps=wraps)))
    clear = replace(even, rgb=np.maximum(0, even.rgb - veil) / (1 - veil))
    gain = gain_of(white_of(clear, surfaces_of(clear, wraps=wraps)), clear) * 2**stops
    return Grade(cast + local, veil, gain, grid_of(clear.luminance, gain, wraps=wraps), noise_of(picture))


def graded(picture: Picture, grade: Grade, *, wraps: bool) -> Picture:
    """A picture of any size under a grade, in strips."""
    height, width = picture.shape[:2]
    margin = margin_of(grade.noise)
    result = np.empty_like(picture)
    value = np.maximum(0.5, np.arange(POINTS + 1)) / POINTS
    point = ((curve(value, grade.gain) / value) ** (1 - NUMBERS.tone.base)).astype(np.float32)
    step = max(1, STRIP_PIXELS // width)
    for top in range(0, height, step):
        rows = np.arange(top, min(height, top + step))
        around = np.clip(np.arange(top - margin, rows[-1] + margin + 1), 0, height - 1)
        strip = np.pad(picture[around], ((0, 0), (margin, margin), (0, 0)), "wrap" if wraps else "edge")
        levels = detailed(strip, grade.noise)
        result[rows] = graded_rows(levels, grade, (rows + 0.5) / height, point, wraps=wraps)
    return result


def graded_rows(levels: Floats, grade: Grade, down: NDArray[np.floating], point: Floats, *, wraps: bool) -> Picture:
    """Rows, `down` from 0 to 1, of a picture under a grade."""
    burnt = NUMBERS.burnt
    across = (np.arange(levels.shape[1]) + 0.5) / levels.shape[1]
    casts = between(between(grade.casts, down, 0, False), across, 1, wraps)
    # What is burnt out shows no light's colour.
    kept = 1 - smoothstep(levels.min(-1), getattr(burnt, "from"), burnt.to)
    factors = 1 + kept[..., None] * (factors_of(casts) - 1)
    light = LINEAR[rounded(np.clip(levels, 0, 255) * PER_LEVEL)] * factors
    clear = np.maximum(0, light - grade.veil) / (1 - grade.veil)
    gains = gains_at(grade.grid, np.sqrt(np.minimum(1, clear @ LUMA)), down, across)
    inside = np.minimum(1, clear)
    made = inside * gains[..., None] * point[rounded(inside * POINTS)]
    return np.floor(LEVELS[rounded(np.clip(made, 0, 1) * STEPS)] + 0.5).astype(np.uint8)


def gains_at(
    grid: Grid, light: NDArray[np.floating], down: NDArray[np.floating], across: NDArray[np.floating]
) -> Floats:
    """The grid's factors for pixels by their place and the square root of their luminance."""
    nodes = between(between(grid.factors, down, 0, False), across, 1, grid.wraps)
    lights = nodes.shape[-1]
    at = light * (lights - 1)
    level = np.minimum(lights - 2, at.astype(int))
    part = at - level
    lower = np.take_along_axis(nodes, level[..., None], -1)[..., 0]
    upper = np.take_along_axis(nodes, level[..., None] + 1, -1)[..., 0]
    return lower + (upper - lower) * part


def between(values: NDArray[np.floating], at: NDArray[np.floating], axis: int, wraps: bool) -> NDArray[np.floating]:
    """Values of cells at places from 0 to 1 along an axis, linear between the cells' middles."""
    cells = values.shape[axis]
    position = at * cells - 0.5
    if not wraps:
        position = np.clip(position, 0, cells - 1)
    cell = np.floor(position).astype(int)
    share = (position - cell).reshape([-1 if other == axis else 1 for other in range(values.ndim)])
    following = (cell + 1) % cells if wraps else np.minimum(cells - 1, cell + 1)
    first = values.take(cell % cells, axis)
    return first + (values.take(following, axis) - first) * share
