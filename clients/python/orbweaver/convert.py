"""Element sets and lists as the objects of other packages."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, Mapping


def rows(elements: Mapping[str, Any]) -> List[Dict[str, Any]]:
    """Element sets of `elements`, a dict each, from their columns."""
    columns = elements["data"]
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def to_pandas(data: Any) -> Any:
    """A pandas DataFrame of columns (`elements`) or of records (lists)."""
    # Packages without types, of which the rest needs none.
    pandas = importlib.import_module("pandas")
    if isinstance(data, dict) and "data" in data:
        data = data["data"]
    return pandas.DataFrame(data if isinstance(data, dict) else list(data))


def earth_satellite(fields: Mapping[str, Any], timescale: Any) -> Any:
    """A Skyfield EarthSatellite of an OMM (`omm`) or of a row of `elements`. Unlike a TLE, it can have any catalog number."""
    omm, api, skyfield = (importlib.import_module(name) for name in ("sgp4.omm", "sgp4.api", "skyfield.api"))
    # An object without a COSPAR designator has none in its message, but sgp4 needs the keyword.
    message = {"OBJECT_ID": "", **{name.upper(): str(value) for name, value in fields.items() if value is not None}}
    record = api.Satrec()
    omm.initialize(record, message)
    satellite = skyfield.EarthSatellite.from_satrec(record, timescale)
    satellite.name = message.get("OBJECT_NAME")
    return satellite


def earth_satellites(elements: Mapping[str, Any], timescale: Any) -> List[Any]:
    """Skyfield EarthSatellite objects of `elements`."""
    return [earth_satellite(row, timescale) for row in rows(elements)]
