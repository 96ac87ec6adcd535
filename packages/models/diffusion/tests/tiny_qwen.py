"""Qwen-Image-Edit-2511 with random weights of some megabytes, and a LoRA for it."""

from pathlib import Path
from typing import Any

import torch
from diffusers import (
    AutoencoderKLQwenImage,
    FlowMatchEulerDiscreteScheduler,
    QwenImageEditPlusPipeline,
    QwenImageTransformer2DModel,
)
from safetensors.torch import save_file
from transformers import (
    Qwen2_5_VLConfig,
    Qwen2_5_VLForConditionalGeneration,
    Qwen2Tokenizer,
    Qwen2VLImageProcessor,
    Qwen2VLProcessor,
    Qwen2VLVideoProcessor,
)

from tests.tiny import vocabulary

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>"]
PADS = ["<|image_pad|>", "<|video_pad|>"]
HIDDEN = 16


def qwen(
    text: dict[str, Any], vision: dict[str, Any], transformer: dict[str, Any], vae: dict[str, Any], **images: int
) -> QwenImageEditPlusPipeline:
    """Qwen-Image-Edit-2511 of random weights, by its parts' sizes; `images` are its image processor's options."""
    words = vocabulary(SPECIAL + PADS)
    tokenizer = Qwen2Tokenizer(vocab=words, merges=[], unk_token="<|endoftext|>", pad_token="<|endoftext|>")
    tokenizer.add_special_tokens({"additional_special_tokens": SPECIAL[1:] + PADS})
    encoder = Qwen2_5_VLForConditionalGeneration(
        Qwen2_5_VLConfig(
            text_config={"vocab_size": len(words), **text},
            vision_config=vision,
            vision_start_token_id=words["<|vision_start|>"],
            vision_end_token_id=words["<|vision_end|>"],
            image_token_id=words["<|image_pad|>"],
            video_token_id=words["<|video_pad|>"],
        )
    )
    return QwenImageEditPlusPipeline(
        scheduler=FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True),
        vae=AutoencoderKLQwenImage(**vae),
        text_encoder=encoder,
        tokenizer=tokenizer,
        processor=Qwen2VLProcessor(Qwen2VLImageProcessor(**images), tokenizer, Qwen2VLVideoProcessor()),
        transformer=QwenImageTransformer2DModel(**transformer),
    )


def save_qwen(folder: Path) -> Path:
    """Saves a small pipeline as the real one is."""
    torch.manual_seed(1)
    rope = {"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 1e6}
    pipeline = qwen(
        text={
            "hidden_size": HIDDEN,
            "intermediate_size": 16,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "num_key_value_heads": 2,
            "rope_scaling": rope,
            "rope_parameters": rope,
        },
        vision={"depth": 1, "hidden_size": 16, "intermediate_size": 16, "num_heads": 2, "out_hidden_size": HIDDEN},
        transformer={
            "in_channels": 16,
            "out_channels": 4,
            "num_layers": 1,
            "attention_head_dim": 16,
            "num_attention_heads": 2,
            "joint_attention_dim": HIDDEN,
            "axes_dims_rope": (8, 4, 4),
        },
        vae={
            "base_dim": 4,
            "z_dim": 4,
            "dim_mult": [1, 1, 1, 1],
            "num_res_blocks": 1,
            "latents_mean": [0.0] * 4,
            "latents_std": [1.0] * 4,
        },
        min_pixels=28 * 28,
        max_pixels=112 * 112,
    )
    pipeline.save_pretrained(folder)
    return folder


def save_lightning(folder: Path, width: int = 32) -> Path:
    """A LoRA of rank 2 on one projection, in the layout of Lightning."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "transformer_blocks.0.attn.to_q"
    tensors = {
        f"{name}.lora_down.weight": torch.randn(2, width),
        f"{name}.lora_up.weight": torch.randn(width, 2),
        f"{name}.alpha": torch.tensor(2.0),
    }
    save_file(tensors, folder / "lightning-4steps.safetensors")
    return folder
