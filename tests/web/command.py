"""The command line, whose server waits for streams as long as it takes: `python -m tests.web.command serve`.

The real one ends them by force after some seconds, and says so in its log: a slow machine would decide what is seen.
"""

import sys

from century.cli import main
from century.web import serve

if __name__ == "__main__":
    serve.GRACE = None
    sys.exit(main(sys.argv[1:]))
