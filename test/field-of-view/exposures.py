"""Compares tracks through fields of view with skyfield on identical element sets.

Reads from standard input
  {"from": ms, "to": ms, "delta_t": [seconds at both], "cases": [{"tle": [line 1, line 2], "observer": {lat, lon, alt_m},
    "from": ms, "to": ms, "center": [ra, dec], "radius_deg": deg, "tracks": [{"from_start", "to_end", "sights": [{at, ra_deg, dec_deg}]}]}]}
and prints the differences as JSON. Skyfield's positions are in GCRS; those of the object are taken when the light left it.
"""
import json
import math
import sys

import numpy as np
from sgp4.api import WGS72, Satrec
from skyfield.api import EarthSatellite, load, wgs84

request = json.load(sys.stdin)
J2000_MS = 946728000000.0
# Orbweaver's TT - UT1, as in test/truth/passes.py.
ends = [2451545.0 + (request[name] - J2000_MS) / 86400000.0 + 69.184 / 86400.0 for name in ("from", "to")]
ts = load.timescale()
ts.delta_t_function = lambda tt: np.interp(tt, ends, request["delta_t"])
LIGHT = 299792.458
# Seconds by which an entry or exit may differ.
EDGE_S = 0.2


def times(ms):
    days = np.floor((ms - J2000_MS) / 86400000.0)
    return ts.utc(2000, 1, 1 + days, 12, 0, (ms - J2000_MS - days * 86400000.0) / 1000.0)


def unit(ra, dec):
    ra, dec = np.radians(ra), np.radians(dec)
    return np.array([np.cos(dec) * np.cos(ra), np.cos(dec) * np.sin(ra), np.sin(dec)])


def angle(a, b):
    return np.degrees(2 * np.arcsin(np.minimum(1, np.linalg.norm(a - b, axis=0) / 2)))


def seen(sat, here, ms):
    """Unit vectors in GCRS at which an object is seen, its elevations (degrees), and the same without light time."""
    t = times(ms)
    place = here.at(t).position.km
    geometric = sat.at(t).position.km - place
    delay = np.linalg.norm(geometric, axis=0) / LIGHT
    line = sat.at(times(ms - delay * 1000.0)).position.km - place
    line /= np.linalg.norm(line, axis=0)
    up = here.rotation_at(t)[2]
    return line, np.degrees(np.arcsin((line * up).sum(axis=0))), geometric / np.linalg.norm(geometric, axis=0)


def main():
    problems = []
    count = {"exposures": len(request["cases"]), "tracks": 0, "edges": 0, "places": 0, "checked": 0, "empty": 0}
    worst = {"place_arcsec": 0.0, "light_time_arcsec": 0.0, "edge_s": 0.0}
    for index, case in enumerate(request["cases"]):
        sat = EarthSatellite.from_satrec(Satrec.twoline2rv(*case["tle"], WGS72), ts)
        spot = case["observer"]
        here = wgs84.latlon(spot["lat"], spot["lon"], elevation_m=spot["alt_m"])
        center = unit(*case["center"])[:, None]
        tracks = case["tracks"]
        count["tracks"] += len(tracks)
        count["empty"] += not tracks
        edges = [(one["sights"][at]["at"], entering) for one in tracks for at, entering, bound in
                 ((0, True, one["from_start"]), (-1, False, one["to_end"])) if not bound]
        sights = [sight for one in tracks for sight in one["sights"]]
        grid = np.linspace(case["from"], case["to"], 12)
        moments = np.array([s["at"] for s in sights] + [at for at, _ in edges]
                           + [at + by * 1000 for by in (-EDGE_S, EDGE_S, -0.01, 0.01) for at, _ in edges] + list(grid))
        line, elevation, geometric = seen(sat, here, moments)
        inside = (angle(line, center) <= case["radius_deg"]) & (elevation >= 0)
        if sights:
            n = len(sights)
            off = angle(line[:, :n], unit(*np.array([[s["ra_deg"], s["dec_deg"]] for s in sights]).T)) * 3600
            count["places"] += n
            worst["place_arcsec"] = max(worst["place_arcsec"], float(off.max()))
            light = angle(line[:, :n], geometric[:, :n]) * 3600
            worst["light_time_arcsec"] = max(worst["light_time_arcsec"], float(light.max()))
            if off.max() > 5:
                problems.append([index, "place", float(off.max())])
        n, m = len(sights), len(edges)
        for at, (time, entering) in enumerate(edges):
            count["edges"] += 1
            states = [bool(inside[n + m * step + at]) for step in (1, 2, 3, 4)]
            if states[2:] == [not entering, entering]:
                worst["edge_s"] = max(worst["edge_s"], 0.01)
            elif states[:2] == [not entering, entering]:
                worst["edge_s"] = max(worst["edge_s"], EDGE_S)
            else:
                problems.append([index, "entry" if entering else "exit", time, states])
        for time, is_inside in zip(grid, inside[-len(grid):]):
            count["checked"] += 1
            ours = any(one["sights"][0]["at"] <= time <= one["sights"][-1]["at"] for one in tracks)
            near = min((abs(time - at) for at, _ in edges), default=math.inf)
            if ours != bool(is_inside) and near > EDGE_S * 1000:
                problems.append([index, "inside" if is_inside else "outside", time])
    json.dump({"count": count, "worst": worst, "problems": problems[:20], "problem_count": len(problems)}, sys.stdout)


main()
