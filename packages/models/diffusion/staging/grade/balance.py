"""The colour of the light, of the whole picture and from place to place."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from staging.grade.copy import LUMA, NUMBERS, Cast, SmallCopy, box_mean, chroma_of, smoothstep
from staging.grade.shared_light import shared_light


def factors_of(casts: Cast) -> NDArray[np.floating]:
    """Factors of red, green and blue that take casts (..., 2) out and leave white as bright as it is."""
    light = np.exp(casts)
    bright = LUMA[0] * light[..., 0] + LUMA[1] + LUMA[2] * light[..., 1]
    return np.stack([bright / light[..., 0], bright, bright / light[..., 1]], -1)


def without(copy: SmallCopy, casts: Cast) -> SmallCopy:
    """The copy in white light."""
    return replace(copy, rgb=(copy.rgb * factors_of(casts)).astype(np.float32))


def cast_of(copy: SmallCopy, surfaces: NDArray[np.bool_], *, wraps: bool) -> tuple[Cast, Cast]:
    """The cast of the whole picture, and what surfaces have left of colour without it."""
    numbers = NUMBERS.cast
    common = common_cast(copy, surfaces)
    bright = bright_cast(copy, wraps=wraps)
    bright = common if bright is None else bright
    # A bright spot of the opposite colour is another light: a window that is not burnt out.
    is_paint = np.hypot(*bright) < np.hypot(*common) and bright @ common > -0.1 * common @ common
    painted = numbers.paint if is_paint else 0
    cast = common + painted * (bright - common)
    cast = cast * smoothstep(float(np.hypot(*cast)), numbers.ignored, numbers.full)
    return cast, common - cast


def common_cast(copy: SmallCopy, surfaces: NDArray[np.bool_]) -> Cast:
    """The commonest colour of bright surfaces; those near the ceiling count more."""
    numbers = NUMBERS.cast
    chroma = chroma_of(copy.rgb[surfaces])
    is_top = np.arange(surfaces.shape[0])[:, None] < surfaces.shape[0] / 3
    weights = (copy.luminance * np.where(is_top, numbers.topWeight, 1))[surfaces]
    most = np.array([numbers.red, numbers.blue])
    columns, rows = np.floor(2 * most / numbers.cell + 0.5).astype(int)
    cells = np.floor((chroma + most) / numbers.cell).astype(int)
    inside = ((cells >= 0) & (cells < (columns, rows))).all(-1)
    counts = np.zeros((rows, columns), np.float32)
    np.add.at(counts, (cells[inside, 1], cells[inside, 0]), weights[inside])
    smooth = box_mean(counts, 1, wraps=False)
    if not smooth.max() > 0:
        return np.zeros(2)
    row, column = np.unravel_index(int(smooth.argmax()), smooth.shape)
    cast = (np.array([column, row]) + 0.5) * numbers.cell - most
    for _ in range(5):
        off = chroma - cast
        near = weights * np.exp(-(off**2).sum(-1) / (2 * numbers.radius**2))
        cast = cast + (near[:, None] * off).sum(0) / (1e-9 + near.sum())
    return cast


def bright_cast(copy: SmallCopy, *, wraps: bool) -> Cast | None:
    """The mean colour of what is brightest above the floor, but for windows and what they outshine."""
    numbers = NUMBERS.cast.bright
    height, width = copy.clipped.shape
    side = max(1, int(numbers.glare * max(width, height) + 0.5))
    glaring = box_mean(copy.clipped.astype(np.float32), side, wraps=wraps)
    usable = (glaring < 1e-4) & (copy.rgb.max(-1) < numbers.most)
    usable[int(height * NUMBERS.upperPart) :] = False
    if usable.sum() < numbers.fewest * width * height:
        return None
    light = copy.luminance[usable]
    ordered = np.sort(light)
    low, high = (ordered[int(part * (ordered.size - 1))] for part in (getattr(numbers, "from"), numbers.to))
    return chroma_of(copy.rgb[usable][(light >= low) & (light <= high)]).mean(0)


def local_casts_of(copy: SmallCopy, surfaces: NDArray[np.bool_], usual: Cast, *, wraps: bool) -> Cast:
    """How the light's colour differs from place to place, (rows, columns, 2), from surfaces of about `usual` colour."""
    numbers = NUMBERS.local
    height, width = surfaces.shape
    off = chroma_of(copy.rgb) - usual
    # From daylight to lamplight, and what lies to the sides of that: green and magenta, which light seldom is.
    along = (0.4 * off[..., 0] - 0.917 * off[..., 1]) / numbers.lights
    across = (0.917 * off[..., 0] + 0.4 * off[..., 1]) / numbers.paints
    near = np.where(surfaces, np.exp(-(along**2 + across**2) / 2), 0)
    near = near * shared_light(surfaces, near, off)
    side = max(1, int(numbers.radius * max(width, height) + 0.5))
    planes = []
    for plane in (near, near * off[..., 0], near * off[..., 1]):
        smooth = plane.astype(np.float32)
        for _ in range(3):
            smooth = box_mean(smooth, side, wraps=wraps)
        planes.append(smooth)
    weight = planes[0] + numbers.hold * surfaces.mean()
    casts = np.stack([planes[1] / weight, planes[2] / weight], -1)
    spread = np.sort(np.hypot(casts[..., 0], casts[..., 1]), axis=None)
    usually = float(spread[int(0.9 * spread.size)])
    strength = numbers.part * smoothstep(usually, numbers.ignored, numbers.full)
    return np.clip(casts * strength, -numbers.most, numbers.most)
