import json
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest
from PIL import Image

from scripts.acceptance import targets
from scripts.acceptance.__main__ import main
from scripts.acceptance.measures import measures_of, most_changed
from scripts.acceptance.report import Result, Row, summary_of
from scripts.acceptance.tasks import Source, read_sources, tasks_of
from scripts.acceptance.verdicts import figures_of, judged


def jpeg(width: int, height: int, shade: int = 90, **options: object) -> bytes:
    rows, columns = np.mgrid[0:height, 0:width]
    picture = np.stack([shade + 60 * (columns // 16 % 2), shade + 0 * rows, shade + 40 * (rows // 32 % 2)], -1)
    data = BytesIO()
    Image.fromarray(picture.astype(np.uint8)).save(data, "JPEG", **options)
    return data.getvalue()


def png(pixels: np.ndarray) -> bytes:
    data = BytesIO()
    Image.fromarray(pixels).save(data, "PNG")
    return data.getvalue()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    for name, data in {
        "photo/bedroom-1.jpg": jpeg(320, 256),
        "other/hall.jpg": jpeg(640, 320),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


class Server:
    """An HTTP server that answers by a function: (method, path, headers, body) to (status, document)."""

    def __init__(self, answer):
        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status, document = answer(self.command, self.path, self.headers, body)
                data = document if isinstance(document, bytes) else json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = answer

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> "Server":
        Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def container(method: str, path: str, headers, body: bytes):
    """A container that stores its source, a little lighter."""
    if path == "/ping":
        return 200, {}
    asked = json.loads(body)
    with urlopen(asked["source"]["url"]) as answer:
        source = Image.open(BytesIO(answer.read())).convert("RGB")
    made = BytesIO()
    source.point(lambda value: min(255, int(value * 1.1))).save(made, "JPEG", quality=95)
    listed = []
    for candidate in asked["candidates"]:
        put = Request(candidate["url"], made.getvalue(), {"Content-Type": "image/jpeg"}, method="PUT")
        assert urlopen(put).status == 200
        size = {"width": source.width, "height": source.height}
        listed.append({"candidate_id": candidate["candidate_id"], **size, "score": 0.8, "safe": True})
    return 200, {"contract_version": "1.0", "model_version": "lighter-1", "candidates": listed}


def test_a_container_is_tried_on_every_picture(pictures, tmp_path, capsys):
    out = tmp_path / "out"
    with Server(container) as server:
        status = main([str(pictures), "--url", server.url, "--out", str(out)])
    report = json.loads((out / "report.json").read_text())
    assert status == 0
    assert report["model_version"] == "lighter-1"
    assert [(row["picture"], row["task"]) for row in report["tasks"]] == [
        ("other/hall.jpg", "panorama360"),
        ("photo/bedroom-1.jpg", "refurnish"),
        ("photo/bedroom-1.jpg", "renovate"),
        ("photo/bedroom-1.jpg", "clean"),
    ]
    first = report["tasks"][0]["candidates"][0]
    assert first["score"] == 0.8
    assert first["measures"]["right_size"] is True
    assert first["measures"]["structure"] > 0.95
    assert "seam" in report["tasks"][0]["candidates"][0]["measures"]
    assert (out / first["file"]).is_file()
    assert any(line.startswith("PASS  repeatable: 1.0") for line in report["thresholds"])
    with Image.open(out / f"crop-{first['file']}") as crop:
        assert crop.size == (2 * 640, 320)
    assert len(list((out / "pairs").glob("*-source.jpg"))) == 2
    with Image.open(out / "contact-sheet.jpg") as sheet:
        assert sheet.size == (3 * 360, 4 * 406)
    assert "refurnish" in capsys.readouterr().out


def test_score_parts_come_from_the_containers_log(pictures, tmp_path):
    log = tmp_path / "container.log"

    def logging(method, path, headers, body):
        answer = container(method, path, headers, body)
        if path == "/invocations":
            about = {"inference_id": json.loads(body)["inference_id"], "candidate_id": "c1"}
            log.write_text(f"out {json.dumps({**about, 'parts': {'edges': 0.9}, 'make_ms': 1200})}\nnot json\n")
        return answer

    out = tmp_path / "out"
    options = ["--tasks", "clean", "--candidates", "1", "--container-log", str(log), "--out", str(out)]
    with Server(logging) as server:
        assert main([str(pictures), "--url", server.url, *options]) == 0
    report = json.loads((out / "report.json").read_text())
    assert report["tasks"][0]["candidates"][0]["log"]["parts"] == {"edges": 0.9}


def test_a_container_that_fails_is_reported(pictures, tmp_path, capsys):
    def failing(method, path, headers, body):
        return (200, {}) if path == "/ping" else (503, {"error": "out of memory"})

    with Server(failing) as server:
        options = ["--tasks", "clean", "--out", str(tmp_path / "out")]
        assert main([str(pictures), "--url", server.url, *options]) == 1
    assert "FAILED  503 out of memory" in capsys.readouterr().out


def test_a_candidate_of_another_size_counts_as_bad(pictures, tmp_path):
    def smaller(method, path, headers, body):
        if path == "/ping":
            return 200, {}
        candidate = json.loads(body)["candidates"][0]
        urlopen(Request(candidate["url"], jpeg(100, 80), {"Content-Type": "image/jpeg"}, method="PUT"))
        return 200, {"candidates": [{"candidate_id": candidate["candidate_id"]}]}

    with Server(smaller) as server:
        options = ["--tasks", "clean", "--out", str(tmp_path / "out")]
        assert main([str(pictures), "--url", server.url, *options]) == 1


def test_nothing_to_try_is_said(pictures, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("STAGING_API_KEY", raising=False)
    assert main([str(tmp_path / "nowhere"), "--url", "http://127.0.0.1:9"]) == 2
    assert main([str(pictures), "--url", "http://127.0.0.1:9", "--wait", "0"]) == 2
    assert main([str(pictures), "--api", "http://127.0.0.1:9"]) == 2
    said = capsys.readouterr().err
    assert "holds no pictures" in said
    assert "did not answer 200" in said
    assert "STAGING_API_KEY is not set" in said


def test_a_stage_is_asked_as_a_partner_asks(pictures, tmp_path, monkeypatch):
    monkeypatch.setenv("STAGING_API_KEY", "stg_live_test.secret")
    monkeypatch.setattr(time, "sleep", lambda _: None)
    asked: list[tuple[str, object]] = []
    polls = {"count": 0}

    def stage(method, path, headers, body):
        if path == "/output.jpg":
            return 200, jpeg(320, 256, 100)
        assert headers["Authorization"] == "Bearer stg_live_test.secret"
        if path == "/api/v1/source-assets":
            assert b"Content-Type: image/jpeg" in body
            return 202, {"ingest_id": "src_1"}
        if path == "/api/v1/source-assets/src_1":
            return 200, {"status": "ready", "source_asset_id": "src_a"}
        if method == "POST":
            asked.append((path, json.loads(body)))
            return 202, {"job_id": "job_1"}
        polls["count"] += 1
        outputs = [{"rank": 1, "image_url": f"{server.url}/output.jpg"}]
        done = {"status": "succeeded", "outputs": outputs, "failure": None}
        return 200, {"job_id": "job_1", **(done if polls["count"] > 2 else {"status": "processing", "outputs": []})}

    out = tmp_path / "out"
    with Server(stage) as server:
        status = main(
            [str(pictures), "--api", server.url, "--tasks", "refurnish", "--style", "boho", "--out", str(out)]
        )
    assert status == 0
    assert asked[0][1] == {
        "source_asset_id": "src_a",
        "workflow": "staging",
        "capture_type": "photo",
        "include_alternates": True,
        "mode": "refurnish",
        "room_types": ["Bedroom"],
        "style_preset": "boho",
    }
    assert "secret" not in (out / "report.json").read_text()


def test_a_refused_key_is_a_problem_of_the_task(pictures):
    with Server(lambda *_: (401, {"error": {}})) as server:
        source = read_sources(pictures, "Kitchen")[0]
        stage = targets.Stage(server.url, "wrong")
        answer = stage.try_task(source, tasks_of(source, (), None)[0], seed=1, candidates=1)
    assert "401" in answer.problem


def test_a_turned_photo_is_handed_over_upright(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    (tmp_path / "photo.jpg").write_bytes(jpeg(400, 256, exif=exif))
    (source,) = read_sources(tmp_path, "Kitchen")
    assert (source.width, source.height) == (256, 400)
    with Image.open(BytesIO(source.data)) as image:
        assert image.size == (256, 400)
        assert not image.getexif()


def test_a_mask_tells_what_was_edited_and_how_sharp_that_is():
    random = np.random.default_rng(1)
    before = random.integers(60, 200, (128, 160, 3), dtype=np.uint8)
    after = before.copy()
    after[64:, :80] = cv2.GaussianBlur(before, (0, 0), 3)[64:, :80]
    mask = np.zeros((128, 160), np.uint8)
    mask[64:, :80] = 255
    source = Source("a", b"", "image/png", 160, 128, "photo", "Kitchen")
    found = measures_of(source, before, png(after), png(mask))
    assert found["edited"] == 0.25
    assert found["outside_mask"] == 0
    assert found["sharpness"] < 0.4
    lying = measures_of(source, before, png(after), png(np.zeros_like(mask)))
    assert lying["outside_mask"] > 0.05
    assert most_changed(before, after, 64)[1] == 64


def test_a_run_that_misses_a_threshold_fails():
    kept = {"decodes": True, "right_size": True, "structure": 0.8, "sharpness": 0.9}
    row = Row("a", "photo", "refurnish", "1", 4.0, "", [Result("c1", 0.9, True, kept, "a.jpg")])
    assert judged(figures_of([row], [True]))[0]
    passed, lines = judged(figures_of([row], [True, False]))
    assert not passed
    assert "FAIL  repeatable: 0.5 (at least 1.0)" in lines
    for worse in ({"structure": 0.2}, {"outside_mask": 0.1}, {"edited": 0.9}, {"right_size": False}):
        result = Result("c1", 0.9, True, kept | worse, "a.jpg")
        assert figures_of([replace(row, candidates=[result])], [])["approved"] == 0
    assert figures_of([replace(row, candidates=[Result("c1", 0.4, True, kept, "a.jpg")])], [])["approved"] == 0


def test_the_summary_counts_what_failed():
    good = Row("a", "photo", "clean", "1", 4.0, "", [Result("c1", 0.9, False, {"structure": 0.8}, "a.jpg")])
    bad = Row("b", "photo", "clean", "2", 6.0, "503", [])
    summary = summary_of([good, bad])["clean"]
    assert (summary["tasks"], summary["failed"], summary["unsafe"]) == (2, 1, 1)
    assert summary["seconds_median"] == 5.0
    assert summary["structure_least"] == 0.8
