"""A session for those who have none: settings with which the first try works, and no page of log."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tertium.errors import InputError, MissingExtraError, install
from tertium.spark.java import find_java

_LOOPBACK = ("local", "spark://127.", "spark://localhost")


@contextmanager
def session(master: str) -> Iterator[Any]:
    """A session of the master (``local[2]``, ``spark://host:7077``) that ends with the block.

    Workers run the Python that runs here, unless PYSPARK_PYTHON names another. What Spark's Java prints is kept from
    the terminal; its last line is told if it does not start.
    """
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtraError(f"an engine of Spark needs the extra 'spark': {install('spark')}.") from None
    find_java()
    # PySpark warns of pandas 3, of which nothing here makes use.
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas", category=FutureWarning)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",
        "spark.sql.caseSensitive": "true",  # columns are called as they are
    }
    if master.startswith(_LOOPBACK):  # one machine: no host name to look up
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        settings["spark.driver.host"] = "127.0.0.1"
    builder = SparkSession.builder.appName("tertium").master(master)
    for name, value in settings.items():
        builder = builder.config(name, value)
    with tempfile.TemporaryFile() as log:
        try:
            with _standard_error_in(log):
                made = builder.getOrCreate()
        except (PySparkException, OSError, RuntimeError, ValueError) as problem:
            log.seek(0)
            said = [line for line in log.read().decode("utf-8", "replace").splitlines() if line.strip()]
            reason = _first_line(problem) if not said else f"{_first_line(problem)} {said[-1].strip()}"
            raise InputError(f"Spark does not start at '{master}' ({reason}); check the address.") from None
        except Exception as problem:  # py4j's own, whose class is there only after Java is
            raise InputError(f"Spark does not start at '{master}' ({_cause(problem)}); check the address.") from None
        try:
            yield made
        except PySparkException as problem:
            raise InputError(_ours(problem) or f"Spark gave up: {_first_line(problem)}") from None
        finally:
            made.stop()


@contextmanager
def _standard_error_in(log: Any) -> Iterator[None]:
    """Java writes where its parent did when it was started, and goes on to."""
    sys.stderr.flush()
    kept = os.dup(2)
    os.dup2(log.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _ours(problem: BaseException) -> str | None:
    """What a worker of ours refused, out of the traces of Python and Java around it."""
    found = re.search(r"^tertium\.errors\.\w+: (.+)$", str(problem), re.MULTILINE)
    return None if found is None else found[1]


def _first_line(problem: BaseException) -> str:
    return next((line.strip() for line in str(problem).splitlines() if line.strip()), type(problem).__name__)


def _cause(problem: Exception) -> str:
    """Of an exception of Java: the line that says what happened, without its trace."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return next((line.lstrip(": ") for line in lines if line.startswith(":")), _first_line(problem))
