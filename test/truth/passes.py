"""Compares positions, passes, shadow and range rate with skyfield and PyEphem on identical element sets.

Reads from standard input
  {"from": ms, "to": ms, "delta_t": [seconds at both], "cases": [{"tle": [line 1, line 2], "observer": {lat, lon, alt_m}, "minElevation": deg,
    "passes": [{rise, set, culminations, eclipse}], "samples": [{at, range_rate_km_s, sunlit}]}]}
and prints the differences as JSON. skyfield 1.45 is the reference for times, elevations and range rates. Its is_sunlit
needs an ephemeris file, so its geometry (intersection of a line and a sphere) is used with PyEphem's Sun. PyEphem has its
own SGP4, from 1980; its differences are counted separately.
"""
import json
import math
import sys

import ephem
import numpy as np
from sgp4.api import WGS72, Satrec
from skyfield.api import EarthSatellite, load, wgs84
from skyfield.constants import ERAD
from skyfield.geometry import intersect_line_and_sphere

# Orbweaver's TT - UT1: skyfield 1.45 predicts 0.40 s less for 2026 from data up to 2022, which was not what happened.
# The effect of UT1 on times is tested in test/orbit/observation.test.ts, its table in ut1.test.ts.
request = json.load(sys.stdin)
J2000_MS = 946728000000.0
ends = [2451545.0 + (request[name] - J2000_MS) / 86400000.0 + 69.184 / 86400.0 for name in ("from", "to")]
ts = load.timescale()
ts.delta_t_function = lambda tt: np.interp(tt, ends, request["delta_t"])
EPHEM_1970 = 25567.5
AU_M = 149597870700.0
# Tolerance in degrees for rises and sets of objects that cross the threshold slowly.
GRAZING = 0.002
KNOT_MS = 120000.0


def times(ms):
    ms = np.atleast_1d(np.asarray(ms, dtype=float))
    # Whole days are passed separately: seconds counted from 2000 would include leap seconds.
    days = np.floor((ms - J2000_MS) / 86400000.0)
    return ts.utc(2000, 1, 1 + days, 12, 0, (ms - J2000_MS - days * 86400000.0) / 1000.0)


def suns(ms, t):
    """PyEphem's Sun in TEME, meters, converted from the true to the mean equinox."""
    shift = (t.gast - t.gmst) / 12.0 * math.pi
    found = np.empty((3, len(ms)))
    body = ephem.Sun()
    for at, moment in enumerate(ms):
        date = ephem.Date(moment / 86400000.0 + EPHEM_1970)
        body.compute(date, epoch=date)
        ra, dec = float(body.g_ra) - shift[at], float(body.g_dec)
        found[:, at] = (math.cos(dec) * math.cos(ra), math.cos(dec) * math.sin(ra), math.sin(dec))
        found[:, at] *= body.earth_distance * AU_M
    return found


def teme(record, ms):
    days = ms / 86400000.0 + 2440587.5
    whole = np.floor(days)
    error, position, _ = record.sgp4_array(whole, ms / 86400000.0 + (2440587.5 - whole))
    return position.T * 1000.0


def between(states, grid, knots):
    """Positions at the times of a grid, km, by cubic interpolation between knots."""
    at = np.minimum(np.searchsorted(knots, grid, side="right") - 1, len(knots) - 2)
    seconds = (knots[1] - knots[0]) / 1000.0
    u = (grid - knots[at]) / (knots[1] - knots[0])
    position, velocity = states.position.km, states.velocity.km_per_s * seconds
    p, q, v, w = position[:, at], position[:, at + 1], velocity[:, at], velocity[:, at + 1]
    return p + u * (v + u * (3 * (q - p) - 2 * v - w + u * (2 * (p - q) + v + w)))


def elevations(position, here, t):
    """Elevations, degrees, of positions in GCRS."""
    line = position - here.at(t).position.km
    up = here.rotation_at(t)[2]
    return np.degrees(np.arcsin((line * up).sum(axis=0) / np.sqrt((line * line).sum(axis=0))))


def sunlit(position, sun):
    near, far = intersect_line_and_sphere(sun - position, -position, ERAD)
    return np.nan_to_num(far) <= 0


