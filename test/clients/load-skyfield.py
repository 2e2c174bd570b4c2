"""Skyfield loads a group in the two ways that its documentation shows: a TLE file from its URL, and OMM as CSV.

Usage: load-skyfield.py URL GROUP INSTANT, in a folder where Skyfield may store its download. Prints JSON.
"""

import json
import sys
from datetime import datetime

from sgp4 import omm
from sgp4.api import Satrec
from skyfield.api import EarthSatellite, load, wgs84

server, group, instant = sys.argv[1:]
ts = load.timescale(builtin=True)
time = ts.from_datetime(datetime.fromisoformat(instant))


def of_omm(fields):
    satellite = Satrec()
    omm.initialize(satellite, fields)
    return EarthSatellite.from_satrec(satellite, ts)


def result(how, satellites):
    iss = next(satellite for satellite in satellites if satellite.model.satnum == 25544)
    position = wgs84.geographic_position_of(iss.at(time))
    return {
        "how": how,
        "numbers": [satellite.model.satnum for satellite in satellites],
        "iss": {
            "latitude": position.latitude.degrees,
            "longitude": position.longitude.degrees,
            "km": position.elevation.km,
        },
    }


bulk = f"{server}/api/v1/elements/{group}"
gp = f"{server}/NORAD/elements/gp.php?GROUP={group}&FORMAT="
# "all" is no group of CelesTrak's.
tle = {".tle": f"{bulk}.tle"} if group == "all" else {"gp.php?FORMAT=tle": f"{gp}tle", ".tle": f"{bulk}.tle"}
csv = {".csv": f"{bulk}.csv"} if group == "all" else {"gp.php?FORMAT=csv": f"{gp}csv"}
found = [result(how, load.tle_file(url, filename="group.tle", reload=True)) for how, url in tle.items()]
for how, url in csv.items():
    load.download(url, filename="group.csv")
    with load.open("group.csv", mode="r") as file:
        found.append(result(how, [of_omm(row) for row in omm.parse_csv(file)]))
print(json.dumps(found))
