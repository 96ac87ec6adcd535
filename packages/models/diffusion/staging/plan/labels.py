"""What the lettering of a plan says of its rooms: which each is, and how large."""

import re
from dataclasses import dataclass

from staging.plan.ocr import Box, Line
from staging.plan.vocabulary import Kind, kind_of


@dataclass(frozen=True)
class Size:
    """What is written of a room's size: two sides in metres, or an area in square metres."""

    sides: tuple[float, float] | None = None
    area: float | None = None


_number = r"(\d{1,2}[.,]\d{1,2}|\d{1,2})"
_times = r"\s*[mM]?\s*[x×X*✕]\s*"
_metres = re.compile(rf"(?<![\d'\"]){_number}{_times}{_number}\s*[mM]?(?!['\"\d])")
_area = re.compile(r"(?<!\d)(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:m2|m²|m\?|qm|sqm|sq\.?\s?m)", re.IGNORECASE)
_area_unread = re.compile(r"^\D{0,4}(\d{1,3}[.,]\d{1,2})\s*m\S?$", re.IGNORECASE)
"""An area without its small 2, which was not read: a number alone and an m."""
_feet = re.compile(r"(\d{1,2})\s*['’′]\s*(\d{1,2})?\s*[\"”″']{0,2}\s*[x×X]\s*(\d{1,2})\s*['’′]\s*(\d{1,2})?")


def size_of(text: str) -> Size | None:
    """The size that a line of lettering gives, in metres, square metres or feet."""
    if found := _area.search(text) or _area_unread.match(text.strip()):
        area = _decimal(found[1])
        return Size(area=area) if 0.8 <= area <= 200 else None
    if found := _metres.search(text):
        sides = (_decimal(found[1]), _decimal(found[2]))
        return Size(sides=sides) if all(0.6 <= side <= 20 for side in sides) else None
    if found := _feet.search(text):
        feet = (int(found[1]) + int(found[2] or 0) / 12, int(found[3]) + int(found[4] or 0) / 12)
        return Size(sides=(feet[0] * 0.3048, feet[1] * 0.3048)) if all(2 <= side <= 60 for side in feet) else None
    return None


def _decimal(text: str) -> float:
    return float(text.replace(",", "."))


@dataclass(frozen=True)
class Label:
    """The lettering of one room: its kind, its size if one is written, and its box in pixels."""

    kind: Kind
    size: Size | None
    box: Box


def labels_of(lines: list[Line]) -> list[Label]:
    """The labels that lines make: a line that names a room, with the lines right below and above it."""
    labels = []
    for group in _groups(lines):
        text = " ".join(line.text for line in group if not size_of(line.text))
        kind = kind_of(text)
        if kind is None:
            continue
        sizes = [size for line in group if (size := size_of(line.text))]
        metric = sorted(sizes, key=lambda size: any(size == size_of(line.text) and "'" in line.text for line in group))
        boxes = [line.box for line in group]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        labels.append(Label(kind, metric[0] if metric else None, (left, top, right, bottom)))
    return labels


def _groups(lines: list[Line]) -> list[list[Line]]:
    """Lines that stand close below one another, top first. A second room's name begins a new group."""
    groups: list[list[Line]] = []
    for line in sorted(lines, key=lambda each: each.box[1]):
        for group in groups:
            named = any(kind_of(each.text) for each in group)
            sized = any(size_of(each.text) for each in group)
            if _follows(group[-1], line) and not (named and sized and kind_of(line.text)):
                group.append(line)
                break
        else:
            groups.append([line])
    return groups


def _follows(upper: Line, lower: Line) -> bool:
    height = min(upper.box[3] - upper.box[1], lower.box[3] - lower.box[1])
    gap = lower.box[1] - upper.box[3]
    shared = min(upper.box[2], lower.box[2]) - max(upper.box[0], lower.box[0])
    narrower = min(upper.box[2] - upper.box[0], lower.box[2] - lower.box[0])
    return -1.2 * height <= gap <= 0.7 * height and shared >= 0.4 * narrower
