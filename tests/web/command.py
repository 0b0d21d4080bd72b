"""The command line, with a server that waits long for streams to end: `python -m tests.web.command serve`.

The real one drops connections after a second: a slow machine would decide what is seen.
"""

import sys

from century.cli import main
from century.web.server import serve
from tests.waiting import PATIENCE

if __name__ == "__main__":
    serve.GRACE = PATIENCE
    sys.exit(main(sys.argv[1:]))
