"""The client for asyncio. Requests run in threads, so that they block no event loop and need no other package.

A task that is canceled ends its request, and is not sent again.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterator, Callable, Dict, List, Optional, TypeVar

from .client import Orbweaver, Page
from .transport import Cancellation, cancellation

T = TypeVar("T")


async def _in_thread(call: Callable[..., T], *args: Any, **query: Any) -> T:
    """The result of a call. If the task is canceled, the thread does not wait for a response any more."""
    canceling = Cancellation()

    def run() -> T:
        cancellation.set(canceling)
        return call(*args, **query)

    try:
        return await asyncio.to_thread(run)
    except asyncio.CancelledError:
        canceling.cancel()
        raise


def _sleep(seconds: float) -> None:
    """Waits between two attempts, until the call is canceled."""
    canceling = cancellation.get()
    if canceling:
        canceling.canceled.wait(seconds)
    else:
        time.sleep(seconds)


class AsyncOrbweaver:
    """The methods of `Orbweaver` as coroutines, and its lists as asynchronous iterators."""

    def __init__(
        self,
        server: str,
        key: Optional[str] = None,
        retries: int = 3,
        timeout_s: float = 60,
        sleep: Callable[[float], Any] = _sleep,
        deadline_s: float = 600,
        longest_wait_s: float = 60,
    ) -> None:
        self._client = Orbweaver(server, key, retries, timeout_s, sleep, deadline_s, longest_wait_s)

    async def satellite(self, norad_cat_id: int, **query: Any) -> Dict[str, Any]:
        """The whole record."""
        return await _in_thread(self._client.satellite, norad_cat_id, **query)

    async def omm(self, norad_cat_id: int, **query: Any) -> Dict[str, Any]:
        """The current element set as an OMM."""
        return await _in_thread(self._client.omm, norad_cat_id, **query)

    async def tle(self, norad_cat_id: int, **query: Any) -> str:
        """The current element set as TLE text."""
        return await _in_thread(self._client.tle, norad_cat_id, **query)

    async def passes(self, norad_cat_id: int, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """Passes over a place."""
        return await _in_thread(self._client.passes, norad_cat_id, lat, lon, **query)

    async def field_of_view(self, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """The objects that cross a part of the sky during an exposure."""
        return await _in_thread(self._client.field_of_view, lat, lon, **query)

    async def field_of_image(self, header: str, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """The objects that crossed an image, by the text of its FITS header."""
        return await _in_thread(self._client.field_of_image, header, lat, lon, **query)

    async def identify(self, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """The objects that may have made a streak."""
        return await _in_thread(self._client.identify, lat, lon, **query)

    async def sightings(self, lat: float, lon: float, at: str, **query: Any) -> Dict[str, Any]:
        """The objects that fit a light that a person saw."""
        return await _in_thread(self._client.sightings, lat, lon, at, **query)

    async def above(self, lat: float, lon: float, **query: Any) -> Dict[str, Any]:
        """Objects above the horizon of a place."""
        return await _in_thread(self._client.above, lat, lon, **query)

    async def elements(self, name: str = "active") -> Dict[str, Any]:
        """Element sets of a set, as columns."""
        return await _in_thread(self._client.elements, name)

    async def sync_elements(self, file: str, group: str = "all") -> Dict[str, Any]:
        """Keeps a file of element sets current."""
        return await _in_thread(self._client.sync_elements, file, group)

    async def sync_records(self, file: str) -> Dict[str, Any]:
        """Keeps a file of all records current."""
        return await _in_thread(self._client.sync_records, file)

    async def changes(self, since: str) -> Dict[str, Any]:
        """What changed since a release."""
        return await _in_thread(self._client.changes, since)

    async def sql(self, query: str) -> List[Dict[str, Any]]:
        """The rows of one SELECT."""
        return await _in_thread(self._client.sql, query)

    async def get(self, path: str, **query: Any) -> Any:
        """The JSON of any GET route."""
        return await _in_thread(self._client.get, path, query)

    async def page(self, path: str, **query: Any) -> Page:
        """One page of a list, with its `meta`."""
        return await _in_thread(self._client.page, path, query)

    def satellites(self, **query: Any) -> AsyncIterator[Dict[str, Any]]:
        """The summaries that filters leave."""
        return self.pages("/api/v1/satellites", **query)

    def search(self, q: str, **query: Any) -> AsyncIterator[Dict[str, Any]]:
        """What a search finds, best first."""
        return self.pages("/api/v1/search", q=q, **query)

    def conjunctions(self, norad_cat_id: Optional[int] = None, **query: Any) -> AsyncIterator[Dict[str, Any]]:
        """Predicted close approaches. Not for operations."""
        of = "" if norad_cat_id is None else f"/satellites/{int(norad_cat_id)}"
        return self.pages(f"/api/v1{of}/conjunctions", **query)

    def history(self, norad_cat_id: int, **query: Any) -> AsyncIterator[Dict[str, Any]]:
        """The changes of values, newest first."""
        return self.pages(f"/api/v1/satellites/{int(norad_cat_id)}/history", **query)

    async def pages(self, path: str, **query: Any) -> AsyncIterator[Dict[str, Any]]:
        """`data` of every page of a list."""
        whole = self._client.whole_pages(path, query)
        while True:
            page = await _in_thread(lambda: next(whole, None))
            if page is None:
                return
            for row in page.data:
                yield row
