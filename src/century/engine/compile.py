"""Rules are plain Python functions; entries are native code, kept on disk across processes.

`rule` does not change a function: the interpreter, a debugger and coverage see ordinary Python. It
makes the function callable from compiled code for a CPU or a GPU. `entry` compiles one of the few
functions through which Python calls the rules natively. `interpreted(entry)` returns the plain
Python function.

`pipeline.py` compiles rules; `code_cache.py` stores the result.
"""

from typing import cast

import numba

from century.engine.code_cache import CodeCache
from century.engine.pipeline import EntryCompiler, overload
from century.types import Rule

_RULES: set[object] = set()


def rule(function: Rule) -> Rule:
    """Mark a function as rule code: plain Python, but compiled when compiled code calls it."""

    @overload(function)
    def same(*arguments: object) -> Rule:
        return function

    _RULES.add(function)
    return function


def is_rule(function: object) -> bool:
    """Return whether a function is marked as rule code."""
    return function in _RULES


def entry(function: Rule) -> Rule:
    """Compile a function to native code on first use, and keep the result on disk."""
    compiled = numba.njit(nogil=True, pipeline_class=EntryCompiler)(function)
    compiled._cache = CodeCache(function)
    return cast(Rule, compiled)


def interpreted(function: Rule) -> Rule:
    """Return the plain Python function of an entry."""
    return cast(Rule, getattr(function, "py_func", function))


def is_cold(function: Rule) -> bool:
    """Return whether an entry has no compiled code on disk, so that its first use takes some seconds."""
    kept = getattr(function, "_cache", None)
    return isinstance(kept, CodeCache) and kept.is_empty()
