"""Compares passes with skyfield on identical elements.

Reads {"cases": [{"omm": {...}, "observer": {...}, "from": ms, "to": ms, "minElevation": deg, "passes": [...]}]} from
standard input and prints what differs as JSON: a rise or set off by more than 0.5 s, a culmination by more than 1 s or
0.05 degrees, and whatever is above on a 20 s grid of skyfield's and not in a pass, or the other way round.
"""
import json
import sys

import numpy as np
from sgp4.api import Satrec
from skyfield.api import EarthSatellite, load, wgs84

ts = load.timescale(builtin=True)
J2000_MS = 946728000000.0
# Circumstances in which an event may differ: it grazes the elevation by less than this many degrees.
GRAZING = 0.01


def satellite(omm):
    from sgp4 import omm as reader

    record = Satrec()
    reader.initialize(record, {key: str(value) for key, value in omm.items()})
    return EarthSatellite.from_satrec(record, ts)


def times(ms):
    ms = np.atleast_1d(np.asarray(ms, dtype=float))
    # Whole days apart from the rest: seconds counted from 2000 would include leap seconds.
    days = np.floor((ms - J2000_MS) / 86400000.0)
    return ts.utc(2000, 1, 1 + days, 12, 0, (ms - J2000_MS - days * 86400000.0) / 1000.0)


def main():
    cases = json.load(sys.stdin)["cases"]
    problems, events, worst = [], 0, {"rise_set_s": 0.0, "culmination_s": 0.0, "culmination_deg": 0.0}
    grids = {}
    for index, case in enumerate(cases):
        sat = satellite(case["omm"])
        here = wgs84.latlon(case["observer"]["lat"], case["observer"]["lon"], elevation_m=case["observer"]["alt_m"])
        line = sat - here
        least = case["minElevation"]
        altitude = lambda ms: line.at(times(ms)).altaz()[0].degrees  # noqa: E731

        begin, end = case["from"], case["to"]
        edges = [
            (moment["at"], up)
            for one in case["passes"]
            for moment, up in ((one["rise"], True), (one["set"], False))
            if moment["at"] not in (begin, end)
        ]
        events += len(edges)
        if edges:
            at = np.array([time for time, _ in edges], dtype=float)
            values = altitude(np.concatenate([at - 250, at, at + 250])) - least
            before, now, after = np.split(values, 3)
            rate = (after - before) / 0.5
            off = np.abs(now / np.where(np.abs(rate) < 1e-9, 1e-9, rate))
            for (time, up), seconds, height in zip(edges, off, now):
                worst["rise_set_s"] = max(worst["rise_set_s"], float(seconds) if abs(height) > 1e-4 else 0.0)
                if seconds > 0.5 and abs(height) > GRAZING:
                    problems.append([index, "rise or set", time, float(seconds), float(height)])
        tops = [(top["at"], top["elevation_deg"]) for one in case["passes"] for top in one["culminations"]]
        if tops:
            at = np.array([time for time, _ in tops], dtype=float)
            a, b, c = np.split(altitude(np.concatenate([at - 1000, at, at + 1000])), 3)
            for (time, elevation), left, middle, right in zip(tops, a, b, c):
                worst["culmination_deg"] = max(worst["culmination_deg"], abs(float(middle) - elevation))
                if abs(middle - elevation) > 0.05:
                    problems.append([index, "culmination height", time, float(middle), elevation])
                if middle + 1e-5 < max(left, right):
                    problems.append([index, "culmination time", time, float(left), float(middle), float(right)])
        if (begin, end) not in grids:
            moments = np.arange(begin, end, 20000.0)
            grids[(begin, end)] = (moments, times(moments))
        grid, instants = grids[(begin, end)]
        above = line.at(instants).altaz()[0].degrees >= least
        ours = np.zeros(len(grid), dtype=bool)
        for one in case["passes"]:
            ours |= (grid >= one["rise"]["at"]) & (grid <= one["set"]["at"])
        for at in np.flatnonzero(above != ours):
            height = float(altitude(grid[at])[0]) - least
            near = min((abs(grid[at] - time) for time, _ in edges), default=1e18)
            if near > 500 and abs(height) > GRAZING:
                problems.append([index, "above" if above[at] else "below", float(grid[at]), height])
    json.dump({"cases": len(cases), "events": events, "worst": worst, "problems": problems[:50], "count": len(problems)}, sys.stdout)


main()
