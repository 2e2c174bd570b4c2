"""Runs cases of behavior.test.ts with the Python client, and prints the result of each as JSON.

Usage: behavior.py URL KEY CASES CLIENT, where CASES is JSON: a list of [name, call, options], and CLIENT is plain or async.
"""

import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "clients/python"))
from orbweaver import AsyncOrbweaver, Orbweaver, OrbweaverError

server, key, cases = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])


def plain(catalog, call):
    if call == "satellite":
        return catalog.satellite(1)["name"]
    if call == "tle":
        return catalog.tle(1)
    return [row["name"] for row in (catalog.sql("SELECT 1") if call == "sql" else catalog.satellites())]


def asynchronous(catalog, call):
    async def run():
        if call == "satellite":
            return (await catalog.satellite(1))["name"]
        if call == "tle":
            return await catalog.tle(1)
        if call == "sql":
            return [row["name"] for row in await catalog.sql("SELECT 1")]
        return [row["name"] async for row in catalog.satellites()]

    return asyncio.run(run())


client, read = (AsyncOrbweaver, asynchronous) if sys.argv[4] == "async" else (Orbweaver, plain)


def result(name, call, options):
    waits = []
    catalog = client(f"{server}/{name}", key=key, sleep=waits.append, **options)
    try:
        found = {"value": read(catalog, call)}
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
