"""``python -m golemry`` is the command ``golemry``."""

import sys

from golemry._command import main

sys.exit(main())
