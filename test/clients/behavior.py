"""Runs cases of behavior.test.ts with the Python client, and prints the result of each as JSON.

Usage: behavior.py URL KEY CASES, where CASES is JSON: a list of [name, call, options].
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "clients/python"))
from orbweaver import Orbweaver, OrbweaverError

server, key, cases = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])


def result(name, call, options):
    waits = []
    catalog = Orbweaver(f"{server}/{name}", key=key, sleep=waits.append, **options)
    try:
        value = catalog.satellite(1)["name"] if call == "satellite" else [row["name"] for row in catalog.satellites()]
        found = {"value": value}
    except OrbweaverError as error:
        found = {
            "error": type(error).__name__,
            "status": error.status,
            "code": error.code,
            "parameter": error.parameter,
            "allowed": error.allowed,
            "retry_after": error.retry_after,
            "request_id": error.request_id,
            "message": str(error),
        }
    return {**found, "waits": [int(wait) for wait in waits]}


print(json.dumps([result(*case) for case in cases]))
