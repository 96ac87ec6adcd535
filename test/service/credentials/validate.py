"""Validates pictures by a program that shares no code with the one that signs.

Each line of the input is JSON: {"file": path, "flips": [[place, bit], ...]}. Each line of the output says what holds of the
picture as it is, how many manifests it has, and which copies with one of these bits flipped are still valid.
The arguments are files of certificates that are trusted, as PEM: of who signs, and of services of timestamps.
"""

import json
import sys

from encypher_c2pa import verify


def read(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()


trusted, *trusted_for_time = map(read, sys.argv[1:])
options = {"trust_pem": trusted, "tsa_trust_pem": "".join(trusted_for_time) or None, "no_default_trust": True}


def check(picture: bytes) -> dict:
    try:
        report = verify(picture, "image/jpeg", telemetry=False, online=False, **options)
    except Exception as error:  # What it cannot read at all is not valid either.
        return {"valid": False, "manifests": 0, "problem": str(error)}
    holds = [report["integrity"], report["signature"], report["hard_binding"], report["trust"]["status"]]
    wanted = ["valid", "valid", "match", "valid_for_supplied_material"]
    manifests = (report.get("manifest_report") or {}).get("manifests") or {}
    codes = [entry["code"] for entries in (report["validation_results"] or {}).values() for entry in entries]
    return {"valid": holds == wanted, "manifests": len(manifests), "codes": codes}


for line in sys.stdin:
    asked = json.loads(line)
    with open(asked["file"], "rb") as file:
        picture = bytearray(file.read())
    answer = check(bytes(picture))
    missed = []
    for place, bit in asked["flips"]:
        picture[place] ^= 1 << bit
        if check(bytes(picture))["valid"]:
            missed.append([place, bit])
        picture[place] ^= 1 << bit
    print(json.dumps({**answer, "missed": missed}), flush=True)
