"""Weights of the published sizes, but random: they show the time and memory that a GPU needs, without a download.

`python -m tests.full_size FOLDER flux2-klein-4b eomt-ade20k depth-anything-v2-small` writes them and their manifest, on
the GPU that torch sees. Pictures are noise. Every byte is a token here: Qwen reads some four times as many as with its
own vocabulary, klein always reads 512.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import torch
from diffusers import Flux2KleinPipeline, QwenImageEditPlusPipeline
from transformers import (
    DepthAnythingConfig,
    DepthAnythingForDepthEstimation,
    DPTImageProcessor,
    EomtConfig,
    EomtForUniversalSegmentation,
    EomtImageProcessor,
)

from scripts.upload_weights import PUBLISHED, manifest_of
from staging import depth, regions
from staging.editors import flux2_klein, qwen_edit
from staging.editors.torch_device import require_device
from staging.weights import MANIFEST
from tests.tiny import REVISION, klein
from tests.tiny_qwen import qwen, save_lightning


def full_klein() -> Flux2KleinPipeline:
    """FLUX.2 [klein] 4B with Qwen3-4B; the sizes of the VAE are its class's own."""
    return klein(
        encoder={
            "hidden_size": 2560,
            "intermediate_size": 9728,
            "num_hidden_layers": 36,
            "num_attention_heads": 32,
            "num_key_value_heads": 8,
            "head_dim": 128,
            "vocab_size": 151936,
            "tie_word_embeddings": True,
        },
        transformer={
            "num_layers": 5,
            "num_single_layers": 20,
            "num_attention_heads": 24,
            "joint_attention_dim": 3 * 2560,
        },
        vae={},
    )


def full_qwen() -> QwenImageEditPlusPipeline:
    """Qwen-Image-Edit-2511 with Qwen2.5-VL-7B; the sizes of transformer and VAE are their classes' own."""
    rope = {"rope_type": "default", "mrope_section": [16, 24, 24], "rope_theta": 1e6}
    return qwen(
        text={
            "hidden_size": 3584,
            "intermediate_size": 18944,
            "num_hidden_layers": 28,
            "num_attention_heads": 28,
            "num_key_value_heads": 4,
            "vocab_size": 152064,
            "rope_scaling": rope,
            "rope_parameters": rope,
        },
        vision={"hidden_size": 1280, "out_hidden_size": 3584},
        transformer={"zero_cond_t": True},
        vae={},
    )


def full_eomt() -> EomtForUniversalSegmentation:
    """EoMT Large with as many classes as ADE20K has."""
    named = ["wall", "windowpane, window", "floor, flooring", "ceiling", "door", "sofa, couch, lounge"]
    names = dict(enumerate([*named, *(f"thing {number}" for number in range(len(named), 150))]))
    return EomtForUniversalSegmentation(EomtConfig(id2label=names, label2id={name: at for at, name in names.items()}))


def full_depth() -> DepthAnythingForDepthEstimation:
    """Depth Anything V2 Small."""
    layers = {"out_features": ["stage3", "stage6", "stage9", "stage12"], "reshape_hidden_states": False}
    small = {"hidden_size": 384, "num_attention_heads": 6, "image_size": 518, "patch_size": 14}
    return DepthAnythingForDepthEstimation(
        DepthAnythingConfig(backbone_config={"model_type": "dinov2", **small, **layers})
    )


def _save_editor(make: Callable[[], Flux2KleinPipeline | QwenImageEditPlusPipeline], folder: Path) -> None:
    torch.set_default_dtype(torch.bfloat16)  # as they are published
    make().save_pretrained(folder)
    torch.set_default_dtype(torch.float32)


def _save_eomt(folder: Path) -> None:
    full_eomt().save_pretrained(folder)
    EomtImageProcessor(size={"shortest_edge": 640, "longest_edge": 640}, do_pad=True).save_pretrained(folder)


def _save_depth(folder: Path) -> None:
    full_depth().save_pretrained(folder)
    size = {"height": 518, "width": 518}
    DPTImageProcessor(size=size, ensure_multiple_of=14, keep_aspect_ratio=True).save_pretrained(folder)


SAVE: dict[str, Callable[[Path], object]] = {
    flux2_klein.WEIGHTS: lambda folder: _save_editor(full_klein, folder),
    qwen_edit.WEIGHTS: lambda folder: _save_editor(full_qwen, folder),
    qwen_edit.LIGHTNING: lambda folder: save_lightning(folder, 3072),
    regions.WEIGHTS: _save_eomt,
    depth.WEIGHTS: _save_depth,
}


def main(folder: Path, names: list[str]) -> None:
    """Writes sets of random weights by their names, and the manifest. Raises a StartError without a GPU."""
    require_device("cuda")
    torch.manual_seed(1)
    for name in names:
        with torch.device("cuda"):
            SAVE[name](folder / name)
        torch.cuda.empty_cache()
    random = {name: (PUBLISHED[name].repository, REVISION, "none: random weights") for name in names}
    (folder / MANIFEST).write_text(manifest_of(folder, random).model_dump_json(indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
