"""Public files of a server or of a static host, and files on this machine."""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
import zlib
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple

from .errors import NotFoundError, own_error
from .transport import Response

if TYPE_CHECKING:
    from .client import Orbweaver


def public_file(catalog: "Orbweaver", path: str, sha256: Optional[str] = None) -> Response:
    """The JSON of a public route, with the hash that an index lists. A static host has files with endings, or only their gzip form."""
    missing: Optional[NotFoundError] = None
    for ending in ("", ".json", ".json.gz"):
        try:
            response = catalog.response(path + ending)
            break
        except NotFoundError as error:
            missing = missing or error
    else:
        assert missing is not None
        raise missing
    body = response.body
    if body[:2] == b"\x1f\x8b":
        try:
            body = gzip.decompress(body)
        except (OSError, EOFError, zlib.error):
            raise own_error("damaged", f"{path} of {catalog.server} is not a whole gzip file.") from None
    if sha256 and hashlib.sha256(body).hexdigest() != sha256:
        raise own_error("damaged", f"{path} is not the file that the index lists.", "Try again later.")
    return response._replace(body=body)


def changes_since(catalog: "Orbweaver", release: str, what: str) -> Optional[List[Tuple[Dict[str, Any], Any]]]:
    """The change sets (`changes`) or deltas (`elements`) from a release to the current one with their entries in the index,
    oldest first; None if they do not reach back."""
    try:
        index = public_file(catalog, "/api/v1/changes").envelope(list, dict)
    except NotFoundError:
        # The release has a format without them.
        return None
    by_release = {entry["to"]: entry for entry in index["data"]}
    steps: List[Dict[str, Any]] = []
    wanted = index["meta"]["release"]
    while wanted != release:
        # Each step is taken once: releases that form a cycle do not reach back.
        step = by_release.pop(wanted, None)
        if step is None:
            return None
        steps.insert(0, step)
        wanted = step["from"]
    found = []
    for step in steps:
        listed = next(file for file in step["files"] if file["what"] == what)
        found.append((step, public_file(catalog, listed["url"], listed["sha256"]).envelope(dict)))
    return found


def write(file: str, parts: Iterable[bytes]) -> None:
    """Replaces a file atomically: a crash leaves the old one."""
    folder = os.path.dirname(os.path.abspath(file))
    handle, path = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as opened:
            for part in parts:
                opened.write(part)
        os.replace(path, file)
    except BaseException:
        os.unlink(path)
        raise
