"""What is kept for later: the history of ``tertium serve``, and parses, links and scores. Written in the process whose
calls fail (failing.py), looked at afterwards in that of the tests."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tertium.corpus.files.kept_values import KeptValues, Shelf
from tertium.errors import TertiumError
from tertium.serve.history import History
from tertium.serve.kept import KeptScore, KeptText, NewRun

SHELF = Shelf("TERTIUM_KEPT_IN_TESTS", "values", "cache of the tests", "value")
VALUES = 120


def run_of(number: int) -> NewRun:
    """One that can be told from every other; its page stays large when it is packed."""
    noise = random.Random(number).randbytes(9000)
    digests = f"r{number}", f"s{number}"
    return NewRun(
        title=f"run {number}",
        segments=3,
        seconds=0.5,
        test_set="refs",
        asked={"metrics": ["bleu"], "number": number},
        warnings=["odd"],
        scores=[KeptScore("sys", "bleu", "bleu#1", True, float(number), 0.0, 99.0, "a")],
        texts=[KeptText("reference", "r", "", digests[0]), KeptText("system", "s", "s", digests[1])],
        contents={digests[0]: noise[:3000], digests[1]: noise[3000:6000]},
        page=noise,
    )


def value_of(batch: int, number: int) -> tuple[bytes, bytes]:
    return b"%d %d" % (batch, number), random.Random(1000 * batch + number).randbytes(300)


def batch_of(batch: int) -> dict[bytes, bytes]:
    return dict(value_of(batch, number) for number in range(VALUES))


def open_values(folder: Path) -> KeptValues:
    """Where the shelf's variable says; the test sets it."""
    assert SHELF.place() == folder
    return KeptValues(SHELF, "kept")


def begin_history(folder: Path) -> None:
    history = History(folder / "h.sqlite")
    for number in (1, 2, 3):
        assert history.add(run_of(number)) == number
    history.close()


def add_run(folder: Path) -> None:
    history = History(folder / "h.sqlite")
    history.add(run_of(4))
    history.close()


def delete_run(folder: Path) -> None:
    history = History(folder / "h.sqlite")
    history.delete(2)
    history.close()


def begin_values(folder: Path) -> None:
    kept = open_values(folder)
    kept.put_bytes(batch_of(1))
    kept.close()


def put_values(folder: Path) -> None:
    kept = open_values(folder)
    if kept.missing(list(batch_of(1))):
        raise RuntimeError("values are lost")
    kept.put_bytes(batch_of(2))
    kept.close()


@dataclass(frozen=True)
class Keeping:
    """Work on a file that is kept: what is there before, the work, and the states that may be found afterwards."""

    begin: Callable[[Path], None]
    work: Callable[[Path], None]
    found: Callable[[Path], object]
    before: object
    after: object


def runs_found(folder: Path) -> object:
    """The numbers of the runs, each looked at whole: page, texts, scores."""
    history = History(folder / "h.sqlite")
    assert history.remark is None, history.remark
    for run in history.runs():
        made = run_of(run.id)
        assert history.page(run.id) == made.page
        assert (run.title, run.asked, list(run.scores), list(run.texts)) == (
            made.title,
            made.asked,
            made.scores,
            made.texts,
        )
        assert {text.digest: history.content(text.digest) for text in run.texts} == made.contents
    numbers = {run.id for run in history.runs()}
    history.close()
    return numbers


def values_found(folder: Path) -> object:
    """The batches that are there; of each all or nothing."""
    kept, found = open_values(folder), set()
    for batch in (1, 2):
        made = batch_of(batch)
        have = kept.get_bytes(list(made))
        assert have in ({}, made)
        if have:
            found.add(batch)
    kept.close()
    assert not list(folder.glob("*.damaged"))
    return found


KEEPINGS = {
    "a run is added": Keeping(begin_history, add_run, runs_found, {1, 2, 3}, {1, 2, 3, 4}),
    "a run is deleted": Keeping(begin_history, delete_run, runs_found, {1, 2, 3}, {1, 3}),
    "values are kept": Keeping(begin_values, put_values, values_found, {1}, {1, 2}),
}


def keep(name: str, folder: str) -> int:
    """The work by its name, as a command does it: a refusal is one sentence and exit code 2."""
    try:
        KEEPINGS[name].work(Path(folder))
    except TertiumError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0
