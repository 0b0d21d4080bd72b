"""`century serve` where the page is not installed."""

import subprocess
import sys

from tests.waiting import PATIENCE

WITHOUT_UVICORN = """
import sys
sys.modules["uvicorn"] = None
from century.cli import main
sys.exit(main(["serve", "--port", "0"]))
"""


def test_without_the_extra_it_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_UVICORN], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2, done
    assert "pip install 'century[web]'" in done.stderr
