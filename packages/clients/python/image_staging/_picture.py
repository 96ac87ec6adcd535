"""Pictures in requests: a form with a mask or a small file, an upload of a large one, JSON with anything else."""

import json
import os
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import httpx

from ._http import Answer, Call, Connection, Form, Put, Steps
from ._typing import NotRequired, TypedDict
from .errors import ApiError
from .types import CreateUploadRequest, GenerationSettings, Upload

PictureFile: TypeAlias = bytes | os.PathLike[str] | BinaryIO
"""The bytes of a picture, its path, or a file opened in binary mode. Only a path keeps a large one out of memory."""


class NewPicture(TypedDict):
    """A picture that the service does not have yet: exactly one of these."""

    file: NotRequired[PictureFile]
    url: NotRequired[str]
    """An HTTPS URL that the service can fetch."""
    upload: NotRequired[str]
    """The `upload_id` of an upload that you have put yourself."""


class Picture(NewPicture):
    """Exactly one of `file`, `url`, `asset` and `upload`."""

    asset: NotRequired[str]
    """A `source_asset_id`."""


class CreateGeneration(GenerationSettings, Picture):
    """A picture and what to make of it, if only the service checks what goes together: see `unchecked`."""

    mask: NotRequired[PictureFile]
    """What may be removed from a photo to stage, in white. `mask_url` takes its place."""


def unchecked(request: CreateGeneration) -> Any:
    """The keywords of a create from a form or another program: only the service checks what goes together."""
    return request


MAX_FILE_BYTES = 4 * 1024 * 1024
"""A larger file does not fit into a request, and is uploaded."""
NAMES = {"url": "source_url", "asset": "source_asset_id", "upload": "upload_id"}
CHUNK = 64 * 1024


@dataclass(frozen=True)
class Source(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A file that can be sent more than once, by threads and by asyncio."""

    name: str
    size: int
    content: bytes | Path

    def read(self) -> bytes:
        """All of it."""
        return self.content if isinstance(self.content, bytes) else self.content.read_bytes()

    def __iter__(self) -> Iterator[bytes]:
        """From its beginning, piece by piece."""
        if isinstance(self.content, bytes):
            for start in range(0, self.size, CHUNK):
                yield self.content[start : start + CHUNK]
            return
        with self.content.open("rb") as opened:
            while piece := opened.read(CHUNK):
                yield piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The same: a disk is quick enough to be read between two writes to the network."""
        for piece in self:
            yield piece


def source_of(file: PictureFile) -> Source:
    """Reads an opened file; a path is only measured."""
    if isinstance(file, os.PathLike):
        path = Path(file)
        return Source(path.name, path.stat().st_size, path)
    content = file if isinstance(file, bytes | bytearray | memoryview) else _read(file)
    return Source("picture", len(content), bytes(content))


def _read(file: BinaryIO) -> bytes:
    if isinstance(file, str) or not hasattr(file, "read"):
        raise TypeError("A file is bytes, a path (pathlib.Path) or a file opened in binary mode.")
    content = file.read()
    if not isinstance(content, bytes):
        raise TypeError("Open the file in binary mode.")
    return content


def create_upload(connection: Connection, request: CreateUploadRequest, key: str | None) -> Steps[Answer[Upload]]:
    """Makes room for a picture of this length, of up to 50 MiB."""
    call = Call("POST", "/api/v1/uploads", body=dict(request), idempotency_key=key)
    return (yield from connection.json(Upload, call))


def put(connection: Connection, upload: Upload, source: Source) -> Steps[None]:
    """Puts a picture there."""
    headers = {"Content-Length": str(source.size)}
    if "Content-Type" in upload.headers:
        headers["Content-Type"] = upload.headers["Content-Type"]
    yield from connection.call(Call("PUT", upload.url, body=Put(headers, source)), bytes)


def body_with(
    connection: Connection, request: Mapping[str, object], given: Mapping[str, PictureFile | None], key: str
) -> Steps[Mapping[str, object] | Form]:
    """The body of a request with a picture and other fields. A field that is None is left out."""
    fields = {NAMES.get(name, name): value for name, value in request.items() if value is not None}
    pictures = [name for name in NAMES.values() if name in fields]
    files = {name: source_of(file) for name, file in given.items() if file is not None}
    if len(pictures) + ("file" in files) != 1:
        raise TypeError("Give one picture: file, url, asset or upload.")
    if "file" in files and sum(file.size for file in files.values()) > MAX_FILE_BYTES:
        fields["upload_id"] = yield from _uploaded(connection, files.pop("file"), key)
    if not files:
        return fields
    texts = {name: _text_of(value) for name, value in fields.items()}
    return Form(texts, {name: (file.name, file.read()) for name, file in files.items()})


def _uploaded(connection: Connection, source: Source, key: str) -> Steps[str]:
    """The id of an upload with this picture in it.

    The upload has the caller's key too, so that the same call again names the same upload, and is the same request. Its
    URL may have expired by then: what was put before is there.
    """
    created = yield from create_upload(connection, {"content_length": source.size}, key)
    try:
        yield from put(connection, created.body, source)
    except ApiError as error:
        if not (created.replayed and error.status == 403):
            raise
    return created.body.upload_id


def _text_of(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
