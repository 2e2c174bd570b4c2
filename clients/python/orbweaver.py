"""A client of Orbweaver: the catalog of everything in orbit, with the source and confidence of every value.

Needs nothing but Python 3.9. pandas and Skyfield are imported only by the functions that return their objects.

    from orbweaver import Orbweaver

    catalog = Orbweaver("https://orbweaver.example", key="ow_...")
    print(catalog.satellite(25544)["name"])
    for one in catalog.satellites(group="starlink", active=True):
        print(one["norad_cat_id"], one["name"])
"""

import gzip
import hashlib
import json
import os
import random
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

__version__ = "0.2.0"
__all__ = ["Orbweaver", "OrbweaverError", "rows", "to_pandas", "earth_satellite", "earth_satellites"]

# Statuses of requests that succeed when they are sent again: a burst limit, a restart, a proxy without a server.
_RETRIED = (429, 502, 503, 504)
_LONGEST_WAIT_S = 60


class OrbweaverError(Exception):
    """An error response. `status` is 0 if there was no response."""

    def __init__(self, status, code, message, hint=None, request_id=None):
        super().__init__(" ".join(part for part in (message, hint) if part))
        self.status = status
        self.code = code
        self.hint = hint
        self.request_id = request_id


class Orbweaver:
    """A server. Keys are created on its account page; bulk files, `elements`, and `sync_elements` need none."""

    def __init__(self, server, key=None, retries=3, timeout_s=60, sleep=time.sleep):
        self.server = server.rstrip("/")
        self.key = key or os.environ.get("ORBWEAVER_API_KEY")
        self.retries = retries
        self.timeout_s = timeout_s
        self._sleep = sleep

    # One object

    def satellite(self, norad_cat_id, **query):
        """The whole record: fields, provenance, and the claims of every source. `as_of` asks for an earlier time."""
        return self.get(f"/api/v1/satellites/{int(norad_cat_id)}", query)["data"]

    def omm(self, norad_cat_id, **query):
        """The current element set as an OMM, a dict with upper-case keywords."""
        return self.get(f"/api/v1/satellites/{int(norad_cat_id)}/omm", query)["data"]

    def tle(self, norad_cat_id, **query):
        """The current element set as TLE text. Numbers above 339,999 have no TLE: use `omm`."""
        return self.get_bytes(f"/api/v1/satellites/{int(norad_cat_id)}/tle", query).decode("ascii")

    def passes(self, norad_cat_id, lat, lon, **query):
        """Passes over a place: `days`, `min_elevation_deg`, `alt_m`, `visible`, and so on."""
        return self.get(f"/api/v1/satellites/{int(norad_cat_id)}/passes", {"lat": lat, "lon": lon, **query})["data"]

    def history(self, norad_cat_id, **query):
        """Iterates over the changes of values, newest first, with source and confidence before and after."""
        return self.pages(f"/api/v1/satellites/{int(norad_cat_id)}/history", query)

    # Lists

    def satellites(self, **query):
        """Iterates over the summaries that filters leave, page by page: `group`, `operator`, `orbit_class`, `sort`, ..."""
        return self.pages("/api/v1/satellites", query)

    def search(self, q, **query):
        """Iterates over what a search finds, best first."""
        return self.pages("/api/v1/search", {"q": q, **query})

    def conjunctions(self, norad_cat_id=None, **query):
        """Iterates over predicted close approaches, of one object or of all active payloads. Not for operations."""
        if norad_cat_id is None:
            return self.pages("/api/v1/conjunctions", query)
        return self.pages(f"/api/v1/satellites/{int(norad_cat_id)}/conjunctions", query)

    def above(self, lat, lon, **query):
        """Objects above the horizon of a place."""
        return self.get("/api/v1/above", {"lat": lat, "lon": lon, **query})["data"]

    def pages(self, path, query=()):
        """Iterates over `data` of every page of a list. A release that changes in between is noticed, and is an error."""
        url = self._url(path, {"limit": 100, **dict(query)})
        release = None
        while url:
            body, headers = self._request(url)
            if release not in (None, headers.get("X-Catalog-Release")):
                raise OrbweaverError(0, "release_changed", "The release changed between two pages.", "Start the list again.")
            release = headers.get("X-Catalog-Release")
            page = json.loads(body)
            yield from page["data"]
            url = page["meta"].get("next")

    # Bulk

    def elements(self, name="active"):
        """Element sets of `active`, `all`, a group, or an orbit class, as columns with `meta`. See `rows`."""
        return self.get(f"/api/v1/elements/{urllib.parse.quote(name, safe='')}")

    def download(self, path, file):
        """Writes a public file, such as `/api/v1/dataset/satellites.csv`. The file is complete or unchanged."""
        _write(file, self.get_bytes(path))

    def sync_elements(self, file, group="all"):
        """Keeps `file` equal to `/api/v1/elements/all`, or to the file of a group such as `stations`, through the deltas
        between releases, and returns its content.

        The first call downloads everything. If the deltas do not reach back to the release in the file, everything is
        downloaded again. Each delta of all objects is compared with its hash.
        """
        try:
            with open(file, encoding="utf-8") as opened:
                held = json.load(opened)
        except (FileNotFoundError, ValueError):
            held = None
        current = held and self._brought_up_to_date(held, group)
        if current is None:
            current = self.elements(group)
        if current is not held:
            _write(file, json.dumps(current, separators=(",", ":")).encode())
        return current

    def changes(self, since):
        """What changed since a release: objects added, removed, and changed, claims, and `meta.elements`."""
        return self.get("/api/v1/changes", {"since": since})

    def _brought_up_to_date(self, held, group):
        """The elements after the deltas since theirs; the same object if there are none, None if they do not reach back."""
        find = self._deltas if group == "all" else self._group_deltas
        deltas = find(held["meta"], group)
        if not deltas:
            return held if deltas == [] else None
        sets = {row["norad_cat_id"]: row for row in rows(held)}
        for delta in deltas:
            for gone in delta["gone"]:
                sets.pop(gone, None)
            for row in rows(delta):
                sets[row["norad_cat_id"]] = row
            # What the file held are the sets of another group.
            if delta["meta"].get("objects", len(sets)) != len(sets):
                return None
        ordered = [sets[number] for number in sorted(sets)]
        newest = deltas[-1]
        data = {name: [row[name] for row in ordered] for name in newest["data"]}
        meta = {**held["meta"], "count": len(ordered), "release": newest["meta"]["to"], "generated_at": newest["meta"]["at"]}
        return {"data": data, "meta": meta}

    def _deltas(self, held, _group):
        """The deltas since the release of `held`, oldest first; None if they do not reach back."""
        index = self.get("/api/v1/changes")
        by_release = {entry["to"]: entry for entry in index["data"]}
        steps = []
        wanted = index["meta"]["release"]
        while wanted != held["release"]:
            if wanted not in by_release:
                return None
            steps.insert(0, by_release[wanted])
            wanted = steps[0]["from"]
        deltas = []
        for step in steps:
            path = f"/api/v1/elements/changes/{step['to']}"
            body = self.get_bytes(path)
            listed = next(file for file in step["files"] if file["what"] == "elements")
            if hashlib.sha256(body).hexdigest() != listed["sha256"]:
                raise OrbweaverError(0, "damaged", f"{path} is not the file that the index lists.", "Try again later.")
            deltas.append(json.loads(body))
        return deltas

    def _group_deltas(self, held, group):
        """The same of a group. Each delta names the release before it."""
        path = f"/api/v1/elements/{urllib.parse.quote(group, safe='')}/changes/"
        deltas = []
        wanted = "newest"
        while wanted != held["release"]:
            try:
                delta = self.get(path + wanted)
            except OrbweaverError as error:
                if error.status == 404:
                    return None
                raise
            if delta["meta"]["to"] == held["release"]:
                return [] if delta["meta"]["objects"] == held["count"] else None
            deltas.insert(0, delta)
            wanted = delta["meta"]["from"]
        return deltas

    # Requests

    def get(self, path, query=()):
        """The JSON of any GET route."""
        return json.loads(self.get_bytes(path, query))

    def get_bytes(self, path, query=()):
        """The body of any GET route."""
        return self._request(self._url(path, query))[0]

    def _url(self, path, query):
        pairs = [(name, _text(value)) for name, value in dict(query).items() if value is not None]
        return f"{self.server}{path}" + (f"?{urllib.parse.urlencode(pairs)}" if pairs else "")

    def _request(self, url):
        headers = {"User-Agent": f"orbweaver-python/{__version__}", "Accept-Encoding": "gzip"}
        # Links name the server's public URL; the key goes nowhere else, not after a redirect either.
        if self.key and _origin(url) == _origin(self.server):
            headers["Authorization"] = f"Bearer {self.key}"
        for attempt in range(self.retries + 1):
            try:
                with _opener.open(urllib.request.Request(url, headers=headers), timeout=self.timeout_s) as response:
                    return _unpacked(response.read(), response.headers), response.headers
            except urllib.error.HTTPError as error:
                with error:
                    refusal = _refusal(error)
                    wait = error.headers.get("Retry-After", "")
                wait_s = int(wait) if wait.isdigit() else 2**attempt
                # A daily quota comes back tomorrow: waiting for it here would look like a hang.
                if error.code not in _RETRIED or wait_s > _LONGEST_WAIT_S or attempt == self.retries:
                    raise refusal from None
            except OSError as error:
                if attempt == self.retries:
                    reason = getattr(error, "reason", error)
                    raise OrbweaverError(0, "no_response", f"{self.server} did not respond: {reason}.") from error
                wait_s = 2**attempt
            # Not all clients at the same time.
            self._sleep(wait_s + random.random())
        raise AssertionError("unreachable")


