"""Who is asked: a container by the inference contract, or a deployed stage by its public API."""

import json
import time
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from scripts.acceptance.store import Store
from scripts.acceptance.tasks import Source, Task

INVOCATION_SECONDS = 620
JOB_SECONDS = 1800
MOST_UPLOADED = 4 * 1024 * 1024


@dataclass(frozen=True)
class Candidate:
    """A picture that came back, with the model's verdict if it is known."""

    candidate_id: str
    data: bytes
    score: float | None = None
    safe: bool | None = None
    mask: bytes | None = None


@dataclass(frozen=True)
class Answer:
    """What became of one task. `problem` is empty if pictures came back."""

    task_id: str
    seconds: float
    candidates: list[Candidate] = field(default_factory=list)
    problem: str = ""
    model_version: str = ""


class Target(Protocol):
    """Where tasks are tried; `repeats` if the caller chooses the seed."""

    repeats: bool

    def try_task(self, source: Source, task: Task, *, seed: int, candidates: int) -> Answer:
        """Asks for a task and waits for its pictures."""
        ...


class Container:
    """A container that is reached directly; pictures go by a store that this process serves."""

    repeats = True

    def __init__(self, url: str, store: Store) -> None:
        self._url = url.rstrip("/")
        self._store = store

    def wait(self, seconds: float) -> float:
        """Waits until /ping answers 200. Gives the seconds that took."""
        begun = time.monotonic()
        while True:
            status, _ = _asked(Request(f"{self._url}/ping"), 5)
            waited = time.monotonic() - begun
            if status == 200:
                return waited
            if waited > seconds:
                raise TimeoutError(f"{self._url}/ping did not answer 200 within {seconds:.0f} s")
            time.sleep(1)

    def try_task(self, source: Source, task: Task, *, seed: int, candidates: int) -> Answer:
        """One invocation."""
        task_id = f"acceptance-{token_hex(6)}"
        urls = {f"c{nth + 1}": self._store.sign_put(f"c{nth + 1}.jpg", "image/jpeg") for nth in range(candidates)}
        masks = {name: self._store.sign_put(f"{name}-mask.png", "image/png") for name in urls}
        body = {
            "contract_version": "1.1",
            "inference_id": task_id,
            "workflow": "staging",
            "capture_type": source.capture,
            "mode": task.name,
            "room_types": list(task.room_types),
            "style_preset": task.style_preset,
            "seed": seed,
            "source": {
                "url": self._store.sign_get(source.data, source.content_type),
                "width": source.width,
                "height": source.height,
                "content_type": source.content_type,
            },
            "candidates": [
                {
                    "candidate_id": name,
                    "url": url,
                    "content_type": "image/jpeg",
                    "mask": {"url": masks[name], "content_type": "image/png"},
                }
                for name, url in urls.items()
            ],
        }
        begun = time.monotonic()
        status, answer = _asked(_json(f"{self._url}/invocations", body), INVOCATION_SECONDS)
        seconds = time.monotonic() - begun
        stored = {name: self._store.taken(url) for name, url in urls.items()}
        edits = {name: self._store.taken(url) for name, url in masks.items()}
        self._store.forget()
        if status != 200 or not isinstance(answer, dict):
            reason = answer.get("error", "") if isinstance(answer, dict) else ""
            return Answer(task_id, seconds, problem=f"{status or 'no answer'} {reason}".strip())
        listed = answer.get("candidates", [])
        found = [
            Candidate(one["candidate_id"], data, one.get("score"), one.get("safe"), edits.get(one["candidate_id"]))
            for one in listed
            if (data := stored.get(one["candidate_id"]))
        ]
        problem = "" if found else "no candidate was made"
        return Answer(task_id, seconds, found, problem, str(answer.get("model_version", "")))


class Stage:
    """A deployed stage, asked as a partner asks: approval and the wait for an instance are part of its times."""

    repeats = False

    def __init__(self, base_url: str, key: str) -> None:
        self._base = base_url.rstrip("/")
        self._key = key

    def try_task(self, source: Source, task: Task, *, seed: int, candidates: int) -> Answer:
        """Uploads the picture, creates a job, waits for it and fetches its outputs. The stage chooses the seed."""
        begun = time.monotonic()
        try:
            asset = self._upload(source)
            job = self._await(f"/api/v1/generations/{self._create(asset, source, task, candidates)}", "job_id")
            outputs = [
                Candidate(f"rank {output['rank']}", _bytes_at(output["image_url"])) for output in job.get("outputs", [])
            ]
        except _StageError as error:
            return Answer("", time.monotonic() - begun, problem=str(error))
        failure = job.get("failure") or {}
        return Answer(str(job["job_id"]), time.monotonic() - begun, outputs, str(failure.get("code", "")))

    def _upload(self, source: Source) -> str:
        if len(source.data) > MOST_UPLOADED:
            raise _StageError("the file is larger than the 4 MiB that the API takes in a form")
        boundary = token_hex(16)
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="source"\r\n'
        form = (
            f"{head}Content-Type: {source.content_type}\r\n\r\n".encode()
            + source.data
            + f"\r\n--{boundary}--\r\n".encode()
        )
        request = Request(f"{self._base}/api/v1/source-assets", form)
        request.add_header("Content-Type", f"multipart/form-data; boundary={boundary}")
        made = self._checked(request)
        asset = self._await(f"/api/v1/source-assets/{made['ingest_id']}", "source_asset_id")
        return str(asset["source_asset_id"])

    def _create(self, asset: str, source: Source, task: Task, candidates: int) -> str:
        body: dict[str, object] = {
            "source_asset_id": asset,
            "workflow": "staging",
            "capture_type": source.capture,
            "include_alternates": candidates > 1,
        }
        if source.capture == "photo":
            body["mode"] = task.name
        if task.room_types:
            body["room_types"] = list(task.room_types)
        if task.style_preset:
            body["style_preset"] = task.style_preset
        return str(self._checked(_json(f"{self._base}/api/v1/generations", body))["job_id"])

    def _await(self, path: str, wanted: str) -> dict[str, Any]:
        until = time.monotonic() + JOB_SECONDS
        while time.monotonic() < until:
            found = self._checked(Request(self._base + path))
            if found.get("status") in ("ready", "succeeded", "failed"):
                if found["status"] == "failed" and wanted == "source_asset_id":
                    raise _StageError(f"the picture was refused: {(found.get('failure') or {}).get('code')}")
                return found
            time.sleep(2)
        raise _StageError(f"{path} was not done within {JOB_SECONDS} s")

    def _checked(self, request: Request) -> dict[str, Any]:
        request.add_header("Authorization", f"Bearer {self._key}")
        status, answer = _asked(request, 60)
        if status not in (200, 201, 202) or not isinstance(answer, dict):
            raise _StageError(f"{request.selector.split('?')[0]} was answered with {status or 'nothing'}")
        return answer


class _StageError(Exception):
    pass


def _json(url: str, body: object) -> Request:
    return Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _asked(request: Request, seconds: float) -> tuple[int, Any]:
    """Status and JSON of an answer; status 0 if none came."""
    try:
        with urlopen(request, timeout=seconds) as answer:
            status, data = answer.status, answer.read()
    except HTTPError as error:
        status, data = error.code, error.read()
    except (URLError, OSError):
        return 0, None
    try:
        return status, json.loads(data)
    except ValueError:
        return status, None


def _bytes_at(url: str) -> bytes:
    try:
        with urlopen(Request(url), timeout=60) as answer:
            return bytes(answer.read())
    except (URLError, OSError):
        raise _StageError("an output could not be fetched") from None
