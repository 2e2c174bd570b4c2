"""Skyfield loads a group the two ways that its documentation shows: a TLE file by its address, and OMM as CSV.

Usage: load-skyfield.py ADDRESS GROUP INSTANT, in a folder where Skyfield may keep its download. Prints JSON.
"""

import json
import sys
from datetime import datetime

from sgp4 import omm
from sgp4.api import Satrec
from skyfield.api import EarthSatellite, load, wgs84

address, group, instant = sys.argv[1:]
ts = load.timescale(builtin=True)
time = ts.from_datetime(datetime.fromisoformat(instant))


def of_omm(fields):
    satellite = Satrec()
    omm.initialize(satellite, fields)
    return EarthSatellite.from_satrec(satellite, ts)


def told(how, satellites):
    iss = next(satellite for satellite in satellites if satellite.model.satnum == 25544)
    place = wgs84.geographic_position_of(iss.at(time))
    return {
        "how": how,
        "numbers": [satellite.model.satnum for satellite in satellites],
        "iss": {
            "latitude": place.latitude.degrees,
            "longitude": place.longitude.degrees,
            "km": place.elevation.km,
        },
    }


found = []
for how, url in [
    ("gp.php?FORMAT=tle", f"{address}/NORAD/elements/gp.php?GROUP={group}&FORMAT=tle"),
    (".tle", f"{address}/api/v1/elements/{group}.tle"),
]:
    found.append(told(how, load.tle_file(url, filename="group.tle", reload=True)))
load.download(f"{address}/NORAD/elements/gp.php?GROUP={group}&FORMAT=csv", filename="group.csv")
with load.open("group.csv", mode="r") as file:
    found.append(told("gp.php?FORMAT=csv", [of_omm(row) for row in omm.parse_csv(file)]))
print(json.dumps(found))
