"""A floor plan as a clean print."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from staging.grade.copy import LUMA, NUMBERS
from staging.picture import Picture


def clean_paper(plan: Picture, paper: Sequence[int]) -> Picture:
    """Even paper and dark ink: the commonest light value of each channel becomes paper, the darkest ink."""
    numbers = NUMBERS.paper
    counts = [np.bincount(plan[..., channel].ravel(), minlength=256) for channel in range(3)]
    ground = np.array([max(numbers.least, quantile_of(count, numbers.light)) for count in counts])
    level = (plan / ground) @ LUMA.astype(np.float64)
    levels = np.bincount(np.minimum(255, np.floor(level * 255).astype(int)).ravel(), minlength=256)
    dark = min(numbers.mostInk, quantile_of(levels, numbers.ink) / 255)
    share = np.clip((np.arange(256)[:, None] / ground - dark) / (1 - dark), 0, 1)
    tables = np.floor(share * np.array(paper) + 0.5).astype(np.uint8)
    return np.stack([tables[plan[..., channel], channel] for channel in range(3)], -1)


def quantile_of(counts: NDArray[np.intp], part: float) -> int:
    """The value below which the given part of the pixels lies."""
    return min(255, int(np.searchsorted(np.cumsum(counts), part * counts.sum(), side="right")))
