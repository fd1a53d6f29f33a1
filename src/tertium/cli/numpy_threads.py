"""numpy without threads of its own: ours do the work.

OpenBLAS, which numpy brings along, starts a thread for every core as it is loaded, and each spins before it sleeps: on
two cores that is a third of the CPU time of ``import numpy``, on sixty-four far more. Nothing but scoring's own threads
multiplies matrices here, and these are small.
"""

from __future__ import annotations

import os
import sys

_COUNTS = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")  # whoever sets one of these has decided


def load_numpy_without_threads() -> None:
    """Import numpy, unless that was done; programs that we start find the environment as it was."""
    if "numpy" in sys.modules or any(name in os.environ for name in _COUNTS):
        return
    os.environ[_COUNTS[0]] = "1"
    try:
        import numpy  # noqa: F401
    finally:
        del os.environ[_COUNTS[0]]
