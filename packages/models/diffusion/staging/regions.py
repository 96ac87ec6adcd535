"""What each part of a room is, by the optional weights eomt-ade20k."""

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from staging.likeness import Map
from staging.picture import Picture

WEIGHTS = "eomt-ade20k"

OPENINGS = ("windowpane", "window", "door", "double door", "screen door")
CEILING = ("ceiling",)
WALL = ("wall",)
FLOOR = ("floor", "flooring")
FIXTURES = (
    "fireplace", "radiator", "sink", "bathtub", "tub", "toilet", "shower", "stove", "oven", "hood", "refrigerator",
    "dishwasher", "counter", "countertop", "kitchen island", "stairs", "stairway", "step", "bannister", "railing",
    "rail", "column", "chandelier", "sconce",
)  # fmt: skip
MAYBE_BUILT_IN = ("cabinet", "shelf", "bookcase", "wardrobe")
"""Furniture or part of the building, by where it stands."""
FURNITURE = (
    "bed", "table", "chair", "sofa", "couch", "armchair", "seat", "desk", "lamp", *MAYBE_BUILT_IN,
    "chest of drawers", "coffee table", "ottoman", "bench", "stool", "swivel chair", "buffet",
    "rug", "cushion", "pillow", "plant", "painting", "mirror", "curtain", "television receiver", "tv",
)  # fmt: skip


@dataclass(frozen=True)
class Regions:
    """The class of every pixel."""

    labels: NDArray[np.int32]
    names: dict[int, tuple[str, ...]]

    def mask(self, *wanted: str) -> NDArray[np.bool_]:
        """Where one of these classes is."""
        ids = [number for number, names in self.names.items() if any(name in wanted for name in names)]
        return np.isin(self.labels, ids)

    def built_in(self) -> NDArray[np.bool_]:
        """Cabinets, shelves, bookcases and wardrobes that reach the ceiling or adjoin a fixture."""
        pieces = self.mask(*MAYBE_BUILT_IN)
        _, labels = cv2.connectedComponents(pieces.astype(np.uint8))
        fixed = grown(self.mask(*CEILING, *FIXTURES), 0.006)
        joined = np.bincount(labels.ravel(), (fixed & pieces).ravel()) > 0
        joined[0] = False
        return joined[labels]

    def furniture(self) -> float:
        """The part of the picture that can be taken away."""
        return float((self.mask(*FURNITURE) & ~self.built_in()).mean())


@dataclass
class Segmenter:
    """EoMT trained on ADE20K. Remembers the pictures of one invocation, until it is asked to forget them."""

    model: Any
    processor: Any
    device: str
    names: dict[int, tuple[str, ...]]
    _seen: dict[str, Regions] = field(default_factory=dict)

    def regions(self, picture: Picture) -> Regions:
        """The regions of a picture, at its own size."""
        import torch

        key = sha256(picture.tobytes()).hexdigest()
        if key not in self._seen:
            inputs = self.processor(images=picture, return_tensors="pt")
            with torch.inference_mode():
                outputs = self.model(
                    pixel_values=inputs["pixel_values"].to(self.device),
                    patch_offsets=inputs.get("patch_offsets"),
                )
            size = picture.shape[:2]
            found = self.processor.post_process_semantic_segmentation(outputs, target_sizes=[size])[0]
            self._seen[key] = Regions(found.cpu().numpy().astype(np.int32), self.names)
        return self._seen[key]

    def forget(self) -> None:
        """Drops what was seen."""
        self._seen.clear()


def load_segmenter(folder: Path, device: str) -> Segmenter:
    """Loads the weights from a folder; nothing is downloaded. Pictures are seen in squares: padding shifts labels."""
    from transformers import EomtForUniversalSegmentation, EomtImageProcessor

    model = EomtForUniversalSegmentation.from_pretrained(folder, local_files_only=True).to(device).eval()
    squares = {"do_split_image": True, "do_pad": False}
    size = {"shortest_edge": model.config.image_size, "longest_edge": None}
    processor = EomtImageProcessor.from_pretrained(folder, local_files_only=True, size=size, **squares)
    names = {
        int(number): tuple(name.strip() for name in str(label).lower().split(","))
        for number, label in model.config.id2label.items()
    }
    if not any("wall" in aliases for aliases in names.values()):
        raise ValueError(f"The weights {WEIGHTS} do not name the classes of ADE20K.")
    return Segmenter(model, processor, device, names)


def grown(mask: NDArray[np.bool_], part: float) -> NDArray[np.bool_]:
    """A mask that reaches further by this part of the long side."""
    side = max(1, round(part * max(mask.shape))) * 2 + 1
    return cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)).astype(bool)


def as_map(mask: NDArray[np.bool_]) -> Map:
    """A mask as a map of 0 and 1."""
    return mask.astype(np.float32)
