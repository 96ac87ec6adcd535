"""What goes together in a create. Made from the service's rules: npm run openapi. A test compares."""

from typing import Literal, TypeAlias

from ._picture import Picture, PictureFile
from ._typing import NotRequired
from .types import Disclosure, Metadata, RoomTypes, StylePreset, WebhookConfig


class CreateOptions(Picture):
    include_alternates: NotRequired[bool]
    disclosure: NotRequired[Disclosure]
    listing: NotRequired[str]
    reference: NotRequired[str]
    metadata: NotRequired[Metadata]
    webhook: NotRequired[WebhookConfig]
    idempotency_key: NotRequired[str | None]


class StagingPhotoRefurnish(CreateOptions):
    workflow: Literal["staging"]
    capture_type: Literal["photo"]
    mode: Literal["refurnish", "renovate"]
    room_types: RoomTypes
    style_preset: NotRequired[StylePreset]
    mask: NotRequired[PictureFile]
    mask_url: NotRequired[str]


class StagingPhotoClean(CreateOptions):
    workflow: Literal["staging"]
    capture_type: Literal["photo"]
    mode: Literal["clean"]
    room_types: NotRequired[RoomTypes]
    style_preset: NotRequired[StylePreset]
    mask: NotRequired[PictureFile]
    mask_url: NotRequired[str]


class StagingPanorama360(CreateOptions):
    workflow: Literal["staging"]
    capture_type: Literal["panorama360"]
    style_preset: StylePreset


class StagingFloorplan(CreateOptions):
    workflow: Literal["staging"]
    capture_type: Literal["floorplan"]
    style_preset: NotRequired[StylePreset]


class ProCapture(CreateOptions):
    workflow: Literal["pro_capture"]
    capture_type: Literal["photo", "panorama360", "floorplan"]


BatchRequest: TypeAlias = StagingPhotoRefurnish | StagingPhotoClean | StagingPanorama360 | StagingFloorplan | ProCapture
"""What `create` takes: what goes together in a request."""
