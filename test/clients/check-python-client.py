"""Uses clients/python/orbweaver against a server, and prints the results as JSON.

Usage: check-python-client.py URL KEY FOLDER, where FOLDER contains elements.json and stations.json of an earlier release.
"""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "clients/python"))
from orbweaver import Orbweaver, OrbweaverError, earth_satellite, earth_satellites, rows, to_pandas

server, key, folder = sys.argv[1:]
sleeps = []
catalog = Orbweaver(server, key=key, sleep=sleeps.append)


def error_of(call):
    try:
        call()
    except OrbweaverError as error:
        return {"status": error.status, "code": error.code, "id": error.request_id, "message": str(error)}


requested = []
request = catalog._request
catalog._request = lambda url: (requested.append(url[len(server):].split("?")[0]), request(url))[1]
synced = catalog.sync_elements(f"{folder}/elements.json")
by_delta = list(requested)
again = catalog.sync_elements(f"{folder}/elements.json")
fresh = catalog.sync_elements(f"{folder}/fresh.json")
for content in ["{}", "[]", "0", '{"a": 1}', '{"data": {"norad_cat_id": []}, "meta": {}}']:
    Path(f"{folder}/other.json").write_text(content)
    assert catalog.sync_elements(f"{folder}/other.json") == fresh, content
requested.clear()
group = catalog.sync_elements(f"{folder}/stations.json", "stations")
group_by_delta = list(requested)

HEADER = """NAXIS1  = 1000
NAXIS2  = 800
CTYPE1  = 'RA---TAN'
CTYPE2  = 'DEC--TAN'
CRVAL1  = 10
CRVAL2  = 89
CRPIX1  = 500.5
CRPIX2  = 400.5
CDELT1  = -0.1
CDELT2  = 0.1
DATE-OBS= '2026-08-22T18:00:00'
EXPTIME = 10
"""
FIELD = {"from": "2026-08-22T18:00:00Z", "exposure_s": 10, "ra_deg": 0, "dec_deg": 90, "radius_deg": 60}
STREAK = {"at": "2026-08-22T18:00:00Z", "ra1": 200, "dec1": 60, "ra2": 201, "dec2": 61}

found = {
    "name": catalog.satellite(25544)["name"],
    "omm": catalog.omm(25544),
    "tle": catalog.tle(25544),
    "ids": [one["norad_cat_id"] for one in catalog.satellites(sort="-norad_cat_id")],
    "filtered": [one["norad_cat_id"] for one in catalog.satellites(orbit_class=["GEO", "MEO"], active=True)],
    "conjunctions": [len(list(catalog.conjunctions(190038))), len(list(catalog.conjunctions(norad_cat_id=190038)))],
    "image": catalog.field_of_image(HEADER, 52.5, 13.4)["tracks"][0]["entry"]["x_px"],
    "field": catalog.field_of_view(52.5, 13.4, **FIELD)["count"],
    "streak": catalog.identify(52.5, 13.4, **STREAK)["none_probability"],
    "sighting": catalog.sightings(52.5, 13.4, "2026-08-22T11:00:00Z")["candidates"],
    "search": next(catalog.search("iss"))["norad_cat_id"],
    "by_delta": by_delta,
    "synced": rows(synced) == rows(fresh) and synced["meta"] == fresh["meta"],
    "written": json.loads(Path(f"{folder}/elements.json").read_text()) == synced and again == synced,
    "group": group_by_delta,
    "group synced": group == catalog.elements("stations") == catalog.sync_elements(f"{folder}/stations.json", "stations"),
    "other group": catalog.sync_elements(f"{folder}/elements.json", "stations") == group,
    "release": synced["meta"]["release"],
    "unknown": error_of(lambda: catalog.satellite(999999999)),
    "wrong": error_of(lambda: next(catalog.satellites(status="NO SUCH"))),
    "no key": error_of(lambda: Orbweaver(server, key="").satellite(25544)),
    "quota": error_of(lambda: Orbweaver(server, key="refuse-burst_limit_exceeded", sleep=sleeps.append).satellite(25544)),
    "waits": len(sleeps),
    "nowhere": error_of(lambda: Orbweaver("http://127.0.0.1:9", key="", retries=1, sleep=sleeps.append).elements()),
}
if find_spec("pandas"):
    found["pandas"] = int(to_pandas(synced)["norad_cat_id"].count())
    found["pandas list"] = list(to_pandas(catalog.satellites(limit=5))["norad_cat_id"])[:5]
if find_spec("skyfield"):
    from skyfield.api import load

    satellites = earth_satellites(synced, load.timescale(builtin=True))
    found["skyfield"] = [one.model.satnum for one in satellites]
    # Elements of another theory are refused by their keyword, and left out of many.
    other = {"data": {**synced["data"], "ephemeris_type": [4, *synced["data"]["ephemeris_type"][1:]]}}
    assert len(earth_satellites(other, load.timescale(builtin=True))) == len(satellites) - 1
    for refused in [{"ephemeris_type": 4}, {"REF_FRAME": "ICRF"}, {"MEAN_ELEMENT_THEORY": "SGP4-XP"}]:
        try:
            earth_satellite({**rows(synced)[0], **refused}, load.timescale(builtin=True))
            raise SystemExit(f"not refused: {refused}")
        except ValueError as error:
            assert next(iter(refused)).upper() in str(error)
print(json.dumps(found))
