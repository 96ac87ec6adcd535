"""FLUX.2 [klein] 4B: four steps, no guidance, edits by instruction and by mask. Apache-2.0."""

from pathlib import Path
from typing import Any

from staging.editors.torch_device import (
    Recent,
    Running,
    dtype_of,
    generator_of,
    image_of,
    picture_of,
    place,
    require_device,
)
from staging.picture import Mask, Picture

WEIGHTS = "flux2-klein-4b"
STEPS = 4


class Flux2KleinEditor:
    """Both pipelines share one set of weights."""

    name = WEIGHTS

    def __init__(self, edit: Any, inpaint: Any, *, version: str, steps: int = STEPS) -> None:
        self.version = version
        self._edit = edit
        self._inpaint = inpaint
        self._steps = steps
        self._embeddings = Recent()

    def edit(self, picture: Picture, prompt: str, *, seed: int) -> Picture:
        """The picture changed as the prompt says."""
        answer = self._edit(image=image_of(picture), **self._options(picture, prompt, seed))
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
            "prompt_embeds": self._embeddings.get(prompt, lambda: self._embed(prompt)),
            "height": height,
            "width": width,
            "num_inference_steps": self._steps,
            "guidance_scale": 1.0,
            "generator": generator_of(seed),
        }

    def _embed(self, prompt: str) -> Any:
        import torch

        with torch.no_grad():
            return self._edit.encode_prompt(prompt)[0]


def load_flux2_klein(folder: Path, *, revision: str, running: Running) -> Flux2KleinEditor:
    """Loads the weights from a folder in diffusers' layout; nothing is downloaded."""
    require_device(running.device)
    from diffusers import Flux2KleinInpaintPipeline, Flux2KleinPipeline

    pipeline = Flux2KleinPipeline.from_pretrained(folder, dtype=dtype_of(running.device), local_files_only=True)
    edit = place(pipeline, running)
    inpaint = Flux2KleinInpaintPipeline(**edit.components, is_distilled=edit.config.is_distilled)
    inpaint.set_progress_bar_config(disable=True)
    return Flux2KleinEditor(edit, inpaint, version=revision, steps=running.steps or STEPS)
