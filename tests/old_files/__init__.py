"""Files made by earlier versions, and tests that today's version reads them. README.md says how they were made."""

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def differences(before: Any, now: Any, at: str = "") -> list[str]:
    """Where the value of now lacks something of the one before, or has it otherwise. New keys are no difference."""
    if isinstance(before, dict) and isinstance(now, dict):
        gone = [f"{at}/{key} is gone" for key in before if key not in now]
        pairs = [(key, before[key], now[key]) for key in before if key in now]
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        gone, pairs = [], [(place, *pair) for place, pair in enumerate(zip(before, now, strict=True))]
    else:
        return [] if before == now else [f"{at} is {now!r}, and was {before!r}"]
    return gone + [line for key, old, new in pairs for line in differences(old, new, f"{at}/{key}")]
