"""Pyorbital downloads a group through the configuration of its downloader, and reads one object from a file of it.

Usage: load-pyorbital.py URL GROUP INSTANT, in a folder that may store the download. Prints JSON.
"""

import json
import sys
from datetime import datetime
from urllib.request import urlretrieve

from pyorbital.orbital import Orbital
from pyorbital.tlefile import Downloader, Tle

server, group, instant = sys.argv[1:]
time = datetime.fromisoformat(instant).replace(tzinfo=None)
# "all" is no group of CelesTrak's.
path = "/api/v1/elements/all.5-digit.tle" if group == "all" else f"/NORAD/elements/gp.php?GROUP={group}&FORMAT=tle"
url = server + path


def result(how, numbers, iss):
    position, _ = Orbital("ISS (ZARYA)", line1=iss.line1, line2=iss.line2).get_position(time, normalize=False)
    return {"how": how, "numbers": numbers, "iss": {"teme": list(position)}}


tles = Downloader({"downloaders": {"fetch_plain_tle": {"orbweaver": [url]}}}).fetch_plain_tle()["orbweaver"]
numbers = [int(tle.satnumber) for tle in tles]
downloaded = result("Downloader", numbers, tles[numbers.index(25544)])

urlretrieve(url, "group.tle")
read = result("Tle(tle_file)", numbers, Tle("ISS (ZARYA)", tle_file="group.tle"))
print(json.dumps([downloaded, read]))
