"""python-sgp4 loads a group from OMM as CSV and XML, and from TLE lines.

Usage: load-sgp4.py URL GROUP INSTANT. Prints JSON.
"""

import io
import json
import sys
from datetime import datetime
from urllib.request import urlopen

from sgp4 import omm
from sgp4.api import Satrec, jday

server, group, instant = sys.argv[1:]
at = datetime.fromisoformat(instant)
moment = jday(at.year, at.month, at.day, at.hour, at.minute, at.second)


def read(path):
    with urlopen(server + path) as response:
        return response.read().decode()


def of_omm(fields):
    satellite = Satrec()
    omm.initialize(satellite, fields)
    return satellite


def of_tle(text):
    lines = text.splitlines()
    return [Satrec.twoline2rv(one, two) for one, two in zip(lines[1::3], lines[2::3])]


def result(how, satellites):
    iss = next(satellite for satellite in satellites if satellite.satnum == 25544)
    error, position, _ = iss.sgp4(*moment)
    if error:
        raise SystemExit(f"SGP4 error {error}")
    return {"how": how, "numbers": [satellite.satnum for satellite in satellites], "iss": {"teme": position}}


bulk = f"/api/v1/elements/{group}"
gp = f"/NORAD/elements/gp.php?GROUP={group}&FORMAT="
def of_messages(how, parse, path):
    return result(how, [of_omm(row) for row in parse(io.StringIO(read(path)))])


results = [of_messages(".csv", omm.parse_csv, f"{bulk}.csv"), of_messages(".xml", omm.parse_xml, f"{bulk}.xml")]
# "all" is no group of CelesTrak's.
if group != "all":
    results += [
        of_messages("gp.php?FORMAT=csv", omm.parse_csv, f"{gp}csv"),
        of_messages("gp.php?FORMAT=xml", omm.parse_xml, f"{gp}xml"),
    ]
print(json.dumps([*results, result(".tle", of_tle(read(f"{bulk}.tle")))]))
