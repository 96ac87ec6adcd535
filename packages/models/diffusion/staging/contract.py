"""The inference contract 1.1 as this container reads and answers it (docs/inference-contract.md)."""

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)

from staging.errors import InvocationError
from staging.request import CaptureType, Mode, StagingRequest, Workflow

MAX_PIXELS = 100_000_000
MAX_BODY_BYTES = 1024 * 1024


def _web_url(value: str) -> str:
    if not value.startswith(("http://", "https://")):
        raise ValueError("must be an http(s) URL")
    return value


Text = Annotated[StrictStr, Field(min_length=1)]
Side = Annotated[StrictInt, Field(ge=1)]
Url = Annotated[StrictStr, AfterValidator(_web_url)]
# A later 1.x may add rooms and styles: they are used by their own words.
Word = Annotated[StrictStr, Field(pattern=r"^[A-Za-z][A-Za-z' _-]{0,39}$")]


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Source(_Read):
    """Where the source is read, and how large it is."""

    url: Url
    width: Side
    height: Side


class MaskTarget(_Read):
    """Where an edit mask is stored."""

    url: Url
    content_type: Literal["image/png"]


class Candidate(_Read):
    """Where one picture is stored, and its edit mask; a service of the contract 1.0 asks for none."""

    candidate_id: Text
    url: Url
    content_type: Literal["image/jpeg"]
    mask: MaskTarget | None = None


class Invocation(_Read):
    """A request of the contract, checked."""

    contract_version: Annotated[StrictStr, Field(pattern=r"^1\.\d+$")]
    inference_id: Text
    workflow: Workflow
    capture_type: CaptureType
    mode: Mode | None
    room_types: Annotated[tuple[Word, ...], Field(max_length=3)]
    style_preset: Word | None
    seed: Annotated[StrictInt, Field(ge=0)]
    source: Source
    candidates: Annotated[tuple[Candidate, ...], Field(min_length=1, max_length=8)]

    @model_validator(mode="after")
    def _fits_together(self) -> "Invocation":
        allowed = _modes_of(self.workflow, self.capture_type)
        if self.mode not in allowed:
            raise ValueError(f"mode must be one of {allowed} for {self.workflow} of {self.capture_type}")
        if self.mode in ("refurnish", "renovate") and not self.room_types:
            raise ValueError(f"room_types must name a room for {self.mode}")
        if self.source.width * self.source.height > MAX_PIXELS:
            raise ValueError(f"source has more than {MAX_PIXELS} pixels")
        ids = [candidate.candidate_id for candidate in self.candidates]
        if len(set(ids)) < len(ids):
            raise ValueError("candidates must differ in candidate_id")
        return self

    def task(self) -> StagingRequest:
        """What is asked for, without the URLs."""
        return StagingRequest(
            workflow=self.workflow,
            capture_type=self.capture_type,
            mode=self.mode,
            room_types=self.room_types,
            style_preset=self.style_preset,
        )


def _modes_of(workflow: Workflow, capture_type: CaptureType) -> tuple[Mode | None, ...]:
    if workflow == "pro_capture":
        return (None,)
    if capture_type == "photo":
        return ("refurnish", "renovate", "clean")
    return (capture_type,)


def read_invocation(body: bytes) -> Invocation:
    """Reads the body of an invocation. Raises an InvocationError (400) that names the wrong fields, and no value."""
    try:
        return Invocation.model_validate_json(body)
    except ValidationError as error:
        complaints = [_complaint(one) for one in error.errors(include_url=False, include_input=False)[:5]]
    raise InvocationError(400, "; ".join(complaints))


def _complaint(error: Any) -> str:
    if error["type"] == "json_invalid":
        return "the request is not JSON"
    place = ".".join(str(part) for part in error["loc"])
    return f"{place}: {error['msg']}" if place else str(error["msg"])
