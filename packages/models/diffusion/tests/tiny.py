"""Pipelines of the real classes with random weights of some megabytes, saved as the real weights are.

`python -m tests.tiny FOLDER` writes one for FLUX.2 [klein], with its manifest, to try a container by hand.
"""

import sys
from pathlib import Path
from typing import Any

import torch
from diffusers import (
    AutoencoderKLFlux2,
    FlowMatchEulerDiscreteScheduler,
    Flux2KleinPipeline,
    Flux2Transformer2DModel,
)
from transformers import Qwen2Tokenizer, Qwen3Config, Qwen3ForCausalLM

from scripts.upload_weights import manifest_of
from staging.editors import flux2_klein
from staging.weights import MANIFEST

REVISION = "0123456789abcdef0123456789abcdef01234567"
CHAT = "{% for message in messages %}{{ message['content'] }}{% endfor %}"


def vocabulary(special: list[str]) -> dict[str, int]:
    """One token for every byte, and the special ones."""
    from transformers.convert_slow_tokenizer import bytes_to_unicode

    return {token: number for number, token in enumerate([*bytes_to_unicode().values(), *special])}


def tokenizer() -> Qwen2Tokenizer:
    """A tokenizer of the real class."""
    end = "<|endoftext|>"
    made = Qwen2Tokenizer(vocab=vocabulary([end]), merges=[], unk_token=end, pad_token=end)
    made.chat_template = CHAT
    return made


def klein(encoder: dict[str, Any], transformer: dict[str, Any], vae: dict[str, Any]) -> Flux2KleinPipeline:
    """FLUX.2 [klein] of random weights, by its parts' sizes."""
    return Flux2KleinPipeline(
        text_encoder=Qwen3ForCausalLM(Qwen3Config(**encoder)),
        transformer=Flux2Transformer2DModel(guidance_embeds=False, **transformer),
        vae=AutoencoderKLFlux2(**vae),
        tokenizer=tokenizer(),
        scheduler=FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True),
        is_distilled=True,
    )


def save_klein(folder: Path) -> Path:
    """A small one: its text encoder keeps 28 layers, because the pipeline reads the 9th, 18th and 27th."""
    torch.manual_seed(1)
    hidden = 16
    pipeline = klein(
        encoder={
            "hidden_size": hidden,
            "intermediate_size": 16,
            "num_hidden_layers": 28,
            "num_attention_heads": 2,
            "num_key_value_heads": 2,
            "head_dim": 8,
            "vocab_size": 300,
            "max_position_embeddings": 1024,
        },
        transformer={
            "in_channels": 16,
            "num_layers": 1,
            "num_single_layers": 1,
            "attention_head_dim": 16,
            "num_attention_heads": 2,
            "joint_attention_dim": 3 * hidden,
            "timestep_guidance_channels": 32,
            "axes_dims_rope": (4, 4, 4, 4),
        },
        vae={
            "block_out_channels": (4, 4, 4, 4),
            "layers_per_block": 1,
            "latent_channels": 4,
            "norm_num_groups": 1,
            "sample_size": 64,
        },
    )
    # Faint pictures: `clean` keeps only what has less detail than the source.
    pipeline.vae.decoder.conv_out.weight.data.mul_(0.3)
    pipeline.save_pretrained(folder / flux2_klein.WEIGHTS)
    return folder / flux2_klein.WEIGHTS


def save_eomt(folder: Path) -> Path:
    """EoMT with five of ADE20K's classes."""
    from transformers import EomtConfig, EomtForUniversalSegmentation, EomtImageProcessor

    torch.manual_seed(1)
    names = ["wall", "windowpane, window", "floor, flooring", "screen door, screen", "sofa, couch, lounge"]
    config = EomtConfig(
        hidden_size=16,
        num_hidden_layers=4,
        num_attention_heads=2,
        image_size=64,
        patch_size=8,
        num_queries=6,
        num_blocks=1,
        num_upscale_blocks=1,
        num_register_tokens=1,
        id2label=dict(enumerate(names)),
        label2id={name: number for number, name in enumerate(names)},
    )
    EomtForUniversalSegmentation(config).save_pretrained(folder)
    # As the published weights' own: for panoptic segments, of padded pictures.
    EomtImageProcessor(size={"shortest_edge": 64, "longest_edge": 64}, do_pad=True).save_pretrained(folder)
    return folder


def save_depth(folder: Path) -> Path:
    """Depth Anything V2 on a small DINOv2."""
    from transformers import (
        DepthAnythingConfig,
        DepthAnythingForDepthEstimation,
        Dinov2Config,
        DPTImageProcessor,
    )

    torch.manual_seed(1)
    backbone = Dinov2Config(
        hidden_size=16,
        num_hidden_layers=4,
        num_attention_heads=2,
        intermediate_size=32,
        image_size=56,
        patch_size=14,
        out_features=["stage1", "stage2", "stage3", "stage4"],
        reshape_hidden_states=False,
        apply_layernorm=True,
    )
    config = DepthAnythingConfig(
        backbone_config=backbone,
        reassemble_hidden_size=16,
        neck_hidden_sizes=[4, 8, 8, 8],
        fusion_hidden_size=8,
        head_hidden_size=4,
    )
    DepthAnythingForDepthEstimation(config).save_pretrained(folder)
    size = {"height": 56, "width": 56}
    DPTImageProcessor(size=size, ensure_multiple_of=14, keep_aspect_ratio=True).save_pretrained(folder)
    return folder


def save_tiny_model(folder: Path) -> Path:
    """A model's folder as the container finds it, with its manifest."""
    save_klein(folder)
    manifest = manifest_of(folder, {flux2_klein.WEIGHTS: ("tiny/klein", REVISION, "none: random weights")})
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=1))
    return folder


if __name__ == "__main__":
    save_tiny_model(Path(sys.argv[1]))
