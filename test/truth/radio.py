"""Frequencies on the ground by skyfield's range rates, for the element sets, locations and transponders of standard input:

  {"delta_t": seconds, "cases": [{"tle": [line 1, line 2], "observer": {lat, lon, alt_m}, "moments": [ms], "uplinks": [Hz], "band": {...}}]}

For each moment: the relativistic Doppler factor, and the received downlink for the given uplink frequency: shifted on its
way up, inverted by the transponder, shifted on its way down. The transponder is computed independently from the edges of
its bands, by definition: the lowest uplink is retransmitted at the highest downlink.
"""
import json
import sys

import numpy as np
from sgp4.api import WGS72, Satrec
from skyfield.api import EarthSatellite, load, wgs84

C_KM_S = 299792.458
J2000_MS = 946728000000.0
request = json.load(sys.stdin)
# Orbweaver's TT - UT1: see passes.py.
ts = load.timescale(delta_t=request["delta_t"])


def times(ms):
    days = np.floor((ms - J2000_MS) / 86400000.0)
    return ts.utc(2000, 1, 1 + days, 12, 0, (ms - J2000_MS - days * 86400000.0) / 1000.0)


def main():
    results = []
    for case in request["cases"]:
        sat = EarthSatellite.from_satrec(Satrec.twoline2rv(*case["tle"], WGS72), ts)
        place, band = case["observer"], case["band"]
        here = wgs84.latlon(place["lat"], place["lon"], elevation_m=place["alt_m"])
        t = times(np.array(case["moments"], dtype=float))
        seen = (sat - here).at(t)
        rate = seen.frame_latlon_and_rates(here)[5].km_per_s
        # Time dilation by the speed of the satellite. Gravity compensates less than 0.3 Hz of that at 435 MHz.
        speed = np.linalg.norm(seen.velocity.km_per_s, axis=0)
        slow = np.sqrt(1 - (speed / C_KM_S) ** 2)
        down = slow / (1 + rate / C_KM_S)
        up = (1 - rate / C_KM_S) / slow
        heard = np.array(case["uplinks"]) * up
        into = heard - band["uplink_low_hz"]
        sent = band["downlink_high_hz"] - into if band["inverting"] else band["downlink_low_hz"] + into
        results.append({"range_rate_km_s": rate.tolist(), "downlink_factor": down.tolist(), "echo_hz": (sent * down).tolist()})
    json.dump(results, sys.stdout)


main()
