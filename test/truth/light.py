"""Positions of Sun and Moon by PyEphem (VSOP87, and the Moon by Moshier), in TEME: reads [ms, ...], prints [[x, y, z, km]...]."""
import json
import math
import sys

import ephem
from skyfield.api import load

ts = load.timescale(delta_t=69.184)


def position(body, ms):
    date = ephem.Date(ms / 86400000.0 + 25567.5)
    body.compute(date, epoch=date)
    t = ts.tt_jd(ms / 86400000.0 + 2440587.5 + 69.184 / 86400)
    ra, dec = float(body.g_ra) - (t.gast - t.gmst) / 12.0 * math.pi, float(body.g_dec)
    return [math.cos(dec) * math.cos(ra), math.cos(dec) * math.sin(ra), math.sin(dec), body.earth_distance * 149597870.7]


moments = json.load(sys.stdin)
json.dump({"sun": [position(ephem.Sun(), ms) for ms in moments], "moon": [position(ephem.Moon(), ms) for ms in moments]}, sys.stdout)
