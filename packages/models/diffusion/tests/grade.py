"""`python -m tests.grade FOLDER`: enhances every raw picture NAME.rgb of a folder as NAME.json says, into NAME.made."""

import json
import sys
from pathlib import Path

import numpy as np

from staging import pro_capture
from staging.request import StagingRequest


def main(folder: Path) -> None:
    for file in sorted(folder.glob("*.json")):
        told = json.loads(file.read_text())
        raw = np.frombuffer(file.with_suffix(".rgb").read_bytes(), np.uint8)
        picture = raw.reshape(told["height"], told["width"], 3)
        request = StagingRequest("pro_capture", told["capture"], None)
        if told["capture"] == "photo":
            picture, homography = pro_capture.straightened(picture)
            stated = None if homography is None else homography.ravel().tolist()
            file.with_suffix(".stated").write_text(json.dumps(stated))
        made = pro_capture.make(picture, request, nth=told["nth"])
        file.with_suffix(".made").write_bytes(made.tobytes())


main(Path(sys.argv[1]))
