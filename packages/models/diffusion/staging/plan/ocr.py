"""Reads the lettering of a plan with RapidOCR. Its models lie in its package: nothing is downloaded."""

import os
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

import cv2

from staging.picture import Picture

READING_SIDE = 1280
"""Long side of the copy that is read. Small plans are enlarged at most twice: letters of 6 pixels are read."""
LEAST_SCORE = 0.6

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

_one_reader = Lock()


@dataclass(frozen=True)
class Line:
    """A line of lettering, and its upright box in the plan."""

    text: str
    box: Box
    score: float


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    threads = int(os.environ.get("OMP_NUM_THREADS", "0")) or -1
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.text_score": LEAST_SCORE,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )


def read_lines(plan: Picture) -> list[Line]:
    """All lines of lettering that can be read, in no particular order."""
    scale = min(2.0, READING_SIDE / max(plan.shape[:2]))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    copy = cv2.resize(plan, None, fx=scale, fy=scale, interpolation=how)
    with _one_reader:
        read = _engine()(cv2.cvtColor(copy, cv2.COLOR_RGB2BGR))
    if read.boxes is None:
        return []
    return [
        Line(str(text), _upright(corners, scale), float(score))
        for corners, text, score in zip(read.boxes, read.txts, read.scores, strict=True)
    ]


def _upright(corners: Any, scale: float) -> Box:
    (left, top), (right, bottom) = corners.min(0) / scale, corners.max(0) / scale
    return float(left), float(top), float(right), float(bottom)
