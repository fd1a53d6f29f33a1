"""A child that speaks the protocol of ``tertium.other_tools``: a small metric, and every way to get it wrong.

``python child_program.py MODE [--log FILE]``; the log gets a line a process and a line an item, so that a test can see
what was asked for.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HELLO = {
    "tertium": 1,
    "name": "overlap",
    "version": "1.2",
    "model": "example/overlap",
    "revision": "r7",
    "precision": "fp64",
    "licence": "apache-2.0",
    "better": "higher",
    "range": [0, 1],
    "uses": ["mt", "ref"],
}


def overlap(item: dict[str, Any]) -> float:
    """The share of words that output and reference have in common."""
    mine, theirs = set(item["mt"].split()), set(item.get("ref", item.get("src", "")).split())
    return len(mine & theirs) / max(1, len(mine | theirs))


def say(record: object) -> None:
    print(json.dumps(record), flush=True)


class Program:
    def __init__(self, log: str | None) -> None:
        self._log = log
        self.note(f"start {os.getpid()}")

    def note(self, line: str) -> None:
        if self._log is not None:
            with Path(self._log).open("a", encoding="utf-8") as file:
                file.write(line + "\n")

    def mark(self) -> bool:
        """Was this asked before?"""
        place = Path(f"{self._log}.mark")
        before = place.exists()
        place.touch()
        return before

    def items(self) -> Iterator[dict[str, Any]]:
        for line in sys.stdin:
            item = json.loads(line)
            self.note(f"item {item['mt']}")
            yield item

    def answers(self) -> Iterator[dict[str, Any]]:
        for item in self.items():
            yield {"id": item["id"], "score": overlap(item)}


def good(program: Program) -> None:
    say(HELLO)
    for answer in program.answers():
        say(answer)


def no_hello(program: Program) -> None:
    for answer in program.answers():
        say(answer)


def lower(program: Program) -> None:
    """Errors: the fewer the better, on another scale."""
    say(HELLO | {"better": "lower", "range": [0, 25], "name": "errors"})
    for answer in program.answers():
        say(answer | {"score": 25 - 25 * answer["score"]})


def noncommercial(program: Program) -> None:
    say(HELLO | {"licence": "cc-by-nc-sa-4.0"})
    for answer in program.answers():
        say(answer)


def unlicensed(program: Program) -> None:
    say(HELLO | {"licence": ""})
    for answer in program.answers():
        say(answer)


def with_source(program: Program) -> None:
    say(HELLO | {"uses": ["src", "mt"]})
    for answer in program.answers():
        say(answer)


def late(program: Program) -> None:
    """All answers at the end, the last item first, and more words on standard error than a pipe holds."""
    say(HELLO)
    answers = []
    for answer in program.answers():
        answers.append(answer)
        print("x" * 200, file=sys.stderr)
    for answer in reversed(answers):
        say(answer)


def other_revision(program: Program) -> None:
    say(HELLO | {"revision": "r8"})
    for answer in program.answers():
        say(answer)


def breaks_once(program: Program) -> None:
    """Killed behind its second answer, the first time."""
    broken = program.mark()
    say(HELLO)
    for number, answer in enumerate(program.answers()):
        if number == 2 and not broken:
            os.kill(os.getpid(), signal.SIGKILL)
        say(answer)


def too_few(program: Program) -> None:
    say(HELLO)
    for answer in list(program.answers())[:-2]:
        say(answer)


def unknown_id(program: Program) -> None:
    say(HELLO)
    answers = list(program.answers())
    for answer in [*answers, {"id": len(answers), "score": 0.5}]:
        say(answer)


def twice(program: Program) -> None:
    say(HELLO)
    for answer in program.answers():
        say(answer)
        say(answer)


def nan(program: Program) -> None:
    say(HELLO)
    for answer in program.answers():
        say(answer | {"score": float("nan")})


def null(program: Program) -> None:
    say(HELLO)
    for answer in program.answers():
        say(answer | {"score": None})


def boolean(program: Program) -> None:
    say(HELLO)
    for answer in program.answers():
        say(answer | {"score": True})


def huge(program: Program) -> None:
    """A whole number that no float holds."""
    say(HELLO)
    for answer in program.answers():
        say(answer | {"score": 10**400})


def huge_range(program: Program) -> None:
    say(HELLO | {"range": [0, 10**400]})
    list(program.items())


def out_of_range(program: Program) -> None:
    say(HELLO)
    for answer in program.answers():
        say(answer | {"score": 1.5})


def no_id(program: Program) -> None:
    say(HELLO)
    for answer in program.answers():
        say({"score": answer["score"]})


def chatter(program: Program) -> None:
    say(HELLO)
    print("Loading checkpoint shards: 100%", flush=True)
    for answer in program.answers():
        say(answer)


def not_utf8(program: Program) -> None:
    say(HELLO)
    sys.stdout.buffer.write(b'{"id": 0, "score": "\xff"}\n')
    sys.stdout.flush()
    list(program.items())


def endless_line(program: Program) -> None:
    say(HELLO)
    for _ in range(64):
        sys.stdout.write("0" * 65536)
    sys.stdout.flush()


def crash(program: Program) -> None:
    say(HELLO)
    next(program.items())
    raise RuntimeError("CUDA out of memory")


def crash_at_start(program: Program) -> None:
    print("ModuleNotFoundError: No module named 'comet'", file=sys.stderr)
    sys.exit(1)


def wrong_protocol(program: Program) -> None:
    say({"tertium": 2})
    list(program.items())


def by_system(program: Program) -> None:
    say(HELLO | {"level": "system"})
    list(program.items())


def odd_uses(program: Program) -> None:
    say(HELLO | {"uses": ["hypothesis"]})
    list(program.items())


def says_error(program: Program) -> None:
    say({"error": "the model example/large is not here; fetch it first."})
    sys.exit(3)


def silent(program: Program) -> None:
    """Says hello and no more; so does a process of its own."""
    say(HELLO)
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    program.note(f"start {other.pid}")
    time.sleep(600)


def mute(program: Program) -> None:
    time.sleep(600)


def reads_nothing(program: Program) -> None:
    say(HELLO)
    os.close(0)
    sys.exit(0)


def fails_at_the_end(program: Program) -> None:
    good(program)
    sys.exit(5)


def stays(program: Program) -> None:
    """Answers everything and then does not end."""
    good(program)
    sys.stdout.flush()
    os.close(1)
    time.sleep(600)


def stays_open(program: Program) -> None:
    """The same, and its output stays open."""
    good(program)
    time.sleep(600)


def leaves_one_behind(program: Program) -> None:
    """Answers everything and ends; a process that it started holds its output open."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    program.note(f"start {other.pid}")
    good(program)


def slow(program: Program) -> None:
    """An item every tenth of a second, and a process of its own beside it."""
    say(HELLO)
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    program.note(f"start {other.pid}")
    for answer in program.answers():
        say(answer)
        time.sleep(0.1)
    other.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("mode")
    parser.add_argument("--log")
    given = parser.parse_args()
    globals()[given.mode](Program(given.log))
