"""Which Java is taken for Spark, and what is said of one that will not do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import MissingExtraError
from tertium.spark.java import find_java


def a_java(folder: Path, version: str, code: int = 0, last: str = "") -> Path:
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(
        f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\necho '{last}' >&2\nexit {code}\n", "utf-8"
    )
    program.chmod(0o755)
    return program


def test_java_home_goes_before_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = a_java(tmp_path / "a", "17.0.15"), a_java(tmp_path / "b", "21")
    monkeypatch.setenv("PATH", str(second.parent))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "a"))
    assert find_java() == first
    monkeypatch.delenv("JAVA_HOME")
    assert find_java() == second


@pytest.mark.parametrize(
    ("version", "code", "last", "message"),
    [
        ("1.8.0_402", 1, "", "or later, and .* is Java 8; install Java 17"),
        ("11.0.2", 0, "", "is Java 11; install Java 17"),
        ("25", 1, "Module jdk.incubator.vector not found", "does not start as Spark starts it .Module jdk.incubator"),
    ],
)
def test_a_java_that_will_not_do_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, code: int, last: str, message: str
) -> None:
    a_java(tmp_path, version, code, last)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MissingExtraError, match=message):
        find_java()


def test_no_java_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtraError, match=r"no java on the path; install Java 17 or later \(Debian"):
        find_java()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MissingExtraError, match="which has no bin/java"):
        find_java()
