"""The rows of the Parquet files of a server: Snappy, plain and dictionary pages, lists of one level. Other files are an error."""

from __future__ import annotations

import struct
from datetime import date
from typing import Any, Dict, Iterator, List, NamedTuple, Sequence, Tuple

_EPOCH = date(1970, 1, 1).toordinal()
_PLAIN = {1: "i", 2: "q", 5: "d"}
_BOOLEAN, _BYTES = 0, 6
_UTF8, _DATE = 0, 6
_OPTIONAL, _REPEATED = 1, 2
_SNAPPY = 1
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_DICTIONARY_ENCODINGS = (2, 8)


class ParquetError(ValueError):
    """The file is damaged, or of a kind that this module does not read."""


class _Column(NamedTuple):
    """A leaf of the schema. A list has `repeated` 1."""

    name: str
    type: int
    converted: int
    defined: int
    repeated: int


def rows(file: bytes) -> Iterator[Dict[str, Any]]:
    """The rows of a file. Dates are ISO 8601 text, timestamps microseconds since 1970, lists are lists."""
    if file[:4] != b"PAR1" or file[-4:] != b"PAR1":
        raise ParquetError("not a Parquet file")
    try:
        length = int.from_bytes(file[-8:-4], "little")
        footer = _Thrift(file, len(file) - 8 - length).struct()
        columns = _columns(footer[2])
        for group in footer[4]:
            values = [_values(file, chunk[3], column) for chunk, column in zip(group[1], columns)]
            names = [column.name for column in columns]
            for row in zip(*values):
                yield dict(zip(names, row))
    except (IndexError, KeyError, struct.error, UnicodeDecodeError) as error:
        raise ParquetError(f"the file is damaged: {error!r}") from error


def _columns(schema: Sequence[Dict[int, Any]]) -> List[_Column]:
    """The leaves of a schema, which lists every element before its children."""
    found: List[_Column] = []
    at = 1

    def read(name: str, defined: int, repeated: int) -> None:
        nonlocal at
        element = schema[at]
        at += 1
        repetition = element.get(3, 0)
        name = name or element[4].decode()
        defined += repetition in (_OPTIONAL, _REPEATED)
        repeated += repetition == _REPEATED
        if repeated > 1:
            raise ParquetError(f"{name} is a list of lists")
        if 5 not in element:
            found.append(_Column(name, element[1], element.get(6, -1), defined, repeated))
        for _ in range(element.get(5, 0)):
            read(name, defined, repeated)

    while at < len(schema):
        read("", 0, 0)
    return found


def _values(file: bytes, chunk: Dict[int, Any], column: _Column) -> List[Any]:
    """The values of a column of one row group."""
    if chunk[4] not in (0, _SNAPPY):
        raise ParquetError(f"{column.name} is compressed in another way than by Snappy")
    at = chunk.get(11) or chunk[9]
    left = chunk[5]
    dictionary: List[Any] = []
    found: List[Any] = []
    while left > 0:
        header = _Thrift(file, at)
        page = header.struct()
        body = file[header.at : header.at + page[3]]
        at = header.at + page[3]
        if chunk[4] == _SNAPPY:
            body = _unsnapped(body)
        if page[1] == _DICTIONARY_PAGE:
            dictionary = _plain(body, 0, page[7][1], column)
        elif page[1] == _DATA_PAGE:
            left -= page[5][1]
            found += _page(body, page[5], column, dictionary)
        else:
            raise ParquetError(f"{column.name} has pages of another version")
    return found


def _page(body: bytes, header: Dict[int, Any], column: _Column, dictionary: List[Any]) -> List[Any]:
    """The rows of one page: levels of repetition and definition, and the values that are not null."""
    count = header[1]
    at = 0
    repeated: List[int] = []
    defined = [column.defined] * count
    if column.repeated:
        repeated, at = _levels(body, at, 1, count)
    if column.defined:
        defined, at = _levels(body, at, column.defined.bit_length(), count)
    present = defined.count(column.defined)
    if header[2] in _DICTIONARY_ENCODINGS:
        values = [dictionary[index] for index in _hybrid(body, at + 1, body[at] if present else 0, present)]
    else:
        values = _plain(body, at, present, column)
    if not column.repeated:
        if present == count:
            return values
        left = iter(values)
        return [next(left) if level == column.defined else None for level in defined]
    return _lists(repeated, defined, iter(values), column.defined)


def _lists(repeated: List[int], defined: List[int], values: Iterator[Any], most: int) -> List[Any]:
    """Lists of optional elements: the highest level is a value, one less a null in a list, another less an empty list."""
    found: List[Any] = []
    for again, level in zip(repeated, defined):
        if not again:
            found.append([] if level >= most - 2 else None)
        if level >= most - 1:
            found[-1].append(next(values) if level == most else None)
    return found


