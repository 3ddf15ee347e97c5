"""The command ``golemry``, from the same wheel."""

from __future__ import annotations

import signal
import sys

from golemry._golemry import run_command


def main() -> int:
    # Ctrl-C ends the program as it ends any other: Python is not in charge here.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["golemry", *sys.argv[1:]])
