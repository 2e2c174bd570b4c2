"""A client of Orbweaver: the catalog of everything in orbit, with the source and confidence of every value.

Needs nothing but Python 3.9. pandas and Skyfield are imported only by the functions that return their objects.

    from orbweaver import Orbweaver

    catalog = Orbweaver("https://orbweaver.example", key="ow_...")
    print(catalog.satellite(25544)["name"])
    for one in catalog.satellites(group="starlink", active=True):
        print(one["norad_cat_id"], one["name"])
"""

from .aio import AsyncOrbweaver
from .client import Orbweaver, Page
from .convert import earth_satellite, earth_satellites, rows, to_pandas
from .errors import (
    AuthenticationError,
    InvalidRequestError,
    NoResponseError,
    NotFoundError,
    OrbweaverError,
    RateLimitError,
)
from .transport import __version__

__all__ = [
    "AsyncOrbweaver",
    "AuthenticationError",
    "InvalidRequestError",
    "NoResponseError",
    "NotFoundError",
    "Orbweaver",
    "OrbweaverError",
    "Page",
    "RateLimitError",
    "__version__",
    "earth_satellite",
    "earth_satellites",
    "rows",
    "to_pandas",
]
