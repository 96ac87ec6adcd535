"""The report: a line for each task, a JSON document, and a contact sheet."""

import json
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scripts.acceptance.measures import Measures, decoded, most_changed
from scripts.acceptance.tasks import Source
from staging.picture import Picture

CELL = 360
CAPTION = 46
CROP = 640
"""The side of a full-size crop in pixels."""


@dataclass(frozen=True)
class Result:
    """One picture that came back."""

    candidate_id: str
    score: float | None
    safe: bool | None
    measures: Measures
    file: str
    log: dict[str, Any] = field(default_factory=dict)
    """What the container's log says of it: score parts and times."""


@dataclass(frozen=True)
class Row:
    """One task on one picture."""

    picture: str
    capture: str
    task: str
    task_id: str
    seconds: float
    problem: str
    candidates: list[Result]


def line_of(row: Row) -> str:
    """A row for the terminal."""
    head = f"{row.picture:30.30}  {row.task:12}  {row.seconds:7.1f} s"
    if not row.candidates:
        return f"{head}  FAILED  {row.problem}"
    return "\n".join([head, *(f"    {_said(result)}" for result in row.candidates)])


def _said(result: Result) -> str:
    said = [result.candidate_id]
    said += [f"score {result.score}"] if result.score is not None else []
    said += ["UNSAFE"] if result.safe is False else []
    said += [f"{name} {value}" for name, value in result.measures.items() if name not in ("decodes", "kilobytes")]
    parts = result.log.get("parts") or {}
    said += [f"parts({', '.join(f'{name} {value}' for name, value in parts.items())})"] if parts else []
    said += [f"made in {result.log['make_ms'] / 1000:.1f} s"] if "make_ms" in result.log else []
    return "  ".join(said)


def summary_of(rows: list[Row]) -> dict[str, Any]:
    """Counts and medians by task."""
    by_task: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_task[row.task].append(row)
    return {task: _summary(of_task) for task, of_task in by_task.items()}


def _summary(rows: list[Row]) -> dict[str, Any]:
    results = [result for row in rows for result in row.candidates]
    structures = [value for result in results if (value := result.measures.get("structure")) is not None]
    scores = [result.score for result in results if result.score is not None]
    return {
        "tasks": len(rows),
        "failed": sum(not row.candidates for row in rows),
        "candidates": len(results),
        "unsafe": sum(result.safe is False for result in results),
        "seconds_median": round(median(row.seconds for row in rows), 1),
        "seconds_most": round(max(row.seconds for row in rows), 1),
        "structure_least": min(structures) if structures else None,
        "structure_median": round(median(structures), 4) if structures else None,
        "score_median": round(median(scores), 3) if scores else None,
    }


def write_report(path: Path, about: dict[str, Any], rows: list[Row]) -> None:
    """Everything as one JSON document."""
    document = {**about, "summary": summary_of(rows), "tasks": [asdict(row) for row in rows]}
    path.write_text(json.dumps(document, indent=2) + "\n")


def write_crop(path: Path, before: Picture, after: Picture) -> None:
    """Source and candidate side by side where they differ most, pixel by pixel: a sheet of small copies hides blur."""
    left, top = most_changed(before, after, CROP)
    parts = [each[top : top + CROP, left : left + CROP] for each in (before, after)]
    Image.fromarray(np.concatenate(parts, axis=1)).save(path, quality=95)


def write_sheet(path: Path, sources: dict[str, Source], rows: list[Row], folder: Path) -> None:
    """One strip for each task: the source, then its candidates."""
    columns = 1 + max((len(row.candidates) for row in rows), default=0)
    sheet = Image.new("RGB", (columns * CELL, max(1, len(rows)) * (CELL + CAPTION)), "white")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(13)
    for nth, row in enumerate(rows):
        top = nth * (CELL + CAPTION)
        source = sources[row.picture]
        said = row.problem or f"{row.task}, {row.seconds:.1f} s"
        _cell(sheet, pen, font, source.data, (0, top), [f"{row.picture} {source.width} x {source.height}", said])
        for at, result in enumerate(row.candidates, 1):
            measured = [f"{name} {value}" for name, value in result.measures.items() if name in ("structure", "seam")]
            said = f"{result.candidate_id}" + (f", score {result.score}" if result.score is not None else "")
            data = (folder / result.file).read_bytes()
            _cell(sheet, pen, font, data, (at * CELL, top), [said, ", ".join(measured)])
    sheet.save(path, quality=88)


def _cell(
    sheet: Image.Image,
    pen: ImageDraw.ImageDraw,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    data: bytes,
    at: tuple[int, int],
    captions: list[str],
) -> None:
    picture = decoded(data)
    if picture is not None:
        small = Image.fromarray(picture)
        small.thumbnail((CELL - 8, CELL - 8))
        sheet.paste(small, (at[0] + (CELL - small.width) // 2, at[1] + (CELL - small.height) // 2))
    for nth, caption in enumerate(captions):
        pen.text((at[0] + 6, at[1] + CELL + 4 + 18 * nth), caption[:52], fill="black", font=font)
