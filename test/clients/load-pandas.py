"""pandas reads a group as CSV from its URL and, with an engine installed, as Parquet.

Usage: load-pandas.py URL GROUP csv|parquet. Prints JSON: the elements of the ISS, which the test propagates.
"""

import io
import json
import sys
from urllib.request import urlopen

import pandas

server, group, form = sys.argv[1:]
if form == "csv":
    # "all" is no group of CelesTrak's.
    path = "/api/v1/elements/all.csv" if group == "all" else f"/NORAD/elements/gp.php?GROUP={group}&FORMAT=csv"
    table = pandas.read_csv(server + path)
else:
    with urlopen(f"{server}/api/v1/elements/{group}.parquet") as response:
        table = pandas.read_parquet(io.BytesIO(response.read()))
    table.columns = table.columns.str.upper()
iss = json.loads(table[table.NORAD_CAT_ID == 25544].iloc[0].to_json(date_format="iso"))
print(json.dumps([{"how": form, "numbers": [int(number) for number in table.NORAD_CAT_ID], "iss": {"omm": iss}}]))
