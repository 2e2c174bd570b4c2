"""PyEphem reads each set of a group with readtle: with five-digit numbers, and with Alpha-5.

Usage: load-ephem.py URL GROUP INSTANT. Prints JSON.
"""

import json
import math
import sys
from datetime import datetime
from urllib.request import urlopen

import ephem

server, group, instant = sys.argv[1:]


def read(path):
    with urlopen(server + path) as response:
        lines = response.read().decode().splitlines()
    return [ephem.readtle(*lines[at : at + 3]) for at in range(0, len(lines), 3)]


def result(how, bodies):
    iss = next(body for body in bodies if body.catalog_number == 25544)
    iss.compute(ephem.Date(datetime.fromisoformat(instant).replace(tzinfo=None)))
    # PyEphem's latitude is geocentric, and its elevation is over the ellipsoid: a range to an observer confirms it.
    a, b = 6378.137, 6356.752
    latitude, longitude = float(iss.sublat), float(iss.sublong)
    r = a * b / math.hypot(b * math.cos(latitude), a * math.sin(latitude)) + iss.elevation / 1000
    position = [
        r * math.cos(latitude) * math.cos(longitude),
        r * math.cos(latitude) * math.sin(longitude),
        r * math.sin(latitude),
    ]
    return {"how": how, "numbers": [body.catalog_number for body in bodies], "iss": {"earthFixed": position}}


# "all" is no group of CelesTrak's.
bulk = f"/api/v1/elements/{group}"
if group == "all":
    paths = {".5-digit.tle": f"{bulk}.5-digit.tle"}
else:
    paths = {"gp.php?FORMAT=tle": f"/NORAD/elements/gp.php?GROUP={group}&FORMAT=tle"}
paths[".tle"] = f"{bulk}.tle"
print(json.dumps([result(how, read(path)) for how, path in paths.items()]))
