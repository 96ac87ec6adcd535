import dataclasses

import pytest

from image_staging._resource import decoded
from image_staging.types import GenerationJob, StatementPlan

JOB = {
    "job_id": "job_1",
    "status": "succeeded",
    "failure": None,
    "metadata": {"floor": 2},
    "outputs": [{"output_id": "out_1", "image_url": "https://store.example.com/1", "colour": "not known yet"}],
}


def test_an_answer_is_objects_down_to_its_outputs() -> None:
    job = decoded(GenerationJob, JOB)
    assert isinstance(job, GenerationJob)
    assert (job.status, job.outputs[0].image_url, job.metadata) == (
        "succeeded",
        "https://store.example.com/1",
        {"floor": 2},
    )
    assert job == decoded(GenerationJob, JOB)
    assert "job_id='job_1'" in repr(job)
    with pytest.raises(dataclasses.FrozenInstanceError):
        job.status = "failed"  # type: ignore[misc]


def test_a_field_is_read_by_its_name_in_the_api_as_until_110() -> None:
    job = decoded(GenerationJob, JOB)
    assert job["outputs"][0]["image_url"] == job.outputs[0].image_url
    plan = decoded(StatementPlan, {"from": "2026-11-01T00:00:00.000Z"})
    assert plan["from"] == plan.from_ == "2026-11-01T00:00:00.000Z"
    assert ("outputs" in job, "from" in plan, "colour" in job) == (True, True, False)
    with pytest.raises(KeyError):
        job["colour"]


def test_a_field_that_an_older_service_does_not_send_is_none() -> None:
    assert decoded(GenerationJob, JOB).disclosure_url is None
