"""What the editors that run on torch share."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from staging.errors import StartError
from staging.picture import Picture
from staging.resize import resize


@dataclass(frozen=True)
class Running:
    """How an editor runs. Without `steps` it takes as many as its weights want."""

    device: str
    steps: int | None = None
    offload: bool = False


def require_device(device: str) -> None:
    """Raises a StartError of one sentence if a GPU is asked for and torch sees none."""
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise StartError(
            f"STAGER_DEVICE is cuda, and torch {torch.__version__} sees no GPU: "
            "the instance has none, or its NVIDIA driver is too old for CUDA 12.8 (525 at least)."
        )


def dtype_of(device: str) -> Any:
    """bfloat16 on a GPU; 32 bits on a CPU, since bfloat16 is slow there."""
    import torch

    return torch.bfloat16 if device == "cuda" else torch.float32


def generator_of(seed: int) -> Any:
    """Noise from the CPU, so that a seed gives the same noise on every kind of GPU."""
    import torch

    return torch.Generator("cpu").manual_seed(seed)


def place(pipeline: Any, running: Running) -> Any:
    """Moves a pipeline to its device. `offload` keeps only the part at work on the GPU."""
    pipeline.set_progress_bar_config(disable=True)
    if running.offload and running.device == "cuda":
        pipeline.enable_model_cpu_offload()
        return pipeline
    return pipeline.to(running.device)


def image_of(picture: Picture) -> Image.Image:
    """The picture as the pipelines take it."""
    return Image.fromarray(np.ascontiguousarray(picture))


def picture_of(image: Image.Image, like: Picture) -> Picture:
    """A pipeline's answer at the size of its input: some pipelines work at another size."""
    return resize(np.array(image.convert("RGB")), like.shape[1], like.shape[0])


class Recent:
    """Remembers the last few values by key: a prompt's embedding serves every candidate of a job."""

    def __init__(self, most: int = 4) -> None:
        self._values: OrderedDict[str, Any] = OrderedDict()
        self._most = most

    def get(self, key: str, make: Any) -> Any:
        """The value of a key, made once."""
        if key not in self._values:
            self._values[key] = make()
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return self._values[key]
