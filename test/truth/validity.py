"""SGP4 of python3-sgp4 for many element sets on a grid of times. Reads {"sets": [[epoch in days of 1949-12-31, ndot, nddot, bstar,
eccentricity, and in degrees argument of perigee, inclination, mean anomaly, revolutions a day, node], ...], "times": [Julian days],
"compared": [indexes of times]} and writes, for each set, the indexes of times at which it fails, or the object is below a height in
km, and its positions at the compared times."""

import json
import math
import sys

import numpy as np
from sgp4.api import WGS72, Satrec, SatrecArray

LOWEST_KM = 80
EARTH_RADIUS_KM = 6378.135

asked = json.load(sys.stdin)
satellites = []
for number, (epoch, ndot, nddot, bstar, ecco, argp, incl, mean, motion, node) in enumerate(asked["sets"]):
    one = Satrec()
    one.sgp4init(
        WGS72, "i", number, epoch, bstar, ndot, nddot, ecco, math.radians(argp), math.radians(incl), math.radians(mean),
        motion * 2 * math.pi / 1440, math.radians(node),
    )
    satellites.append(one)
times = np.array(asked["times"])
days = np.floor(times)
bad, positions = [], []
for start in range(0, len(satellites), 2000):
    error, r, _ = SatrecArray(satellites[start : start + 2000]).sgp4(days, times - days)
    height = np.sqrt((r**2).sum(axis=2)) - EARTH_RADIUS_KM
    failed = (error != 0) | ~(height >= LOWEST_KM)
    bad += [np.flatnonzero(row).tolist() for row in failed]
    compared = np.where(np.isfinite(r), r, 0)[:, asked["compared"], :]
    positions += np.round(compared, 6).tolist()
json.dump({"bad": bad, "positions": positions}, sys.stdout)
