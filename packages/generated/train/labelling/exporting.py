"""Weights as ONNX with a free picture size, checked against the network that they come from."""

from pathlib import Path

import numpy as np
import onnxruntime
import torch

from .network import Network

SIZES = ((256, 352), (352, 256), (224, 320), (320, 416), (384, 480))
GREATEST_DIFFERENCE = 1e-3
MOST_BYTES = 8_000_000


def export(network: Network, file: Path) -> None:
    """Writes `photo` (1, 3, height, width), normalised, to `labels` (1, 11, height / 2, width / 2)."""
    free = {"photo": {2: "height", 3: "width"}, "labels": {2: "half_height", 3: "half_width"}}
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, 256, 352),),
        file,
        input_names=["photo"],
        output_names=["labels"],
        dynamic_axes=free,
        opset_version=17,
        dynamo=False,
    )
    if file.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{file} is larger than {MOST_BYTES} bytes")


@torch.no_grad()
def check(network: Network, file: Path) -> float:
    """The greatest difference of scores between the file and the network; too great a one is an error."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(file), options)
    generator = torch.Generator().manual_seed(1)
    greatest = 0.0
    for height, width in SIZES:
        photo = torch.randn(1, 3, height, width, generator=generator)
        said = session.run(None, {"photo": photo.numpy()})[0]
        greatest = max(greatest, float(np.abs(said - network(photo).numpy()).max()))
    if greatest > GREATEST_DIFFERENCE:
        raise SystemExit(f"The ONNX file differs from the network by {greatest}")
    return greatest
