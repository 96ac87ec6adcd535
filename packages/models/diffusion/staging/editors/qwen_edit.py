"""Qwen-Image-Edit-2511: 20B, slower and larger than the default. Apache-2.0, as its Lightning LoRA of four steps is."""

from pathlib import Path
from typing import Any

from staging.editors.torch_device import Running, dtype_of, generator_of, image_of, picture_of, place, require_device
from staging.picture import Mask, Picture

WEIGHTS = "qwen-image-edit-2511"
LIGHTNING = "qwen-image-edit-2511-lightning"
STEPS = 40
LIGHTNING_STEPS = 4
GUIDANCE = 4.0

# The schedule that Lightning was distilled with, as its authors publish it.
LIGHTNING_SCHEDULE = {
    "base_image_seq_len": 256,
    "base_shift": 1.0986122886681098,
    "invert_sigmas": False,
    "max_image_seq_len": 8192,
    "max_shift": 1.0986122886681098,
    "num_train_timesteps": 1000,
    "shift": 1.0,
    "shift_terminal": None,
    "stochastic_sampling": False,
    "time_shift_type": "exponential",
    "use_beta_sigmas": False,
    "use_dynamic_shifting": True,
    "use_exponential_sigmas": False,
    "use_karras_sigmas": False,
}


class QwenEditor:
    """Both pipelines share one set of weights."""

    name = WEIGHTS

    def __init__(self, edit: Any, inpaint: Any, *, version: str, steps: int, guidance: float) -> None:
        self.version = version
        self._edit = edit
        self._inpaint = inpaint
        self._steps = steps
        self._guidance = guidance

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        """The picture changed as the prompt says."""
        answer = self._edit(image=[image_of(picture)], **self._options(picture, prompt, seed))
        return picture_of(answer.images[0], picture)

    def inpaint(self, picture: Picture, mask: Mask, prompt: str, *, seed: int) -> Picture:
        """The picture painted again where the mask is 255."""
        answer = self._inpaint(
            image=image_of(picture),
            mask_image=image_of(mask),
            strength=1.0,
            **self._options(picture, prompt, seed),
        )
        return picture_of(answer.images[0], picture)

    def _options(self, picture: Picture, prompt: str, seed: int) -> dict[str, Any]:
        height, width = picture.shape[:2]
        return {
            "prompt": prompt,
            "negative_prompt": " " if self._guidance > 1 else None,
            "true_cfg_scale": self._guidance,
            "height": height,
            "width": width,
            "num_inference_steps": self._steps,
            "generator": generator_of(seed),
        }


def load_qwen_edit(folder: Path, lightning: Path | None, *, revision: str, running: Running) -> QwenEditor:
    """Loads the weights from a folder in diffusers' layout, with the Lightning LoRA if it was copied."""
    require_device(running.device)
    from diffusers import (
        FlowMatchEulerDiscreteScheduler,
        QwenImageEditInpaintPipeline,
        QwenImageEditPlusPipeline,
    )

    pipeline = QwenImageEditPlusPipeline.from_pretrained(folder, dtype=dtype_of(running.device), local_files_only=True)
    if lightning is not None:
        pipeline.load_lora_weights(str(next(lightning.glob("*.safetensors"))))
        pipeline.fuse_lora()
        pipeline.unload_lora_weights()
        pipeline.scheduler = FlowMatchEulerDiscreteScheduler.from_config(LIGHTNING_SCHEDULE)
    edit = place(pipeline, running)
    inpaint = QwenImageEditInpaintPipeline(**edit.components)
    inpaint.set_progress_bar_config(disable=True)
    return QwenEditor(
        edit,
        inpaint,
        version=revision,
        steps=running.steps or (STEPS if lightning is None else LIGHTNING_STEPS),
        guidance=GUIDANCE if lightning is None else 1.0,
    )
