"""`python -m century` is the command line."""

import sys

from century.cli import main

sys.exit(main())
