"""Starts a local Neo4j as ``graphrag.local.launch`` does, for minutes: Java compiles only a little.

Most of what a server computes in its first minutes is the optimisation of its own code.
"""

import runpy
from functools import partial
from pathlib import Path

import jpype

jpype.startJVM = partial(jpype.startJVM, "-XX:TieredStopAtLevel=1")
launch = Path(__file__).parents[2] / "graphrag/local/launch.py"
runpy.run_path(str(launch), run_name="__main__")
