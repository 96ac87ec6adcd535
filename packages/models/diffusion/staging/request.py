"""What a request asks for; its sources and targets are elsewhere."""

from dataclasses import dataclass
from typing import Literal

Workflow = Literal["staging", "pro_capture"]
CaptureType = Literal["photo", "panorama360", "floorplan"]
Mode = Literal["refurnish", "renovate", "clean", "panorama360", "floorplan"]


@dataclass(frozen=True)
class StagingRequest:
    """The task of an invocation. `mode` is None for pro_capture, `style_preset` None for the model's own default."""

    workflow: Workflow
    capture_type: CaptureType
    mode: Mode | None
    room_types: tuple[str, ...] = ()
    style_preset: str | None = None
