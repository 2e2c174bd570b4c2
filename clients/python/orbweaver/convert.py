"""Element sets and lists as the objects of other packages."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, Mapping, Optional


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


# The keywords of an OMM whose other values SGP4 cannot propagate.
_SGP4 = {
    "EPHEMERIS_TYPE": ("0", "2"),
    "MEAN_ELEMENT_THEORY": ("SGP4", "SGP", "SGP4/SDP4", "SGP/SGP4"),
    "CENTER_NAME": ("EARTH",),
    "REF_FRAME": ("TEME",),
    "TIME_SYSTEM": ("UTC",),
}


def _refused(fields: Mapping[str, Any]) -> Optional[str]:
    """The keyword and value for which SGP4 cannot propagate an element set; None if it can."""
    for name, value in fields.items():
        allowed = _SGP4.get(name.upper())
        if allowed and value is not None and str(value).upper() not in allowed:
            return f"{name.upper()} {value}"
    return None


def earth_satellite(fields: Mapping[str, Any], timescale: Any) -> Any:
    """A Skyfield EarthSatellite of an OMM (`omm`) or of a row of `elements`. Unlike a TLE, it can have any catalog number.

    Raises ValueError for elements that are not of SGP4, such as EPHEMERIS_TYPE 4. Skyfield computes positions at any time,
    also far from the epoch, where the elements give no orbit.
    """
    refused = _refused(fields)
    if refused:
        raise ValueError(f"{refused}: SGP4 cannot propagate these elements")
    omm, api, skyfield = (importlib.import_module(name) for name in ("sgp4.omm", "sgp4.api", "skyfield.api"))
    # An object without a COSPAR designator has none in its message, but sgp4 needs the keyword.
    message = {"OBJECT_ID": "", **{name.upper(): str(value) for name, value in fields.items() if value is not None}}
    record = api.Satrec()
    omm.initialize(record, message)
    satellite = skyfield.EarthSatellite.from_satrec(record, timescale)
    satellite.name = message.get("OBJECT_NAME")
    return satellite


def earth_satellites(elements: Mapping[str, Any], timescale: Any) -> List[Any]:
    """Skyfield EarthSatellite objects of `elements`, without those that SGP4 cannot propagate."""
    return [earth_satellite(row, timescale) for row in rows(elements) if not _refused(row)]
