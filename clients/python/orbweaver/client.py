"""The routes of a server as methods."""

from __future__ import annotations

import json
import os
import re
import time
import urllib.parse
from typing import AbstractSet, Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Set

from .convert import rows
from .errors import NotFoundError, own_error
from .files import changes_since, public_file, write
from .records import sync_records
from .transport import Options, Response, send

Query = Optional[Mapping[str, Any]]


class Page(NamedTuple):
    """One page of a list."""

    data: List[Dict[str, Any]]
    meta: Dict[str, Any]
    release: Optional[str]
    # The path of the next page; None on the last one.
    next: Optional[str]


class Orbweaver:
    """A server. Keys are created on its account page; bulk files, `elements`, `sync_elements`, and `sync_records` need none."""

    def __init__(
        self,
        server: str,
        key: Optional[str] = None,
        retries: int = 3,
        timeout_s: float = 60,
        sleep: Callable[[float], Any] = time.sleep,
        deadline_s: float = 600,
        longest_wait_s: float = 60,
    ) -> None:
        """`timeout_s` is how long the server may be silent, `deadline_s` how long one complete response may take."""
        self.server = server.rstrip("/")
        # A file or a variable of a shell often has a line end after it.
        self.key = ((os.environ.get("ORBWEAVER_API_KEY") or "") if key is None else key).strip()
        if re.search(r"[^!-~]", self.key):
            raise ValueError("The key has a character that keys do not have.")
        self._options = Options(retries, timeout_s, deadline_s, longest_wait_s, sleep)

    # One object

    def satellite(self, norad_cat_id: int, **query: Any) -> Dict[str, Any]:
        """The whole record: fields, provenance, and the claims of every source. `as_of` asks for an earlier time."""
        return self._data(f"/api/v1/satellites/{int(norad_cat_id)}", query)

    def omm(self, norad_cat_id: int, **query: Any) -> Dict[str, Any]:
        """The current element set as an OMM, a dict with upper-case keywords."""
        return self._data(f"/api/v1/satellites/{int(norad_cat_id)}/omm", query)

    def tle(self, norad_cat_id: int, **query: Any) -> str:
        """The current element set as TLE text. Numbers above 339,999 have no TLE: use `omm`."""
        response = self.response(f"/api/v1/satellites/{int(norad_cat_id)}/tle", query)
        kind = response.headers.get("Content-Type") or "of no type"
        if not re.match(r"text/plain\b", kind, re.IGNORECASE):
            raise response.unexpected(f"no TLE, but {kind}")
        return response.body.decode("utf-8", "replace")

    def passes(self, norad_cat_id: int, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """Passes over a place: `days`, `min_elevation_deg`, `alt_m`, `visible`, and so on."""
        return self._data(f"/api/v1/satellites/{int(norad_cat_id)}/passes", {"lat": lat, "lon": lon, **query})

    def history(self, norad_cat_id: int, **query: Any) -> Iterator[Dict[str, Any]]:
        """Iterates over the changes of values, newest first, with source and confidence before and after."""
        return self.pages(f"/api/v1/satellites/{int(norad_cat_id)}/history", query)

    # Lists

    def satellites(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Iterates over the summaries that filters leave, page by page: `group`, `operator`, `orbit_class`, `sort`, ..."""
        return self.pages("/api/v1/satellites", query)

    def search(self, q: str, **query: Any) -> Iterator[Dict[str, Any]]:
        """Iterates over what a search finds, best first."""
        return self.pages("/api/v1/search", {"q": q, **query})

    def field_of_view(self, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """What crosses a part of the sky during an exposure, seen from a place: ra_deg, dec_deg and radius_deg, or corners."""
        return self._data("/api/v1/fov", {"lat": lat, "lon": lon, **query})

    def field_of_image(self, header: str, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """The objects that crossed an image, by the text of its FITS header. Each position also has its pixel, `x_px` and `y_px`."""
        data = json.dumps({"header": header}).encode()
        url = self._url("/api/v1/fov", {"lat": lat, "lon": lon, **query})
        found: Dict[str, Any] = send(self.server, self.key, url, data, self._options).envelope(dict)["data"]
        return found

    def identify(self, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """Which objects may have made a streak (ra1, dec1, ra2, dec2, t1, t2), and the probability that none of them did."""
        return self._data("/api/v1/identify", {"lat": lat, "lon": lon, **query})

    def sightings(self, lat: float, lon: float, at: str, **query: Any) -> Dict[str, Any]:
        """The objects that fit a light that a person saw (direction, height, brightness, speed), with reasons and alternatives."""
        return self._data("/api/v1/sightings", {"lat": lat, "lon": lon, "at": at, **query})

    def conjunctions(self, norad_cat_id: Optional[int] = None, **query: Any) -> Iterator[Dict[str, Any]]:
        """Iterates over predicted close approaches, of one object or of all active payloads. Not for operations."""
        if norad_cat_id is None:
            return self.pages("/api/v1/conjunctions", query)
        return self.pages(f"/api/v1/satellites/{int(norad_cat_id)}/conjunctions", query)

    def above(self, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """Objects above the horizon of a place."""
        return self._data("/api/v1/above", {"lat": lat, "lon": lon, **query})

    def page(self, path: str, query: Query = None) -> Page:
        """One page of a list, with `meta` (`total`, `next`, and so on) and the release that it is of."""
        return self._page(self._url(path, query))

    def pages(self, path: str, query: Query = None) -> Iterator[Dict[str, Any]]:
        """Iterates over `data` of every page of a list. A release that changes in between is noticed, and is an error."""
        for page in self.whole_pages(path, query):
            yield from page.data

    def whole_pages(self, path: str, query: Query = None) -> Iterator[Page]:
        """The same, a page at a time."""
        page = self._page(self._url(path, {"limit": 100, **(query or {})}))
        read: Set[str] = set()
        while True:
            yield page
            if page.next is None:
                return
            read.add(page.next)
            page = self._page(self.server + page.next, page, read)

    def _page(self, url: str, before: Optional[Page] = None, read_links: AbstractSet[str] = frozenset()) -> Page:
        response = self._request(url)
        release = response.headers.get("X-Catalog-Release")
        if before and before.release != release:
            raise own_error("release_changed", "The release changed between two pages.", "Start the list again.")
        read = response.envelope(list, dict)
        link = read["meta"].get("next")
        # Links name the public URL of the server, which may not be the one that it is reached at.
        path = re.sub(r"^https?:.*?(?=/api/v1/)", "", link) if isinstance(link, str) else link
        usable = isinstance(path, str) and path.startswith("/api/") and path not in read_links
        if path is not None and not usable:
            raise response.unexpected("JSON without a usable link to the next page")
        return Page(read["data"], read["meta"], release, path)

    def sql(self, query: str) -> List[Dict[str, Any]]:
        """The rows of one SELECT of DuckDB SQL over the tables of the release."""
        data = json.dumps({"query": query}).encode()
        response = send(self.server, self.key, self._url("/api/v1/sql", None), data, self._options)
        found: List[Dict[str, Any]] = response.envelope(list)["data"]
        return found

    # Bulk

    def elements(self, name: str = "active") -> Dict[str, Any]:
        """Element sets of `active`, `all`, a group, or an orbit class, as columns with `meta`. See `rows`."""
        path = f"/api/v1/elements/{urllib.parse.quote(name, safe='')}"
        return public_file(self, path).envelope(dict, dict)

    def download(self, path: str, file: str) -> None:
        """Writes a public file, such as `/api/v1/dataset/active.csv`. The file is complete or unchanged."""
        write(file, [self.get_bytes(path)])

    def sync_elements(self, file: str, group: str = "all") -> Dict[str, Any]:
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
        current = self._brought_up_to_date(held, group) if _is_file_of_elements(held) else None
        if current is None:
            current = self.elements(group)
        if current is not held:
            write(file, [json.dumps(current, separators=(",", ":")).encode()])
        return current

    def sync_records(self, file: str) -> Dict[str, Any]:
        """Keeps `file` (such as `records.ndjson`) equal to all records, one in each line, through the change sets between releases,
        and returns `data` and `meta`. The release is in a file beside it, such as `records.meta.json`.

        A record has the values that are not null, and in `provenance` the confidence and sources of each field. Values that
        follow from element sets are not in the record of an object with elements. The first call downloads everything, as does
        one whose change sets do not reach back. Each is compared with its hash. `orbweaver sync` and the TypeScript client
        keep the same files.
        """
        return sync_records(self, file)

    def changes(self, since: str) -> Dict[str, Any]:
        """What changed since a release: objects added, removed, and changed, claims, and `meta.elements`."""
        return self._request(self._url("/api/v1/changes", {"since": since})).envelope(dict, dict)

    def _brought_up_to_date(self, held: Dict[str, Any], group: str) -> Optional[Dict[str, Any]]:
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

    def _deltas(self, held: Dict[str, Any], _group: str) -> Optional[List[Dict[str, Any]]]:
        """The deltas since the release of `held`, oldest first; None if they do not reach back."""
        found = changes_since(self, held["release"], "elements")
        return None if found is None else [delta for _, delta in found]

    def _group_deltas(self, held: Dict[str, Any], group: str) -> Optional[List[Dict[str, Any]]]:
        """The same of a group. Each delta names the release before it."""
        path = f"/api/v1/elements/{urllib.parse.quote(group, safe='')}/changes/"
        deltas: List[Dict[str, Any]] = []
        wanted = "newest"
        read: Set[str] = set()
        while wanted != held["release"]:
            if wanted in read:
                return None
            read.add(wanted)
            try:
                delta = public_file(self, path + wanted).envelope(dict, dict)
            except NotFoundError:
                return None
            if delta["meta"]["to"] == held["release"]:
                return [] if delta["meta"]["objects"] == held["count"] else None
            deltas.insert(0, delta)
            wanted = delta["meta"]["from"]
        return deltas

    # Requests

    def get(self, path: str, query: Query = None) -> Any:
        """The JSON of any GET route."""
        return self._request(self._url(path, query)).json()

    def get_bytes(self, path: str, query: Query = None) -> bytes:
        """The body of any GET route."""
        return self.response(path, query).body

    def response(self, path: str, query: Query = None) -> Response:
        """The body and the headers of any GET route."""
        return self._request(self._url(path, query))

    def _data(self, path: str, query: Query = None) -> Dict[str, Any]:
        data: Dict[str, Any] = self._request(self._url(path, query)).envelope(dict)["data"]
        return data

    def _url(self, path: str, query: Query) -> str:
        pairs = [(name, _text(value)) for name, value in (query or {}).items() if value is not None]
        return f"{self.server}{path}" + (f"?{urllib.parse.urlencode(pairs)}" if pairs else "")

    def _request(self, url: str) -> Response:
        return send(self.server, self.key, url, None, self._options)


def _is_file_of_elements(held: Any) -> bool:
    """True for the content of a file of elements: columns, and the release that they are of."""
    if not isinstance(held, dict):
        return False
    data, meta = held.get("data"), held.get("meta")
    return isinstance(data, dict) and "norad_cat_id" in data and isinstance(meta, dict) and {"release", "count"} <= meta.keys()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(_text, value)) if isinstance(value, (list, tuple, set)) else str(value)