def _levels(body: bytes, at: int, width: int, count: int) -> Tuple[List[int], int]:
    length = int.from_bytes(body[at : at + 4], "little")
    return _hybrid(body, at + 4, width, count), at + 4 + length


def _hybrid(body: bytes, at: int, width: int, count: int) -> List[int]:
    """Whole numbers in runs of one value, and in groups of eight that are packed to `width` bits."""
    found: List[int] = []
    size, mask = (width + 7) // 8, (1 << width) - 1
    shifts = range(0, 8 * width, width) if width else (0,) * 8
    while len(found) < count:
        header, at = _varint(body, at)
        if header & 1:
            for _ in range(min(header >> 1, (count - len(found) + 7) // 8)):
                packed = int.from_bytes(body[at : at + width], "little")
                at += width
                found += [packed >> shift & mask for shift in shifts]
        else:
            found += [int.from_bytes(body[at : at + size], "little")] * min(header >> 1, count - len(found))
            at += size
    return found[:count]


def _plain(body: bytes, at: int, count: int, column: _Column) -> List[Any]:
    if column.type == _BOOLEAN:
        return [bool(body[at + place // 8] >> place % 8 & 1) for place in range(count)]
    if column.type == _BYTES:
        found: List[Any] = []
        for _ in range(count):
            end = at + 4 + int.from_bytes(body[at : at + 4], "little")
            found.append(body[at + 4 : end].decode() if column.converted == _UTF8 else body[at + 4 : end])
            at = end
        return found
    if column.type not in _PLAIN:
        raise ParquetError(f"{column.name} has values of another type")
    numbers = list(struct.unpack_from(f"<{count}{_PLAIN[column.type]}", body, at))
    if column.converted == _DATE:
        return [date.fromordinal(_EPOCH + days).isoformat() for days in numbers]
    return numbers


def _unsnapped(body: bytes) -> bytes:
    """A block of Snappy: literals, and copies of what has been written before."""
    length, at = _varint(body, 0)
    out = bytearray()
    while at < len(body):
        tag = body[at]
        kind = tag & 3
        if kind == 0:
            size = tag >> 2
            more = max(0, size - 59)
            if more:
                size = int.from_bytes(body[at + 1 : at + 1 + more], "little")
            at += 1 + more
            out += body[at : at + size + 1]
            at += size + 1
            continue
        if kind == 1:
            size, offset = 4 + (tag >> 2 & 7), tag >> 5 << 8 | body[at + 1]
        else:
            size, offset = 1 + (tag >> 2), int.from_bytes(body[at + 1 : at + 1 + 2 ** (kind - 1)], "little")
        at += 1 + (1, 2, 4)[kind - 1]
        start = len(out) - offset
        if offset == 0 or start < 0:
            raise ParquetError("the file is damaged: a copy of nothing")
        # A copy may include what it writes itself.
        out += out[start : start + size] if offset >= size else (out[start:] * (size // offset + 1))[:size]
    if len(out) != length:
        raise ParquetError("the file is damaged: a block has another length")
    return bytes(out)


def _varint(body: bytes, at: int) -> Tuple[int, int]:
    value = shift = 0
    while True:
        byte = body[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


class _Thrift:
    """Reads Thrift's compact protocol from a place on: structs are dicts by the number of the field."""

    def __init__(self, body: bytes, at: int) -> None:
        self.body = body
        self.at = at

    def struct(self) -> Dict[int, Any]:
        found: Dict[int, Any] = {}
        field = 0
        while True:
            head = self.body[self.at]
            self.at += 1
            if head == 0:
                return found
            field = field + (head >> 4) if head >> 4 else self._zigzag()
            kind = head & 15
            found[field] = kind == 1 if kind in (1, 2) else self._value(kind)

    def _value(self, kind: int) -> Any:
        if kind in (1, 2, 3):
            self.at += 1
            return self.body[self.at - 1] if kind == 3 else self.body[self.at - 1] == 1
        if kind in (4, 5, 6):
            return self._zigzag()
        if kind == 7:
            self.at += 8
            return struct.unpack_from("<d", self.body, self.at - 8)[0]
        if kind == 8:
            length = self._varint()
            self.at += length
            return self.body[self.at - length : self.at]
        if kind in (9, 10):
            head = self.body[self.at]
            self.at += 1
            count = head >> 4 if head >> 4 < 15 else self._varint()
            return [self._value(head & 15) for _ in range(count)]
        if kind == 12:
            return self.struct()
        raise ParquetError("its metadata has another form")

    def _varint(self) -> int:
        value, self.at = _varint(self.body, self.at)
        return value

    def _zigzag(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)