def main():
    begin, end = request["from"], request["to"]
    cases = request["cases"]
    problems = []
    count = {"pairs": len(cases), "edges": 0, "slow_edges": 0, "culminations": 0, "grid": 0, "samples": 0,
             "sunlit_differs": 0, "shadow_edges": 0, "ephem_near_edges": 0, "ephem_near_off": 0,
             "ephem_deep_edges": 0, "ephem_deep_off": 0, "ephem_grid": 0, "ephem_above_differs": 0,
             "ephem_near_eclipsed": 0, "ephem_near_eclipsed_differs": 0, "ephem_near_midnight_differs": 0,
             "ephem_deep_eclipsed": 0, "ephem_deep_eclipsed_differs": 0, "ephem_deep_midnight_differs": 0}
    worst = {"interpolation_deg": 0.0, "edge_s": 0.0, "culmination_s": 0.0, "culmination_deg": 0.0, "range_rate_m_s": 0.0,
             "shadow_edge_s": 0.0}
    ephem_edges = []
    grid = np.arange(begin, end, 20000.0)
    instants = times(grid)
    knot_times = np.arange(begin, end + KNOT_MS, KNOT_MS)
    knots = times(knot_times)
    coarse = np.arange(begin, end, 600000.0)
    sample_times = np.array([one["at"] for one in cases[0]["samples"]], dtype=float)
    sample_suns = suns(sample_times, times(sample_times))
    # PyEphem's earthsat.c uses the Sun of 0 h for the whole day.
    midnights = np.floor(sample_times / 86400000.0) * 86400000.0
    midnight_suns = suns(midnights, times(midnights))
    for index, case in enumerate(cases):
        record = Satrec.twoline2rv(*case["tle"], WGS72)
        sat = EarthSatellite.from_satrec(record, ts)
        place = case["observer"]
        here = wgs84.latlon(place["lat"], place["lon"], elevation_m=place["alt_m"])
        line = sat - here
        min_elevation = case["minElevation"]

        def altitude(ms):
            return line.at(times(ms)).altaz()[0].degrees

        # Rises and sets: the distance of skyfield's elevation from the threshold, in seconds at its rate.
        edges = [(moment["at"], up) for one in case["passes"]
                 for moment, up in ((one["rise"], True), (one["set"], False)) if moment["at"] not in (begin, end)]
        count["edges"] += len(edges)
        rates = np.array([])
        if edges:
            at = np.array([time for time, _ in edges], dtype=float)
            before, now, after = np.split(altitude(np.concatenate([at - 250, at, at + 250])) - min_elevation, 3)
            rates = (after - before) / 0.5
            off = np.abs(now / np.where(np.abs(rates) < 1e-9, 1e-9, rates))
            for (time, up), seconds, height in zip(edges, off, now):
                if seconds <= 0.5:
                    worst["edge_s"] = max(worst["edge_s"], float(seconds))
                elif abs(height) <= GRAZING:
                    count["slow_edges"] += 1
                else:
                    problems.append([index, "rise or set", time, float(seconds), float(height)])
        # Culminations: elevation, and the vertex of a parabola through three elevations by skyfield.
        tops = [(top["at"], top["elevation_deg"]) for one in case["passes"] for top in one["culminations"]]
        count["culminations"] += len(tops)
        if tops:
            at = np.array([time for time, _ in tops], dtype=float)
            a, b, c = np.split(altitude(np.concatenate([at - 1000, at, at + 1000])), 3)
            for (time, elevation), left, middle, right in zip(tops, a, b, c):
                worst["culmination_deg"] = max(worst["culmination_deg"], abs(float(middle) - elevation))
                if abs(middle - elevation) > 0.05:
                    problems.append([index, "culmination height", time, float(middle), elevation])
                if middle < max(left, right) and max(left, right) - middle > 1e-6:
                    problems.append([index, "culmination time", time, float(left), float(middle), float(right)])
                elif left + right < 2 * middle - 1e-7:
                    seconds = abs(0.5 * (left - right) / (left - 2 * middle + right))
                    worst["culmination_s"] = max(worst["culmination_s"], float(seconds))
        # Missed and false passes: above or below the threshold every 20 s. Debian's SGP4 is pure Python, so skyfield is
        # computed every two minutes and interpolated by a cubic; times that differ are computed exactly.
        heights = elevations(between(sat.at(knots), grid, knot_times), here, instants)
        checked = np.arange(index % 360, len(grid), 360)
        exact = altitude(grid[checked])
        worst["interpolation_deg"] = max(worst["interpolation_deg"], float(np.abs(heights[checked] - exact).max()))
        above = heights >= min_elevation
        ours = np.zeros(len(grid), dtype=bool)
        for one in case["passes"]:
            ours |= (grid >= one["rise"]["at"]) & (grid <= one["set"]["at"])
        count["grid"] += len(grid)
        for at in np.flatnonzero(above != ours):
            height = float(altitude(grid[at])[0]) - min_elevation
            near = min((abs(grid[at] - time) for time, _ in edges), default=1e18)
            if near > 500 and abs(height) > GRAZING:
                problems.append([index, "above" if above[at] else "below", float(grid[at]), height])
        # Range rates and illumination at times independent of passes.
        samples = case["samples"]
        count["samples"] += len(samples)
        seen = line.at(times(sample_times)).frame_latlon_and_rates(here)[5].km_per_s
        rates_off = np.abs(seen - np.array([one["range_rate_km_s"] for one in samples])) * 1000.0
        worst["range_rate_m_s"] = max(worst["range_rate_m_s"], float(rates_off.max()))
        light = sunlit(teme(record, sample_times), sample_suns)
        midnight_light = sunlit(teme(record, sample_times), midnight_suns)
        count["sunlit_differs"] += int((light != np.array([one["sunlit"] for one in samples])).sum())
        # Shadow entries and exits within passes: skyfield's geometry must change its state within 2 s.
        shadow = [(edge, enters) for one in case["passes"] for dark in one["eclipse"]
                  for edge, enters, bound in ((dark["from"], True, one["rise"]["at"]), (dark["to"], False, one["set"]["at"]))
                  if edge != bound]
        if shadow:
            moments = np.array([edge for edge, _ in shadow])
            around = np.concatenate([moments + step for step in (-2000.0, -1000.0, -500.0, 500.0, 1000.0, 2000.0)])
            states = np.split(sunlit(teme(record, around), suns(around, times(around))), 6)
            for at, (edge, enters) in enumerate(shadow):
                count["shadow_edges"] += 1
                lit = [bool(one[at]) for one in states]
                for seconds, (left, right) in ((0.5, (2, 3)), (1.0, (1, 4)), (2.0, (0, 5))):
                    if lit[left] == enters and lit[right] == (not enters):
                        worst["shadow_edge_s"] = max(worst["shadow_edge_s"], seconds)
                        break
                else:
                    problems.append([index, "shadow edge", edge, enters, lit])
        # PyEphem.
        other = ephem.readtle("A", *case["tle"])
        watcher = ephem.Observer()
        watcher.lat, watcher.lon = math.radians(place["lat"]), math.radians(place["lon"])
        watcher.elevation, watcher.pressure = place["alt_m"], 0
        for (time, _), rate in zip(edges, rates):
            watcher.date = ephem.Date(time / 86400000.0 + EPHEM_1970)
            other.compute(watcher)
            height = math.degrees(other.alt) - min_elevation
            seconds = abs(height / rate) if abs(rate) > 1e-9 else 1e9
            # Above periods of 225 minutes, SGP4 uses its deep-space theory, with the Sun and the Moon.
            kind = "deep" if record.method == "d" else "near"
            count[f"ephem_{kind}_edges"] += 1
            if seconds > 0.5 and abs(height) > GRAZING:
                count[f"ephem_{kind}_off"] += 1
                ephem_edges.append([kind, index, round(seconds, 2), round(height, 4)])
        for at in coarse:
            watcher.date = ephem.Date(at / 86400000.0 + EPHEM_1970)
            other.compute(watcher)
            mine = any(one["rise"]["at"] <= at <= one["set"]["at"] for one in case["passes"])
            count["ephem_grid"] += 1
            if (math.degrees(other.alt) >= min_elevation) != mine and abs(math.degrees(other.alt) - min_elevation) > 0.05:
                count["ephem_above_differs"] += 1
                ephem_edges.append([record.method, index, "grid", round(math.degrees(other.alt) - min_elevation, 4)])
        for one, lit_by_midnight in zip(samples[::4], midnight_light[::4]):
            watcher.date = ephem.Date(one["at"] / 86400000.0 + EPHEM_1970)
            other.compute(watcher)
            kind = "deep" if record.method == "d" else "near"
            count[f"ephem_{kind}_eclipsed"] += 1
            count[f"ephem_{kind}_eclipsed_differs"] += bool(other.eclipsed) == one["sunlit"]
            count[f"ephem_{kind}_midnight_differs"] += bool(other.eclipsed) == bool(lit_by_midnight)
    json.dump({"count": count, "worst": worst, "problems": problems[:50], "problem_count": len(problems),
               "ephem": ephem_edges[:40]}, sys.stdout)


main()
