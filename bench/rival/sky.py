"""CPU milliseconds of Skyfield or PyEphem for ten days of passes of an object, excluding reading its elements:
python3 sky.py skyfield|ephem < {"line1": …, "line2": …, "from": milliseconds UTC}
"""
import json
import sys
import time

DAYS = 10
name, question = sys.argv[1], json.load(sys.stdin)
line1, line2, begin = question["line1"], question["line2"], question["from"]
if name == "skyfield":
    from skyfield.api import EarthSatellite, load, wgs84

    ts = load.timescale(builtin=True)
    satellite = EarthSatellite(line1, line2, "A", ts)
    start, here = ts.tt_jd(begin / 86_400_000 + 2_440_587.5 + 69.184 / 86_400), wgs84.latlon(52.5, 13.4, 40)
    began = time.process_time()
    satellite.find_events(here, start, start + DAYS, altitude_degrees=10)
else:
    import ephem

    satellite, here = ephem.readtle("A", line1, line2), ephem.Observer()
    here.lat, here.lon, here.elevation, here.horizon, here.pressure = "52.5", "13.4", 40, "10", 0
    start = begin / 86_400_000 + 25_567.5
    began = time.process_time()
    here.date = start
    while here.date < start + DAYS:
        here.date = here.next_pass(satellite, singlepass=False)[4] + ephem.minute
print((time.process_time() - began) * 1000)
