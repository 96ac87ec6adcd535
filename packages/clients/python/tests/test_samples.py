import json
import os
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from image_staging import Staging, types
from image_staging._resource import decoded

DOCUMENT = json.loads((Path(__file__).parents[4] / "packages/openapi/openapi.json").read_text("utf-8"))
OPERATIONS = [
    (method.upper(), path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]

JOB = {"job_id": "job_1", "status": "queued", "amount_usd": 0, "occurred_at": "", "usage_type": ""}
STATEMENT = {"number": "ST-1", "state": "open", "total_usd": 0, "billing_period": {"start_at": "2026-11-01T00"}}
KEY = {"key_id": "K1", "scope": "read", "last_used_at": None, "revoked_at": None}
LISTING = {"listing": "elm-street-5", "closed_at": None, "counts": {"total": 1}}
DELIVERY = {"webhook_id": "msg_1", "type": "webhook.test", "attempts": [{"status": 200}]}
ANSWER: dict[str, Any] = {
    **{"job_id": "job_1", "ingest_id": "src_1", "source_asset_id": "src_9", "status": "succeeded", "failure": None},
    **{"upload_id": "upl_1", "url": "https://store.example.com/1", "headers": {}, "usage": {}, "rate_limits": {}},
    **{"outputs": [{"image_url": "https://store.example.com/2"}], "next_cursor": None},
    **{"receivers": [], "default_url": None, "previous_expires_at": None},
    **{"items": [{**JOB, **KEY, **STATEMENT, **DELIVERY, **LISTING}], "jobs": {}},
    **KEY,
    **STATEMENT,
    **DELIVERY,
    **LISTING,
    **{"combinations": [{"declined": None}], "room_types": []},
}
"""What any sample gets: a job, an ingest, an upload, a summary, a statement and a page in one."""

MADE = {
    "job": types.GenerationJob,
    "key": types.IssuedApiKey,
    "test": types.WebhookTest,
    "ingest": types.SourceAssetIngestJob,
    "regenerated": types.GenerationJob,
    "summary": types.UsageSummary,
    "period": types.UsageSummaryBillingPeriod,
}
GIVEN = {
    **{name: decoded(kind, {**ANSWER, **ANSWER["billing_period"]}) for name, kind in MADE.items()},
    "listing": "elm-street-5",
}
"""What the samples before one on its page have made."""


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=[one[2]["operationId"] for one in OPERATIONS])
def test_the_documents_sample_of_an_operation_calls_it(
    method: str, path: str, operation: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEBHOOK_URL", "https://crm.example.com/hooks")
    for name in ("living-room.jpg", "panorama.jpg"):
        Path(name).write_bytes(b"picture")
    calls: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        calls.append(f"{request.method} {request.url.path}")
        return httpx.Response(200, json=ANSWER)

    [sample] = [one["source"] for one in operation["x-codeSamples"] if one["lang"] == "Python"]
    with httpx.Client(transport=httpx.MockTransport(answer)) as http_client:
        staging = Staging("https://api.example.com", "k", http_client=http_client)
        exec(sample, {"staging": staging, "Path": Path, "os": os, **GIVEN})
    called = re.compile(f"{method} {re.sub(r'{[a-z_]+}', '[^/]+', path)}")
    assert any(called.fullmatch(call) for call in calls), calls
