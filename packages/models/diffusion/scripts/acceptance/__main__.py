"""Tries a model on a folder of pictures: thresholds, times, score parts, structure, and pictures to look at.

    python -m scripts.acceptance PICTURES --url http://127.0.0.1:8080
    STAGING_API_KEY=… python -m scripts.acceptance PICTURES --api https://staging.example.com

Pictures lie in folders named photo and panorama360, or directly in PICTURES: there a picture twice as wide as high
counts as a panorama and any other as a photo. A file name that begins with a room, such as
bedroom-2.jpg, says which room is asked for.

By --url a container is asked directly, one that runs here or one with its port forwarded here; this process serves
the pictures to it. By --api a deployed stage is asked as a partner asks it: the times then hold the wait for an
instance, approval has seen the pictures, and every job is billed.

Written to --out: report.json, contact-sheet.jpg, full-size crops, every candidate, and pairs/, of which
`npm run bench -- drift:OUT/pairs` says what approval finds. They show people's homes: keep them private.
Ends with 0 when every threshold (verdicts.py) is reached, with 1 when not, with 2 when nothing could be tried.
"""

import argparse
import json
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scripts.acceptance.measures import decoded, measures_of
from scripts.acceptance.report import Result, Row, line_of, summary_of, write_crop, write_report, write_sheet
from scripts.acceptance.store import Store
from scripts.acceptance.targets import Answer, Candidate, Container, Stage, Target
from scripts.acceptance.tasks import Source, Task, read_sources, tasks_of
from scripts.acceptance.verdicts import figures_of, judged


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m scripts.acceptance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("pictures", type=Path, metavar="PICTURES", help="the folder of JPEG, PNG and WebP pictures")
    target = made.add_mutually_exclusive_group(required=True)
    target.add_argument("--url", help="a container, such as http://127.0.0.1:8080")
    target.add_argument("--api", help="the base address of a deployed stage; its key is read from STAGING_API_KEY")
    made.add_argument("--out", type=Path, default=Path("acceptance"), help="where the report is written (acceptance)")
    made.add_argument("--tasks", default="", help="only these, by comma: refurnish,renovate,clean,panorama360")
    made.add_argument("--room", default="Living Room", help="the room of photos that do not name it (Living Room)")
    made.add_argument("--style", help="a style preset for all staging; without it the model's own default")
    made.add_argument("--candidates", type=int, default=2, choices=range(1, 9), help="pictures asked for at a time (2)")
    made.add_argument("--seed", type=int, default=1, help="the seed of the first task (1)")
    made.add_argument("--repeat", type=int, default=3, help="tasks asked twice with one seed, by --url (3)")
    made.add_argument("--listen", default="127.0.0.1:0", help="where pictures are served to a container (127.0.0.1:0)")
    made.add_argument("--advertise", help="how the container reaches that, such as http://host.docker.internal:9000")
    made.add_argument("--wait", type=float, default=1200, help="seconds to wait for the container to load (1200)")
    made.add_argument("--container-log", type=Path, help="a file with the container's log, for score parts and times")
    made.add_argument("--pid", type=int, help="the container's process on this machine, for its peak memory")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Tries everything and reports. Gives the exit status."""
    options = parser().parse_args(arguments)
    sources = read_sources(options.pictures, options.room) if options.pictures.is_dir() else []
    if not sources:
        return _cannot(f"{options.pictures} holds no pictures")
    about: dict[str, Any] = {"target": options.url or options.api, "begun": datetime.now(UTC).isoformat()}
    if options.api:
        key = os.environ.get("STAGING_API_KEY")
        if not key:
            return _cannot("STAGING_API_KEY is not set")
        rows = try_all(Stage(options.api, key), sources, options, about)
    else:
        host, _, port = options.listen.rpartition(":")
        store = Store(host, int(port), options.advertise)
        try:
            container = Container(options.url, store)
            about["ready_after_seconds"] = round(container.wait(options.wait), 1)
            rows = try_all(container, sources, options, about)
        except TimeoutError as error:
            return _cannot(str(error))
        finally:
            store.close()
    about["peak_memory_mb"] = _peak_memory(options.pid)
    passed, lines = judged(figures_of(rows, about.pop("repeated", [])))
    about["thresholds"] = lines
    write_report(options.out / "report.json", about, rows)
    write_sheet(options.out / "contact-sheet.jpg", {source.name: source for source in sources}, rows, options.out)
    print(json.dumps(summary_of(rows), indent=2))
    print("\n".join(lines))
    print(f"Peak memory of the process: {about['peak_memory_mb'] or 'unknown'} MB")
    print(f"Look at {options.out / 'contact-sheet.jpg'}: no figure says whether a room looks right.")
    return 0 if rows and passed and all(_is_good(row) for row in rows) else 1


def try_all(target: Target, sources: list[Source], options: argparse.Namespace, about: dict[str, Any]) -> list[Row]:
    """Every task on every picture, one after the other."""
    options.out.mkdir(parents=True, exist_ok=True)
    wanted = tuple(name for name in options.tasks.split(",") if name)
    rows: list[Row] = []
    for source in sources:
        for task in tasks_of(source, wanted, options.style):
            seed = options.seed + len(rows)
            answer = target.try_task(source, task, seed=seed, candidates=options.candidates)
            row = _with_log(_row(source, task, answer, options.out, len(rows)), options.container_log)
            about["model_version"] = answer.model_version or about.get("model_version")
            rows.append(row)
            print(line_of(row), flush=True)
            if target.repeats and answer.candidates and len(about.setdefault("repeated", [])) < options.repeat:
                again = target.try_task(source, task, seed=seed, candidates=options.candidates)
                same = [one.data for one in again.candidates] == [one.data for one in answer.candidates]
                about["repeated"].append(same)
    return rows


def _row(source: Source, task: Task, answer: Answer, out: Path, nth: int) -> Row:
    before = decoded(source.data)
    results: list[Result] = []
    for candidate in answer.candidates:
        file = f"{nth:03}-{task.name}-{candidate.candidate_id.replace(' ', '-')}.jpg"
        (out / file).write_bytes(candidate.data)
        measures = measures_of(source, before, candidate.data, candidate.mask) if before is not None else {}
        _keep_pair(out, file, source, candidate)
        after = decoded(candidate.data)
        if before is not None and after is not None and after.shape == before.shape:
            write_crop(out / f"crop-{file}", before, after)
        results.append(Result(candidate.candidate_id, candidate.score, candidate.safe, measures, file))
    return Row(
        source.name, source.capture, task.name, answer.task_id, round(answer.seconds, 2), answer.problem, results
    )


def _keep_pair(out: Path, file: str, source: Source, candidate: Candidate) -> None:
    """Source, candidate and mask by the names that the benchmark of drift reads; it knows refurnished photos."""
    if "-refurnish-" not in file:
        return
    name = out / "pairs" / file.removesuffix(".jpg")
    name.parent.mkdir(exist_ok=True)
    parts = {"source.jpg": source.data, "candidate.jpg": candidate.data, "mask.png": candidate.mask}
    for part, data in parts.items():
        if data is not None:
            name.with_name(f"{name.name}-{part}").write_bytes(data)


def _with_log(row: Row, log: Path | None) -> Row:
    """The row with what the container's log says of its candidates."""
    if log is None or not log.is_file():
        return row
    said: dict[str, dict[str, Any]] = {}
    for line in log.read_text(errors="replace").splitlines():
        if row.task_id not in line:
            continue
        try:
            entry = json.loads(line[line.index("{") :])
        except ValueError:
            continue
        said.setdefault(str(entry.get("candidate_id")), {}).update(entry)
    return replace(row, candidates=[replace(one, log=said.get(one.candidate_id, {})) for one in row.candidates])


def _is_good(row: Row) -> bool:
    return bool(row.candidates) and all(one.measures.get("right_size") is True for one in row.candidates)


def _peak_memory(pid: int | None) -> int | None:
    """A process's peak memory in MB; None if the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text() if pid else ""
    except OSError:
        return None
    peak = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(peak[0].split()[1]) // 1024 if peak else None


def _cannot(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
