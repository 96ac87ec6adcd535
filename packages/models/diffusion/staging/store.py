"""Reading the source and storing candidates by signed URLs, which are secrets: no error and no log holds one."""

import logging
from io import BytesIO
from time import monotonic

import numpy as np
import urllib3
from PIL import Image

from staging.contract import MAX_PIXELS, Candidate, MaskTarget, Source
from staging.errors import InvocationError
from staging.picture import Mask, Picture

TRANSFER_SECONDS = 60
MAX_SOURCE_BYTES = 64 * 1024 * 1024
MAX_CANDIDATE_BYTES = 64 * 1024 * 1024

# At the level of debugging urllib3 logs the URLs that it asks for.
logging.getLogger("urllib3").setLevel(logging.ERROR)
Image.MAX_IMAGE_PIXELS = MAX_PIXELS

_http = urllib3.PoolManager(retries=False, timeout=urllib3.Timeout(connect=10, read=TRANSFER_SECONDS), num_pools=4)


def fetch_source(source: Source) -> Picture:
    """The source's pixels. Raises 5xx if it cannot be read and 4xx if it is not the picture announced."""
    return decode(_download(source.url), source.width, source.height)


def store_candidate(candidate: Candidate, data: bytes) -> None:
    """Stores a JPEG."""
    _put(candidate, data, candidate.candidate_id)


def store_mask(target: MaskTarget, data: bytes, candidate_id: str) -> None:
    """Stores a PNG."""
    _put(target, data, f"the mask of {candidate_id}")


def _put(target: Candidate | MaskTarget, data: bytes, name: str) -> None:
    """One PUT with its Content-Length."""
    headers = {"Content-Type": target.content_type, "Content-Length": str(len(data))}
    try:
        answer = _http.request("PUT", target.url, body=data, headers=headers, redirect=False)
    except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        raise _unreachable(f"storing {name}", error) from None
    if answer.status // 100 != 2:
        raise InvocationError(502, f"storing {name} was answered with {answer.status}")


def decode(data: bytes, width: int, height: int) -> Picture:
    """Decodes a JPEG, PNG or WebP of exactly this size."""
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as image:
            if image.size == (width, height):
                return np.array(image.convert("RGB"))
            found = f"{image.width} x {image.height}"
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise InvocationError(422, "the source is not a JPEG, PNG or WebP picture that decodes") from None
    raise InvocationError(422, f"the source is {found}, not {width} x {height}")


def encode(picture: Picture) -> bytes:
    """A JPEG without metadata, of at most what a candidate may have."""
    for quality in (93, 85, 75):
        data = BytesIO()
        Image.fromarray(picture).save(data, "JPEG", quality=quality, subsampling=0 if quality > 90 else 2)
        if data.tell() <= MAX_CANDIDATE_BYTES:
            break
    return data.getvalue()


def encode_mask(mask: Mask) -> bytes:
    """A PNG of one channel."""
    data = BytesIO()
    Image.fromarray(mask).save(data, "PNG", compress_level=4)
    return data.getvalue()


def _download(url: str) -> bytes:
    started, parts, size = monotonic(), [], 0
    try:
        with _http.request("GET", url, preload_content=False, redirect=False) as answer:
            if answer.status != 200:
                raise InvocationError(502, f"reading the source was answered with {answer.status}")
            for part in answer.stream(1024 * 1024):
                parts.append(part)
                size += len(part)
                if size > MAX_SOURCE_BYTES:
                    raise InvocationError(422, "the source is larger than 64 MiB")
                if monotonic() - started > TRANSFER_SECONDS:
                    raise InvocationError(502, f"reading the source took more than {TRANSFER_SECONDS} s")
    except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        raise _unreachable("reading the source", error) from None
    return b"".join(parts)


def _unreachable(what: str, error: Exception) -> InvocationError:
    """Only the kind of error is kept: its text repeats the URL."""
    return InvocationError(502, f"{what} failed: {type(error).__name__}")
