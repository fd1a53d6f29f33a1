"""A real standalone cluster on loopback, from the pip package: one master, two workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.spark.java import find_java


def skip_unless_spark_runs() -> None:
    """Skip the module; where Spark is promised (`make spark` sets TERTIUM_SPARK=required), fail it."""
    try:
        import pyspark  # noqa: F401

        find_java()
    except (ImportError, tertium.TertiumError) as problem:
        if os.environ.get("TERTIUM_SPARK") == "required":
            pytest.fail(f"{problem} (TERTIUM_SPARK=required)", pytrace=False)
        pytest.skip(f"no Spark: {problem}", allow_module_level=True)


class Cluster:
    """Processes that end with the block. Workers have addresses of their own: Spark takes them for two hosts."""

    def __init__(self, folder: Path) -> None:
        import pyspark

        self._home = Path(pyspark.__file__).parent
        self._folder = folder
        self._running: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"spark://127.0.0.1:{self._port}"

    def __enter__(self) -> Cluster:
        where = ["--host", "127.0.0.1", "--port", str(self._port), "--webui-port", "0"]
        self._start("master", "org.apache.spark.deploy.master.Master", *where)
        self._wait("master", "New state: ALIVE")
        for number in (2, 3):
            given = ["--host", f"127.0.0.{number}", "--cores", "1", "--memory", "1g", "--webui-port", "0"]
            work = ["-d", str(self._folder / f"work{number}"), self.url]
            self._start(f"worker{number}", "org.apache.spark.deploy.worker.Worker", *given, *work)
        for number in (2, 3):
            self._wait(f"worker{number}", "Successfully registered")
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._running:
            self._kill(process)

    def kill_worker(self) -> None:
        """The last worker, with its executor, as a machine goes that loses its power."""
        self._kill(self._running.pop())

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _start(self, name: str, *command: str) -> None:
        environment = {
            **os.environ,
            "SPARK_HOME": str(self._home),
            "SPARK_LOCAL_IP": "127.0.0.1" if name == "master" else f"127.0.0.{name[-1]}",
            "SPARK_DAEMON_MEMORY": "256m",
            "PYSPARK_PYTHON": sys.executable,
        }
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [str(self._home / "bin" / "spark-class"), *command],
                stdout=log,
                stderr=log,
                env=environment,
                start_new_session=True,
            )
        self._running.append(process)

    def _wait(self, name: str, line: str) -> None:
        log = self._folder / f"{name}.log"
        for _ in range(600):
            if line in log.read_text("utf-8", "replace"):
                return
            time.sleep(0.2)
        raise AssertionError(f"{name} did not start: {log.read_text('utf-8', 'replace')[-2000:]}")

    def session(self) -> Any:
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        os.environ["PYSPARK_PYTHON"] = sys.executable
        from pyspark.sql import SparkSession

        settings = {
            "spark.ui.enabled": "false",
            "spark.driver.host": "127.0.0.1",
            "spark.executor.memory": "600m",
            "spark.sql.warehouse.dir": str(self._folder / "warehouse"),
            "spark.sql.shuffle.partitions": "4",
            "spark.speculation": "true",
            "spark.log.level": "ERROR",
        }
        builder = SparkSession.builder.master(self.url).appName("tertium")
        for name, value in settings.items():
            builder = builder.config(name, value)
        return builder.getOrCreate()
