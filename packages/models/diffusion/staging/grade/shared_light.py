"""How far the colours of surfaces are their light's."""

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.grade.copy import NUMBERS, smoothstep

T = TypeVar("T", bound=np.generic)


def shared_light(
    surfaces: NDArray[np.bool_], near: NDArray[np.floating], off: NDArray[np.floating]
) -> NDArray[np.floating]:
    """0 to 1 for every pixel of a surface. Light also falls on what lies beyond a surface's edges; paint ends there.

    `off` (rows, columns, 2) is what colours differ by from the usual one, `near` how much each looks like light.
    """
    numbers = NUMBERS.local.shared
    count, parts = cv2.connectedComponents(surfaces.astype(np.uint8), connectivity=8)
    sizes = np.bincount(parts.ravel(), minlength=count)
    large = np.where(surfaces & (sizes[parts] >= numbers.small * surfaces.size), parts, 0)
    faint = numbers.faint**2
    whole = (off**2).sum(-1) + faint
    own, shared = np.full(count, 1e-9), np.full(count, 1e-9)
    for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        edge = surfaces & ~beyond(surfaces, step, 1, outside=True)
        kept = whole.copy()
        open_ = edge.copy()
        for k in range(2, numbers.gap + 1):
            other = beyond(large, step, k)
            found = open_ & (other > 0) & (other != large)
            weight = beyond(near, step, k)
            both = np.maximum(0, (off * beyond(off, step, k)).sum(-1)) + faint
            kept = np.where(found, whole + weight * (np.minimum(whole, both) - whole), kept)
            open_ &= ~found
        own += np.bincount(parts[edge], whole[edge], count)
        shared += np.bincount(parts[edge], kept[edge], count)
    return np.where(surfaces, smoothstep(shared / own, getattr(numbers, "from"), numbers.to)[parts], 0)


def beyond(plane: NDArray[T], step: tuple[int, int], far: int, *, outside: float = 0) -> NDArray[T]:
    """What lies `far` steps from every pixel."""
    down, across = (far * part for part in step)
    moved = np.full_like(plane, outside)
    height, width = plane.shape[:2]
    rows, columns = slice(max(0, -down), height - max(0, down)), slice(max(0, -across), width - max(0, across))
    moved[rows, columns] = plane[max(0, down) : height + min(0, down), max(0, across) : width + min(0, across)]
    return moved
