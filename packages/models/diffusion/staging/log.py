"""The operator's log: one JSON document a line, with ids and figures, never a URL and nothing of a picture."""

import json
import sys
from datetime import UTC, datetime
from typing import Literal


def log(level: Literal["INFO", "WARN", "ERROR"], message: str, **fields: object) -> None:
    """Writes a line to the standard output, which SageMaker keeps in CloudWatch."""
    time = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"timestamp": time, "level": level, "message": message, **fields}
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
