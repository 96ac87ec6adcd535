"""How many pixels of a plan are a metre: by what is written in its rooms, or by how large rooms usually are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from staging.plan.labels import Label
from staging.plan.vocabulary import Kind
from staging.plan.walls import Flags, far_reaching

EXTENTS = (7.0, 9.5, 13.0, 18.0)
"""Guesses, in metres, of a flat's longer side: the one that agrees with the lettering is taken."""
USUAL_ROOM = 13.0
"""Square metres of a usual room, for plans that give no size at all."""


@dataclass(frozen=True)
class Room:
    """A room's floor, as a mask of the whole copy. A room without a name has no kind."""

    floor: Flags
    kind: Kind | None
    label: Label | None = None

    @property
    def pixels(self) -> int:
        """The floor's area."""
        return int(self.floor.sum())


def guesses(strong: Flags) -> list[float]:
    """Pixels in a metre, one for each guess of the walls' extent in metres."""
    rows, columns = np.nonzero(far_reaching(strong) if far_reaching(strong).any() else strong)
    extent = max(float(np.ptp(rows)), float(np.ptp(columns)), 64.0) if len(rows) else float(max(strong.shape))
    return [extent / metres for metres in EXTENTS]


def metre_of(room: Room) -> float | None:
    """Pixels in a metre by what is written in a room: its area, or two sides to compare with the floor's extents."""
    size = room.label.size if room.label else None
    if size is None:
        return None
    if size.area:
        return float(np.sqrt(room.pixels / size.area))
    if size.sides is None:
        return None
    extents = sorted(_extent(room.floor.sum(axis)) for axis in (0, 1))
    ratios = [extent / side for extent, side in zip(extents, sorted(size.sides), strict=True)]
    return float(np.sqrt(ratios[0] * ratios[1]))


def _extent(counts: NDArray[np.int64]) -> int:
    """How many columns or rows a floor fills; a quarter of the fullest counts as filled, a niche does not."""
    return int((counts >= 0.25 * counts.max()).sum())


def written_metre(rooms: Sequence[Room]) -> float | None:
    """Pixels in a metre by all that is written: the median, since some lettering is misread."""
    found = [metre for room in rooms if (metre := metre_of(room))]
    return float(np.median(found)) if found else None


def guessed_metre(rooms: Sequence[Room]) -> float | None:
    """Pixels in a metre if the larger rooms are of the usual size."""
    areas = sorted((room.pixels for room in rooms), reverse=True)
    large = [area for area in areas if areas and area >= 0.15 * areas[0]]
    return float(np.sqrt(np.mean(large) / USUAL_ROOM)) if large else None


def disagreement(rooms: Sequence[Room], metre: float, labels: Sequence[Label]) -> float:
    """How far a guess is from what is written, or from usual rooms, and how many labels found no room."""
    said = [found for room in rooms if (found := metre_of(room))]
    lost = len(labels) - sum(room.label is not None for room in rooms)
    if said:
        spread = float(np.mean(np.abs(np.log(np.array(said) / np.median(said)))))
        return abs(float(np.log(np.median(said) / metre))) + spread + lost
    guessed = guessed_metre(rooms)
    return (abs(float(np.log(guessed / metre))) if guessed else 9.0) + lost
