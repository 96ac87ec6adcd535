"""What every workflow works on: pictures as arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""RGB, 8 bits a channel, of shape (height, width, 3)."""

Mask = NDArray[np.uint8]
"""Of shape (height, width): 255 where something applies, otherwise 0, soft between."""


@dataclass(frozen=True)
class Made:
    """A candidate of its source's size, and which pixels were edited."""

    picture: Picture
    mask: Mask
