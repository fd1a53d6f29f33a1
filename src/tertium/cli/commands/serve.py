"""``tertium serve``: say where the page is, and serve it until somebody ends that."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.cli.messages import note, warn
from tertium.cli.output import write_stdout
from tertium.cli.parser import UsageError
from tertium.errors import MissingExtraError, counted, install, printable

if TYPE_CHECKING:
    from tertium.serve.running import Started


def run(arguments: argparse.Namespace) -> int:
    if arguments.no_history and arguments.history:
        raise UsageError("--history and --no-history contradict each other; give one of them.")
    if arguments.history == "":  # --history "$NAME", never set
        raise UsageError("--history has no name: it is empty; name a file, or leave the option out.")
    try:
        from tertium.serve.history import history_file, refuse_other_files
        from tertium.serve.running import ServeRequest, serve
    except ImportError as missing:
        raise MissingExtraError(
            f"'tertium serve' needs {missing.name}, which is not installed; run {install('serve')}."
        ) from None
    kept = None if arguments.no_history else Path(arguments.history) if arguments.history else history_file()
    if arguments.history:
        refuse_other_files(Path(arguments.history))
    request = ServeRequest(tuple(arguments.files), arguments.host, arguments.port, kept)

    def said(started: Started) -> None:
        _say(started)
        if arguments.open:
            _open(started.address)

    serve(request, said)
    note("the server has ended.")
    return 0


def _say(started: Started) -> None:
    kept = started.history
    where = (
        "Runs are kept in memory, and are gone when the server ends."
        if kept.path is None
        else f"Runs are kept, texts included, in {printable(str(kept.path))} (--no-history keeps none)."
    )
    opened = f"{counted(started.texts, 'text')} to choose from. " if started.texts else ""
    if kept.remark is not None:
        warn([kept.remark])
    write_stdout(
        f"{started.address}\n{opened}Only this machine can open it, and nothing leaves it.\n{where}\nCtrl-C ends it.\n"
    )


def _open(address: str) -> None:
    import webbrowser

    # A browser that runs in the terminal, or that is slow to start, must not keep the page from being served.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
