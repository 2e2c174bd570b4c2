"""A copy of every record in a file, kept current by change sets."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from .errors import own_error
from .files import changes_since, public_file, write
from .parquet import ParquetError, rows

if TYPE_CHECKING:
    from .client import Orbweaver

# Fields derived from the elements if an object has some: change sets do not list them, and records leave them out.
_ORBIT = frozenset(
    (
        "period_min",
        "inclination_deg",
        "apogee_km",
        "perigee_km",
        "eccentricity",
        "geo_longitude_deg",
        "elements_epoch",
    )
)
# Change sets lack these, too: the number is the key, and the time is that of any other change.
_NEVER = frozenset(("norad_cat_id", "updated_at"))

Record = Dict[str, Any]
# The same object for equal evidence: a million fields share few different ones.
_known: Dict[Tuple[str, Tuple[str, ...]], Dict[str, Any]] = {}


def sync_records(catalog: "Orbweaver", file: str) -> Dict[str, Any]:
    """Keeps `file`, one record in each line, and its release in `.meta.json` beside it; returns `data` and `meta`."""
    held = _read(file)
    current = held and _brought_up_to_date(catalog, held)
    if current is None:
        current = _whole(catalog)
    if current is not held:
        digest = hashlib.sha256()
        write(file, _lines(current["data"], digest))
        write(_meta_file(file), [json.dumps({**current["meta"], "sha256": digest.hexdigest()}).encode()])
    return current


def _meta_file(file: str) -> str:
    """`records.ndjson` has its release in `records.meta.json`, as in a folder of `orbweaver sync`."""
    return f"{os.path.splitext(file)[0]}.meta.json"


def _lines(records: Iterable[Record], digest: Any) -> Iterator[bytes]:
    for record in records:
        line = f"{json.dumps(record, separators=(',', ':'), ensure_ascii=False)}\n".encode()
        digest.update(line)
        yield line


def _read(file: str) -> Optional[Dict[str, Any]]:
    """The records of a file; None if there are none, or if the file differs from the one that was written."""
    digest = hashlib.sha256()
    data: List[Record] = []
    try:
        with open(_meta_file(file), encoding="utf-8") as opened:
            meta = json.load(opened)
        with open(file, "rb") as lines:
            for line in lines:
                digest.update(line)
                record = json.loads(line)
                for field, one in record["provenance"].items():
                    record["provenance"][field] = _evidence(one["confidence"], one["sources"])
                data.append(record)
        if meta.pop("sha256") != digest.hexdigest():
            return None
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return {"meta": meta, "data": data}


def _evidence(confidence: str, sources: Iterable[str]) -> Dict[str, Any]:
    key = (confidence, tuple(sources))
    return _known.setdefault(key, {"confidence": confidence, "sources": list(key[1])})


def _whole(catalog: "Orbweaver") -> Dict[str, Any]:
    """The records of the current release, from its Parquet files: the hashes of the index ensure that both are of one release."""
    index = public_file(catalog, "/api/v1/dataset").envelope(list, dict)
    listed = {one["slice"]: file for one in index["data"] for file in one["files"] if file["format"] == "parquet"}

    def read(name: str) -> Iterator[Dict[str, Any]]:
        path = f"/api/v1/dataset/{name}.parquet"
        body = catalog.get_bytes(path)
        if name in listed and hashlib.sha256(body).hexdigest() != listed[name]["sha256"]:
            raise own_error("release_changed", f"The release changed while {path} was downloaded.", "Start again.")
        return rows(body)

    try:
        about: Dict[int, Dict[str, Any]] = {}
        for row in read("provenance"):
            about.setdefault(row["norad_cat_id"], {})[row["field"]] = _evidence(row["confidence"], row["sources"])
        data = []
        for row in read("satellites"):
            has_elements = row["elements_epoch"] is not None

            def kept(field: str) -> bool:
                return field not in _NEVER and not (has_elements and field in _ORBIT)

            number = row["norad_cat_id"]
            values = {field: row[field] for field in sorted(row) if row[field] is not None and kept(field)}
            known = about.pop(number, {})
            provenance = {field: known[field] for field in sorted(known) if kept(field)}
            data.append({"norad_cat_id": number, **values, "provenance": provenance})
    except ParquetError as error:
        raise own_error("damaged", f"The records of {catalog.server} cannot be read: {error}.") from error
    data.sort(key=lambda record: int(record["norad_cat_id"]))
    meta = {name: index["meta"][name] for name in ("release", "generated_at")}
    return {"meta": {**meta, "count": len(data)}, "data": data}


def _brought_up_to_date(catalog: "Orbweaver", held: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """The records after the change sets since theirs; the same object if there are none, None if they do not reach back."""
    found = changes_since(catalog, held["meta"]["release"], "changes")
    if not found:
        return held if found == [] else None
    records = {record["norad_cat_id"]: record for record in held["data"]}
    for _, content in found:
        changes = content["data"]
        for one in changes["removed"]:
            records.pop(one["norad_cat_id"], None)
        for one in changes["added"]:
            number = one["norad_cat_id"]
            records[number] = _with_values({"norad_cat_id": number, "provenance": {}}, one["values"])
        changed: Dict[int, List[Mapping[str, Any]]] = {}
        for one in changes["changed"]:
            value = {**one, "value": one["after"], "confidence": one["confidence_after"]}
            changed.setdefault(one["norad_cat_id"], []).append(value)
        for number, values in changed.items():
            records[number] = _with_values(records[number], values)
    newest = found[-1][0]
    meta = {"release": newest["to"], "generated_at": newest["at"], "count": len(records)}
    return {"meta": meta, "data": [records[number] for number in sorted(records)]}


def _with_values(record: Record, changes: Iterable[Mapping[str, Any]]) -> Record:
    """A record with other values. Fields are sorted by name, so that it does not depend on the order of its changes."""
    fields = dict(record)
    number, provenance = fields.pop("norad_cat_id"), dict(fields.pop("provenance"))
    for one in changes:
        field = one["field"]
        if one.get("value") is None:
            fields.pop(field, None)
        else:
            fields[field] = one["value"]
        if one["confidence"] is None:
            provenance.pop(field, None)
        else:
            provenance[field] = _evidence(one["confidence"], one["sources"])
    ordered = {field: fields[field] for field in sorted(fields)}
    about = {field: provenance[field] for field in sorted(provenance)}
    return {"norad_cat_id": number, **ordered, "provenance": about}
