"""Records for interpreted rules: fields as attributes, at a tenth of the cost of NumPy's own record arrays.

A `Row` is one record; `Rows` are an array of records. Both are views of the array.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

RecordType = np.dtype[np.void]


class Row:
    """One record; each of its fields is an attribute."""

    __slots__ = ("_void",)
    _void: np.void

    def __init__(self, void: np.void) -> None:
        object.__setattr__(self, "_void", void)

    @property
    def dtype(self) -> RecordType:
        """The type of the record."""
        return self._void.dtype

    def tobytes(self) -> bytes:
        """Return the bytes of the record."""
        return self._void.tobytes()

    def __setattr__(self, name: str, value: object) -> None:
        """Set a field. Raise an error for a name that is not a field."""
        self._void[name] = _plain(value)  # a void rejects other names

    def __getattr__(self, name: str) -> Any:
        """Raise an error: Python calls this only for names that are not fields, since each field is a property."""
        raise AttributeError(f"no part adds the field {name!r}: correct the name, or add the part")

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: object) -> None:
        setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return bool(self._void == _plain(other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._void)


def copy_of(array: NDArray[np.void]) -> NDArray[np.void]:
    """Return a copy of an array of records. Bytes are copied: NumPy's own copy goes through all fields one by one."""
    return array.view(np.uint8).copy().view(array.dtype)


class Rows:
    """An array of records."""

    __slots__ = ("_array", "_row")

    def __init__(self, array: NDArray[np.void]) -> None:
        self._array = array
        self._row = _row_type(array.dtype)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> "Rows": ...
    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        found = self._array[place]
        return self._row(found) if isinstance(found, np.void) else _wrapped(found)

    def __setitem__(self, place: SupportsIndex | slice, value: object) -> None:
        self._array[place] = _plain(value)

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Row]:
        return (self[place] for place in range(len(self)))

    def __getattr__(self, name: str) -> Any:
        """Return a field of all records."""
        if name in (self._array.dtype.names or ()):
            return _wrapped(self._array[name])
        raise AttributeError(f"records have no field {name!r}")

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[np.void]:
        return np.asarray(self._array, dtype, copy=copy)

    def __repr__(self) -> str:
        return repr(self._array)


def _plain(value: object) -> Any:
    """Return the NumPy value of an object that may be a row."""
    if isinstance(value, Row):
        return value._void
    return value._array if isinstance(value, Rows) else value


def _wrapped(value: object) -> Any:
    return Rows(value) if isinstance(value, np.ndarray) and value.dtype.names else value


@cache
def _row_type(dtype: RecordType) -> type[Row]:
    """Return a type of row with a property for each field of a record."""
    assert dtype.names
    fields = {name: property(_getter(name, dtype[name])) for name in dtype.names}
    return type("Row", (Row,), {"__slots__": (), **fields})


def _getter(name: str, field: RecordType) -> Callable[[Row], Any]:
    if field.base.names is None:
        return lambda row: row._void[name]
    if field.shape:
        return lambda row: Rows(row._void[name])
    inner = _row_type(field)
    return lambda row: inner(row._void[name])


Records = Rows | NDArray[np.void]  # the types that rules accept: interpreted and compiled
