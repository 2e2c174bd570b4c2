"""PyEphem reads each set of a group with readtle.

Usage: load-ephem.py ADDRESS GROUP INSTANT. Prints JSON.
"""

import json
import math
import sys
from datetime import datetime
from urllib.request import urlopen

import ephem

address, group, instant = sys.argv[1:]
with urlopen(f"{address}/NORAD/elements/gp.php?GROUP={group}&FORMAT=tle") as answer:
    lines = answer.read().decode().splitlines()
bodies = [ephem.readtle(*lines[at : at + 3]) for at in range(0, len(lines), 3)]
iss = next(body for body in bodies if body.catalog_number == 25544)
iss.compute(ephem.Date(datetime.fromisoformat(instant).replace(tzinfo=None)))
# PyEphem's latitude is geocentric, and its elevation is over the ellipsoid (a range to an observer says the same place).
A, B = 6378.137, 6356.752
latitude, longitude = float(iss.sublat), float(iss.sublong)
r = A * B / math.hypot(B * math.cos(latitude), A * math.sin(latitude)) + iss.elevation / 1000
place = [
    r * math.cos(latitude) * math.cos(longitude),
    r * math.cos(latitude) * math.sin(longitude),
    r * math.sin(latitude),
]
numbers = [body.catalog_number for body in bodies]
print(json.dumps([{"how": "readtle", "numbers": numbers, "iss": {"earthFixed": place}}]))
