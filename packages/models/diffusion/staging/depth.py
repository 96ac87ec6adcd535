"""How far each part of a room is, by the optional weights depth-anything-v2-small."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from staging.likeness import Map
from staging.picture import Picture

WEIGHTS = "depth-anything-v2-small"


@dataclass(frozen=True)
class DepthEstimator:
    """Depth Anything V2. Its small weights are Apache-2.0; the larger ones are not free for business."""

    model: Any
    processor: Any
    device: str

    def depth(self, picture: Picture) -> Map:
        """Nearness without a unit, at the picture's own size."""
        import torch

        inputs = self.processor(images=picture, return_tensors="pt").to(self.device)
        with torch.inference_mode():
            found = self.model(**inputs).predicted_depth[0].float().cpu().numpy()
        height, width = picture.shape[:2]
        return cv2.resize(found, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def load_depth(folder: Path, device: str) -> DepthEstimator:
    """Loads the weights from a folder; nothing is downloaded."""
    from transformers import AutoImageProcessor, AutoModelForDepthEstimation

    model = AutoModelForDepthEstimation.from_pretrained(folder, local_files_only=True).to(device).eval()
    processor = AutoImageProcessor.from_pretrained(folder, local_files_only=True)
    return DepthEstimator(model, processor, device)


def rank_correlation(first: Map, second: Map) -> float:
    """Spearman's correlation of two maps on a grid of 64 x 64: 1 if the order of near and far is the same."""
    ranks = [_ranks(cv2.resize(one, (64, 64), interpolation=cv2.INTER_AREA)) for one in (first, second)]
    found = float(np.corrcoef(ranks[0], ranks[1])[0, 1])
    return found if np.isfinite(found) else 0.0


def _ranks(values: Map) -> Map:
    return np.argsort(np.argsort(values.ravel(), kind="stable"), kind="stable").astype(np.float32)
