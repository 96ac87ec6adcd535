"""Calls that mypy accepts, and calls that it refuses: an ignored error that is none is an error itself."""

from image_staging import AsyncStaging, BatchRequest, CreateGeneration, Staging, unchecked


def right(staging: Staging, form: CreateGeneration) -> None:
    create = staging.generations.create
    create(asset="src_1", workflow="staging", capture_type="photo", mode="refurnish", room_types=["Kitchen"])
    create(asset="src_1", workflow="staging", capture_type="photo", mode="clean", reference="listing 7")
    create(url="https://a.example.com", workflow="staging", capture_type="panorama360", style_preset="scandi")
    create(file=b"", workflow="staging", capture_type="floorplan", idempotency_key="k")
    create(upload="upl_1", workflow="pro_capture", capture_type="photo")
    create(**unchecked(form))
    requests: list[BatchRequest] = [
        {"asset": "src_1", "workflow": "pro_capture", "capture_type": "floorplan"},
        {"asset": "src_1", "workflow": "staging", "capture_type": "photo", "mode": "clean"},
    ]
    staging.generations.batch(requests)


def wrong(staging: Staging) -> None:
    create = staging.generations.create
    create(asset="src_1", workflow="staging", capture_type="photo", room_types=["Kitchen"])  # type: ignore[call-overload]
    create(asset="src_1", workflow="staging", capture_type="panorama360", mode="clean", style_preset="scandi")  # type: ignore[call-overload]
    create(asset="src_1", workflow="pro_capture", capture_type="photo", style_preset="scandi")  # type: ignore[call-overload]
    requests: list[BatchRequest] = [
        {"asset": "src_1", "workflow": "staging", "capture_type": "photo"},  # type: ignore[list-item, misc]
    ]
    staging.generations.batch(requests)


async def wrong_in_asyncio(staging: AsyncStaging) -> None:
    await staging.generations.create_and_wait(  # type: ignore[call-overload]
        asset="src_1", workflow="staging", capture_type="photo", room_types=["Kitchen"], deadline=60
    )
