"""pandas reads a group as CSV by its address and, where it has an engine for it, as Parquet.

Usage: load-pandas.py ADDRESS GROUP csv|parquet. Prints JSON: the elements of the ISS, which the test propagates.
"""

import io
import json
import sys
from urllib.request import urlopen

import pandas

address, group, form = sys.argv[1:]
if form == "csv":
    table = pandas.read_csv(f"{address}/NORAD/elements/gp.php?GROUP={group}&FORMAT=csv")
else:
    with urlopen(f"{address}/api/v1/elements/{group}.parquet") as answer:
        table = pandas.read_parquet(io.BytesIO(answer.read()))
    table.columns = table.columns.str.upper()
iss = json.loads(table[table.NORAD_CAT_ID == 25544].iloc[0].to_json(date_format="iso"))
print(json.dumps([{"how": form, "numbers": [int(number) for number in table.NORAD_CAT_ID], "iss": {"omm": iss}}]))
