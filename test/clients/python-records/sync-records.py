"""Keeps records with clients/python/orbweaver, and prints what happened as JSON.

Usage: sync-records.py FOLDER EARLIER CURRENT MIRROR, where the last three are URLs of servers: with the release before, with the
current one, and with the files of that one alone.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "clients/python"))
from orbweaver import AsyncOrbweaver, Orbweaver, OrbweaverError, parquet, rows

folder, earlier, current, mirror = sys.argv[1:]
requested = []


def watched(server):
    catalog = Orbweaver(server, key="", retries=0)
    request = catalog._request
    catalog._request = lambda url: (requested.append(url[len(server) :]), request(url))[1]
    return catalog


def synced(server, name):
    requested.clear()
    value = watched(server).sync_records(f"{folder}/{name}.ndjson")
    return {"value": value, "requested": list(requested)}


def error_of(call):
    try:
        call()
    except OrbweaverError as error:
        return {"status": error.status, "code": error.code}


async def asynchronously():
    return await AsyncOrbweaver(current, key="").sync_records(f"{folder}/records.ndjson")


import asyncio

held = synced(earlier, "records")
by_changes = synced(current, "records")
again = synced(current, "records")
same = asyncio.run(asynchronously()) == again["value"]
fresh = synced(current, "fresh")
back = synced(earlier, "fresh")

file = Path(f"{folder}/records.ndjson")
text = file.read_text()
file.write_text(text[:-100])
damaged = synced(current, "records")

on_mirror = Orbweaver(mirror, key="", retries=0)
synced(earlier, "mirror")
by_mirror = synced(mirror, "mirror")
from_mirror = synced(mirror, "whole")
elements = rows(on_mirror.sync_elements(f"{folder}/elements.json"))
stations = rows(on_mirror.sync_elements(f"{folder}/stations.json", "stations"))



def unreadable(body):
    try:
        return sum(1 for _ in parquet.rows(body))
    except parquet.ParquetError as error:
        return str(error)


whole = on_mirror.get_bytes("/api/v1/dataset/satellites.parquet")
damages = [b"", whole[:-9], whole[:4] + whole[-3000:], whole[:4] + bytes(200) + whole[204:]]

# The end of each Parquet file is missing.
cut = Orbweaver(current, key="", retries=0)
get_bytes = cut.get_bytes
cut.get_bytes = lambda path, query=None: get_bytes(path, query)[:-20] + b"PAR1"
print(
    json.dumps(
        {
            "held": held,
            "by changes": by_changes,
            "again": again["requested"],
            "async": same,
            "fresh": fresh["requested"],
            "equal": by_changes["value"] == fresh["value"],
            "back": back["value"]["meta"],
            "damaged": [damaged["requested"], damaged["value"] == fresh["value"], file.read_text() == text],
            "mirror": [by_mirror["requested"], by_mirror["value"] == from_mirror["value"] == fresh["value"]],
            "elements": [len(elements), len(stations)],
            "unreadable": [unreadable(body) for body in damages],
            "cut": error_of(lambda: cut.sync_records(f"{folder}/cut.ndjson")),
            "nothing": error_of(lambda: Orbweaver(f"{mirror}/none", key="", retries=0).sync_records(f"{folder}/none.ndjson")),
        }
    )
)
