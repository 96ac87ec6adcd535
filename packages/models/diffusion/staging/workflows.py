"""Which workflow serves which task. Floor plans and pro_capture have models of their own, without weights."""

from staging import panorama, photo
from staging.editors import Editor
from staging.picture import Made, Picture
from staging.regions import Segmenter
from staging.request import StagingRequest


def is_for_another_model(request: StagingRequest) -> bool:
    """Whether the service has another model for a task: floor plans and pro_capture."""
    return request.workflow == "pro_capture" or request.capture_type == "floorplan"


def make_candidate(
    source: Picture,
    request: StagingRequest,
    editor: Editor,
    *,
    seed: int,
    segmenter: Segmenter | None,
    pixels: int,
) -> Made:
    """The nth candidate, of the source's size. Raises CandidateRejected if it must not be shown."""
    if request.capture_type == "panorama360":
        return panorama.make(source, request, editor, seed=seed)
    return photo.make(source, request, editor, seed=seed, segmenter=segmenter, pixels=pixels)
