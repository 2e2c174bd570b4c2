"""CPU milliseconds that Skyfield or PyEphem needs, once the elements are read: python3 sky.py skyfield|ephem < JSON

{"tles": [[line 1, line 2]], "from": milliseconds UTC, "days": of passes; null: what is above at that time}
"""
import json
import sys
import time

name, question = sys.argv[1], json.load(sys.stdin)
tles, begin, days = question["tles"], question["from"], question["days"]
if name == "skyfield":
    from skyfield.api import EarthSatellite, load, wgs84

    ts = load.timescale(builtin=True)
    satellites = [EarthSatellite(*lines, "A", ts) for lines in tles]
    start, here = ts.tt_jd(begin / 86_400_000 + 2_440_587.5 + 69.184 / 86_400), wgs84.latlon(52.5, 13.4, 40)
    began = time.process_time()
    for satellite in satellites:
        if days is None:
            (satellite - here).at(start).altaz()[0].degrees >= 10
        else:
            satellite.find_events(here, start, start + days, altitude_degrees=10)
else:
    import ephem

    satellites, here = [ephem.readtle("A", *lines) for lines in tles], ephem.Observer()
    here.lat, here.lon, here.elevation, here.horizon, here.pressure = "52.5", "13.4", 40, "10", 0
    start = begin / 86_400_000 + 25_567.5
    began = time.process_time()
    for satellite in satellites:
        here.date = start
        if days is None:
            satellite.compute(here)
            satellite.alt >= 0.1745
            continue
        try:
            while here.date < start + days:
                here.date = here.next_pass(satellite, singlepass=False)[4] + ephem.minute
        except (ValueError, TypeError):
            pass  # It is always up, or never rises.
print((time.process_time() - began) * 1000)
