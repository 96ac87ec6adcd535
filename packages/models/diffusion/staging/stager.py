"""One invocation, from its source to its answer."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

import numpy as np

from staging import store
from staging.contract import Candidate, Invocation
from staging.editors import Editor
from staging.errors import CandidateRejected, InvocationError
from staging.judge import Judge, Opinion
from staging.log import log
from staging.picture import Made, Picture
from staging.prompts import prompt_of
from staging.regions import Segmenter
from staging.request import StagingRequest
from staging.resize import working_size
from staging.seeds import candidate_seed
from staging.workflows import is_for_another_model, make_candidate

CONTRACT_VERSION = "1.1"
OTHER_MODEL = {
    "reason": "other_model",
    "message": "This model stages photos and panoramas. Floor plans and enhancements are another's work.",
}
WARM_UP = 512
"""Half the shorter side of the picture that warms up, in pixels: larger than a megapixel, as most photos are."""


class Safety(Protocol):
    """Whether a picture may be shown."""

    def is_safe(self, picture: Picture) -> bool:
        """False if nobody must see the picture."""
        ...


@dataclass(frozen=True)
class Stager:
    """Everything that is loaded. `clock` gives seconds, as time.monotonic does."""

    editor: Editor
    judge: Judge
    safety: Safety
    model_version: str
    working_pixels: int
    budget_seconds: float
    segmenter: Segmenter | None = None
    clock: Callable[[], float] = monotonic

    def warm_up(self) -> None:
        """Does once what requests need, so that none waits for kernels; raises what they would raise."""
        across, down = working_size(3 * WARM_UP, 2 * WARM_UP, self.working_pixels)
        picture = np.full((down, across, 3), 128, np.uint8)
        mask = np.full((down, across), 255, np.uint8)
        task = StagingRequest("staging", "photo", "refurnish", ("Living Room",))
        try:
            drawn = self.editor.edit(picture, prompt_of(task), seed=0)
            self.editor.inpaint(drawn, mask, prompt_of(task), seed=0)
            self.judge.opinion(picture, drawn, task)
            self.safety.is_safe(drawn)
        finally:
            if self.segmenter is not None:
                self.segmenter.forget()

    def serve(self, invocation: Invocation, arrived: float) -> dict[str, object]:
        """Makes and stores as many candidates as the time since `arrived` allows, and gives the answer."""
        answer: dict[str, object] = {"contract_version": CONTRACT_VERSION, "model_version": self.model_version}
        if is_for_another_model(invocation.task()):
            return answer | {"candidates": [], "declined": OTHER_MODEL}
        if self.clock() - arrived > self.budget_seconds:
            raise InvocationError(503, "the request waited too long for those before it")
        try:
            source = store.fetch_source(invocation.source)
            answers = self._serve_candidates(source, invocation, arrived)
        finally:
            if self.segmenter is not None:
                self.segmenter.forget()
        return answer | {"candidates": answers}

    def _serve_candidates(self, source: Picture, invocation: Invocation, arrived: float) -> list[dict[str, object]]:
        answers: list[dict[str, object]] = []
        slowest = 0.0
        for nth, candidate in enumerate(invocation.candidates):
            started = self.clock()
            if started + slowest - arrived > self.budget_seconds:
                log("WARN", "no time for more candidates", inference_id=invocation.inference_id, made=nth)
                break
            answer = self._serve_candidate(source, invocation, candidate, nth)
            if answer is not None:
                answers.append(answer)
            slowest = max(slowest, self.clock() - started)
        return answers

    def _serve_candidate(
        self, source: Picture, invocation: Invocation, candidate: Candidate, nth: int
    ) -> dict[str, object] | None:
        task = invocation.task()
        ids = {"inference_id": invocation.inference_id, "candidate_id": candidate.candidate_id}
        started = self.clock()
        try:
            made = self._make(source, task, candidate_seed(invocation.seed, nth))
        except CandidateRejected as rejection:
            log("WARN", "candidate left out", **ids, reason=str(rejection))
            return None
        picture, drawn = made.picture, self.clock()
        opinion: Opinion = self.judge.opinion(source, picture, task)
        safe = self.safety.is_safe(picture)
        masked = _store(candidate, made)
        log(
            "INFO",
            "candidate stored",
            **ids,
            score=opinion.score,
            parts=opinion.parts,
            safe=safe,
            make_ms=round(1000 * (drawn - started)),
            judge_and_store_ms=round(1000 * (self.clock() - drawn)),
        )
        height, width = picture.shape[:2]
        return {
            "candidate_id": candidate.candidate_id,
            "width": width,
            "height": height,
            "score": opinion.score,
            "safe": safe,
            **({"mask": True} if masked else {}),
        }

    def _make(self, source: Picture, task: StagingRequest, seed: int) -> Made:
        made = make_candidate(
            source, task, self.editor, seed=seed, segmenter=self.segmenter, pixels=self.working_pixels
        )
        if made.picture.shape != source.shape:
            raise RuntimeError(f"the workflow made {made.picture.shape} of {source.shape}")
        return made


def _store(candidate: Candidate, made: Made) -> bool:
    """Stores a candidate, and its edit mask if it is asked for. Gives whether the mask is stored."""
    store.store_candidate(candidate, store.encode(made.picture))
    if candidate.mask is None:
        return False
    store.store_mask(candidate.mask, store.encode_mask(made.mask), candidate.candidate_id)
    return True
