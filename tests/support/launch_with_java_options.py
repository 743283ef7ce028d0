"""Starts a local Neo4j as ``graphrag.local.launch`` does, with more options for Java.

Its environment names them, in ``GRAPHRAG_TEST_JAVA_OPTIONS``.
"""

import os
import runpy
from functools import partial
from pathlib import Path

import jpype

options = os.environ["GRAPHRAG_TEST_JAVA_OPTIONS"].split()
jpype.startJVM = partial(jpype.startJVM, *options)
launch = Path(__file__).parents[2] / "graphrag/local/launch.py"
runpy.run_path(str(launch), run_name="__main__")
