"""What is asked of a model before it serves partners, and whether a run reaches it."""

from dataclasses import dataclass

from scripts.acceptance.measures import Measures
from scripts.acceptance.report import Row

LEAST_SCORE = 0.5
LEAST_STRUCTURE = 0.35
MOST_EDITED = {"refurnish": 0.8, "renovate": 0.95, "clean": 0.7, "panorama360": 0.7}


@dataclass(frozen=True)
class Threshold:
    """A figure of a run, and the least or the most that it may be."""

    name: str
    limit: float
    is_least: bool = True

    def line_of(self, value: float | None) -> tuple[bool, str]:
        """Whether a value is within the limit, and the line that says so; what was not measured does not fail."""
        passed = value is None or (value >= self.limit if self.is_least else value <= self.limit)
        asked = f"{'at least' if self.is_least else 'at most'} {self.limit}"
        said = "not measured" if value is None else round(value, 3)
        return passed, f"{'PASS' if passed else 'FAIL'}  {self.name}: {said} ({asked})"


THRESHOLDS = (
    Threshold("answered", 0.95),
    Threshold("approved", 0.9),
    Threshold("repeatable", 1.0),
    Threshold("sharpness", 0.5),
    Threshold("outside_mask", 0.02, is_least=False),
    Threshold("seam", 1.5, is_least=False),
)


def is_approved(task: str, score: float | None, safe: bool | None, measures: Measures) -> bool:
    """Whether the service's approval would take a candidate, as far as it can be said without looking for drift."""
    if not measures.get("decodes") or not measures.get("right_size") or safe is False:
        return False
    edited, outside = (float(measures.get(name, 0)) for name in ("edited", "outside_mask"))
    within = edited <= MOST_EDITED.get(task, 1) and outside <= 0.02
    return float(measures["structure"]) >= LEAST_STRUCTURE and within and (score is None or score >= LEAST_SCORE)


def figures_of(rows: list[Row], repeated: list[bool]) -> dict[str, float | None]:
    """The figures that the thresholds are about."""
    results = [(row, one) for row in rows for one in row.candidates]
    approved = [is_approved(row.task, one.score, one.safe, one.measures) for row, one in results]
    measured = {
        name: [float(one.measures[name]) for _, one in results if name in one.measures]
        for name in ("sharpness", "outside_mask", "seam")
    }
    return {
        "answered": sum(bool(row.candidates) for row in rows) / len(rows) if rows else 0.0,
        "approved": sum(approved) / len(approved) if approved else None,
        "repeatable": sum(repeated) / len(repeated) if repeated else None,
        "sharpness": sorted(measured["sharpness"])[len(measured["sharpness"]) // 2] if measured["sharpness"] else None,
        "outside_mask": max(measured["outside_mask"], default=None),
        "seam": max(measured["seam"], default=None),
    }


def judged(figures: dict[str, float | None]) -> tuple[bool, list[str]]:
    """Whether all thresholds are reached, and a line for each."""
    lines = [one.line_of(figures[one.name]) for one in THRESHOLDS]
    return all(passed for passed, _ in lines), [line for _, line in lines]