def _origin(url):
    """Scheme, host, and port. None for a URL that urllib cannot parse, so that it equals no server's."""
    try:
        parts = urllib.parse.urlsplit(url)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects without sending the key to another origin, which urllib would do."""

    def redirect_request(self, request, fp, code, msg, headers, newurl):
        following = super().redirect_request(request, fp, code, msg, headers, newurl)
        if following is not None and _origin(newurl) != _origin(request.full_url):
            following.remove_header("Authorization")
        return following


_opener = urllib.request.build_opener(_Redirects)


def rows(elements):
    """Element sets of `elements`, a dict each, from their columns."""
    columns = elements["data"]
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def to_pandas(data):
    """A pandas DataFrame of columns (`elements`) or of records (lists)."""
    import pandas

    if isinstance(data, dict) and "data" in data:
        data = data["data"]
    return pandas.DataFrame(data if isinstance(data, dict) else list(data))


def earth_satellite(fields, timescale):
    """A Skyfield EarthSatellite of an OMM (`omm`) or of a row of `elements`. Unlike a TLE, it can have any catalog number."""
    from sgp4 import omm
    from sgp4.api import Satrec
    from skyfield.api import EarthSatellite

    # An object without a COSPAR designator has none in its message, but sgp4 needs the keyword.
    message = {"OBJECT_ID": "", **{name.upper(): str(value) for name, value in fields.items() if value is not None}}
    record = Satrec()
    omm.initialize(record, message)
    satellite = EarthSatellite.from_satrec(record, timescale)
    satellite.name = message.get("OBJECT_NAME")
    return satellite


def earth_satellites(elements, timescale):
    """Skyfield EarthSatellite objects of `elements`."""
    return [earth_satellite(row, timescale) for row in rows(elements)]


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(_text, value)) if isinstance(value, (list, tuple, set)) else str(value)


def _unpacked(body, headers):
    return gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body


def _refusal(error):
    """The error of an error response. A proxy's has no JSON."""
    try:
        told = json.loads(_unpacked(error.read(), error.headers))
        return OrbweaverError(error.code, told["code"], told["error"], told.get("hint"), error.headers.get("X-Request-Id"))
    except (ValueError, KeyError, TypeError, OSError):
        return OrbweaverError(error.code, "http_error", f"HTTP status {error.code} from {error.url}.")


def _write(file, content):
    """Replaces a file atomically: a crash leaves the old one."""
    folder = os.path.dirname(os.path.abspath(file))
    handle, path = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
        os.replace(path, file)
    except BaseException:
        os.unlink(path)
        raise
