"""One job by the client that openapi-python-client makes. Arguments: the service's address, an API key, a picture."""

import sys
import time
import uuid
from pathlib import Path

from generated import AuthenticatedClient
from generated.api.generations import create_generation, get_generation
from generated.api.source_assets import create_source_asset, get_source_asset
from generated.models import (
    CaptureType,
    CreateGenerationFromAsset,
    CreateSourceAssetForm,
    GenerationJob,
    Mode,
    RoomType,
    SourceAssetIngestJob,
    Workflow,
)
from generated.types import File

base_url, api_key, picture = sys.argv[1:]


def new_key() -> str:
    return str(uuid.uuid4())


with AuthenticatedClient(base_url=base_url, token=api_key) as client, Path(picture).open("rb") as payload:
    form = CreateSourceAssetForm(file=File(payload=payload, file_name="room.jpg", mime_type="image/jpeg"))
    ingest = create_source_asset.sync(client=client, body=form, idempotency_key=new_key())
    assert isinstance(ingest, SourceAssetIngestJob), ingest
    while ingest.status.value not in ("ready", "failed"):
        time.sleep(0.2)
        ingest = get_source_asset.sync(ingest.ingest_id, client=client)
        assert isinstance(ingest, SourceAssetIngestJob), ingest

    request = CreateGenerationFromAsset(
        source_asset_id=ingest.source_asset_id,
        workflow=Workflow.STAGING,
        capture_type=CaptureType.PHOTO,
        mode=Mode.REFURNISH,
        room_types=[RoomType.LIVING_ROOM],
    )
    job = create_generation.sync(client=client, body=request, idempotency_key=new_key())
    assert isinstance(job, GenerationJob), job
    while job.status.value not in ("succeeded", "failed"):
        time.sleep(0.2)
        job = get_generation.sync(job.job_id, client=client)
        assert isinstance(job, GenerationJob), job
print(job.status.value)
