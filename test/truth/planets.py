"""Planets above a horizon by PyEphem, and constellations of places among the stars (ICRS, degrees)."""
import json
import math
import sys

import ephem

asked = json.load(sys.stdin)


def seen(lat, lon, ms):
    observer = ephem.Observer()
    observer.lat, observer.lon, observer.pressure = str(lat), str(lon), 0
    observer.date = ephem.Date(ms / 86400000.0 + 25567.5)
    found = {}
    for name in ("Mercury", "Venus", "Mars", "Jupiter", "Saturn"):
        body = getattr(ephem, name)()
        body.compute(observer)
        found[name] = [math.degrees(body.az), math.degrees(body.alt), body.mag]
    return found


def constellation(ra, dec):
    return ephem.constellation((math.radians(ra), math.radians(dec)), epoch=ephem.J2000)[1]


constellations = [constellation(*one) for one in asked["places"]]
json.dump({"planets": [seen(*one) for one in asked["views"]], "constellations": constellations}, sys.stdout)
