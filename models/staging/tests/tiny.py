"""Pipelines of the real classes with random weights of some megabytes, saved as the real weights are.

`python -m tests.tiny FOLDER` writes one for FLUX.2 [klein], with its manifest, to try a container by hand.
"""

import sys
from pathlib import Path

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


def tokenizer() -> Qwen2Tokenizer:
    """Every byte as a token of its own."""
    from transformers.convert_slow_tokenizer import bytes_to_unicode

    vocabulary = {letter: number for number, letter in enumerate(bytes_to_unicode().values())}
    vocabulary |= {"<|endoftext|>": len(vocabulary)}
    made = Qwen2Tokenizer(vocab=vocabulary, merges=[], unk_token="<|endoftext|>", pad_token="<|endoftext|>")
    made.chat_template = CHAT
    return made


def save_klein(folder: Path) -> Path:
    """FLUX.2 [klein]: its text encoder keeps 28 layers, because the pipeline reads the 9th, 18th and 27th."""
    torch.manual_seed(1)
    hidden = 16
    encoder = Qwen3ForCausalLM(
        Qwen3Config(
            hidden_size=hidden,
            intermediate_size=16,
            num_hidden_layers=28,
            num_attention_heads=2,
            num_key_value_heads=2,
            head_dim=8,
            vocab_size=300,
            max_position_embeddings=1024,
        )
    )
    transformer = Flux2Transformer2DModel(
        patch_size=1,
        in_channels=16,
        num_layers=1,
        num_single_layers=1,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=3 * hidden,
        timestep_guidance_channels=32,
        axes_dims_rope=(4, 4, 4, 4),
        guidance_embeds=False,
    )
    vae = AutoencoderKLFlux2(
        down_block_types=("DownEncoderBlock2D",) * 4,
        up_block_types=("UpDecoderBlock2D",) * 4,
        block_out_channels=(4, 4, 4, 4),
        layers_per_block=1,
        latent_channels=4,
        norm_num_groups=1,
        sample_size=64,
    )
    # Faint pictures: `clean` keeps only what has less detail than the source.
    vae.decoder.conv_out.weight.data.mul_(0.3)
    pipeline = Flux2KleinPipeline(
        scheduler=FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True),
        vae=vae,
        text_encoder=encoder,
        tokenizer=tokenizer(),
        transformer=transformer,
        is_distilled=True,
    )
    pipeline.save_pretrained(folder / flux2_klein.WEIGHTS)
    return folder / flux2_klein.WEIGHTS


def save_tiny_model(folder: Path) -> Path:
    """A model's folder as the container finds it, with its manifest."""
    save_klein(folder)
    manifest = manifest_of(folder, {flux2_klein.WEIGHTS: ("tiny/klein", REVISION, "none: random weights")})
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=1))
    return folder


if __name__ == "__main__":
    save_tiny_model(Path(sys.argv[1]))
