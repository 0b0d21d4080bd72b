"""Names of types that several packages share. What has no fixed type is named for what it is."""

from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any

Json = Mapping[str, Any]  # a JSON object, a table of a TOML file, or a thing in a view; it is only read
JsonDict = dict[str, Any]  # the same, to be filled
Components = str | PathLike[str] | Json | None  # a pack of components: its file, or what it holds
Rule = Callable[..., Any]  # a function that is compiled: typed by its arguments then
