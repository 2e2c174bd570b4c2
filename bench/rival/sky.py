"""CPU milliseconds that Skyfield or PyEphem needs for ten days of passes: python3 sky.py skyfield|ephem TLE-as-JSON"""
import json
import sys
import time

name, tle = sys.argv[1], json.loads(sys.argv[2])
if name == "skyfield":
    from skyfield.api import EarthSatellite, load, wgs84

    ts = load.timescale(builtin=True)
    satellite = EarthSatellite(tle["line1"], tle["line2"], "A", ts)
    start = satellite.epoch
    began = time.process_time()
    satellite.find_events(wgs84.latlon(52.5, 13.4, 40), start, start + 10, altitude_degrees=10)
else:
    import ephem

    satellite, here = ephem.readtle("A", tle["line1"], tle["line2"]), ephem.Observer()
    here.lat, here.lon, here.elevation, here.horizon, here.pressure = "52.5", "13.4", 40, "10", 0
    start = here.date = satellite.epoch if hasattr(satellite, "epoch") else satellite._epoch
    began = time.process_time()
    while here.date < start + 10:
        here.date = here.next_pass(satellite, singlepass=False)[4] + ephem.minute
print((time.process_time() - began) * 1000)
