"""Which workflow serves which task."""

from staging import floorplan, panorama, photo, pro_capture
from staging.editors import Editor
from staging.picture import Made, Picture
from staging.regions import Segmenter
from staging.request import StagingRequest


def make_candidate(
    source: Picture,
    request: StagingRequest,
    editor: Editor,
    *,
    seed: int,
    nth: int,
    segmenter: Segmenter | None,
    pixels: int,
) -> Made:
    """The nth candidate, of the source's size. Raises CandidateRejected if it must not be shown."""
    if request.workflow == "pro_capture":
        return Made(pro_capture.make(source, request, nth=nth), None)
    if request.capture_type == "panorama360":
        return panorama.make(source, request, editor, seed=seed)
    if request.capture_type == "floorplan":
        return floorplan.make(source, request, editor, seed=seed)
    return photo.make(source, request, editor, seed=seed, segmenter=segmenter, pixels=pixels)
