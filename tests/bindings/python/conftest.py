"""Options of pytest: --command, whose output is compared, and --calls, the length of a test."""

import os


def pytest_addoption(parser):
    parser.addoption("--command", default=os.environ.get("TRAWL", "build/trawl"))
    parser.addoption("--calls", type=int, default=1000)
