"""From the shell to a command and back: exit codes, one-line errors, interruption, closed pipes.

Exit codes: 0 done; 2 something the user can put right (the message says what); 130 interrupted; 141 the reader of our
output went away. Anything else is a bug of ours and shows a traceback.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from tertium.cli import command_table as commands
from tertium.cli.messages import error, errors, occupy_closed_streams, speak_utf8
from tertium.cli.output import ClosedPipeError, prepare_outputs, write_stdout
from tertium.cli.parser import HelpRequested
from tertium.errors import OddTextsError, TertiumError, did_you_mean, printable

INTERRUPTED = 130
CLOSED_PIPE = 141


def program() -> NoReturn:
    """The whole process. Python's own end, which takes every module apart, is a tenth of a short run: we just leave."""
    gc.set_threshold(200_000)  # starting makes many objects and no garbage
    occupy_closed_streams()
    code = main()
    atexit._run_exitfuncs()
    # One of these functions saves what coverage saw, so that it cannot see what follows.
    for stream in (sys.stdout, sys.stderr):  # pragma: no cover
        with suppress(OSError, ValueError, AttributeError):  # closed, or never there: nothing of ours is left in it
            stream.flush()
    os._exit(code)  # pragma: no cover


def main(argv: Sequence[str] | None = None) -> int:
    speak_utf8()
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except HelpRequested as request:
        return _finish(request.text)
    except TertiumError as problem:
        return _refuse(problem)
    except ClosedPipeError:
        return CLOSED_PIPE
    except (MemoryError, OSError) as problem:
        refused = _refused_by_the_machine(problem)
        if refused is None or os.environ.get("TERTIUM_DEBUG"):
            raise
        error(refused)
        return 2
    except KeyboardInterrupt as interruption:
        if os.environ.get("TERTIUM_DEBUG"):
            raise
        error(str(interruption) or "interrupted; nothing was written.")
        return _leave_at_once(INTERRUPTED)


def _run(argv: list[str]) -> int:
    if not argv:
        raise TertiumError(
            "no command given; 'tertium score REF -i SYSTEM' scores, 'tertium --help' lists all commands."
        )
    first = argv[0]
    if first in ("-h", "--help", "help"):
        raise HelpRequested(commands.overview())
    if first in ("-V", "--version"):
        from tertium.cli.version import version_line

        write_stdout(version_line() + "\n")
        return 0
    if first not in commands.COMMANDS:
        raise _unknown(first)
    command = commands.COMMANDS[first]
    parser = command.parser()
    arguments = parser.parse_intermixed_args(argv[1:])
    made = prepare_outputs(arguments)
    arguments.argv = argv  # for those who say how to repeat it; outputs in here must not be taken for inputs above
    try:
        return command.run(arguments)
    except KeyboardInterrupt:
        folder = getattr(arguments, "resume", None)
        if folder is None and not (getattr(arguments, "tools", None) and not arguments.no_cache):
            raise
        place = "the cache" if folder is None else printable(folder)
        raise KeyboardInterrupt(f"interrupted; {place} keeps what was done, and the same command goes on.") from None
    finally:
        if made:
            from tertium.corpus.files.outputs import remove_empty

            remove_empty(made)


def _unknown(word: str) -> TertiumError:
    shown = printable(word)
    if word.startswith("-") or os.path.exists(word):  # noqa: PTH110 - a name that is no path must not raise
        return TertiumError(f"no command given before '{shown}'; did you mean 'tertium score {shown} ...'?")
    hint = did_you_mean(word, commands.COMMANDS)
    return TertiumError(f"unknown command '{shown}'{hint or ';'} 'tertium --help' lists all.")


def _finish(text: str) -> int:
    try:
        write_stdout(text)
    except ClosedPipeError:
        return CLOSED_PIPE
    except TertiumError as problem:
        return _refuse(problem)
    return 0


def _refuse(problem: TertiumError) -> int:
    if os.environ.get("TERTIUM_DEBUG"):
        raise problem
    errors(problem.said_one_by_one if isinstance(problem, OddTextsError) else [problem.said])
    return 2


def _refused_by_the_machine(problem: Exception) -> str | None:
    """What to say if the system had no more to give; None of any other error, which is a bug of ours."""
    if isinstance(problem, MemoryError) or (isinstance(problem, OSError) and problem.errno == errno.ENOMEM):
        return "the system has no more memory to give; free some, or score fewer segments at a time."
    if isinstance(problem, OSError) and problem.errno in (errno.EMFILE, errno.ENFILE):
        return "too many files are open; raise the limit (ulimit -n), or give fewer files at a time."
    if isinstance(problem, PermissionError) and problem.filename is not None:
        return f"{printable(str(problem.filename))} is not for this user; check its permissions."
    if isinstance(problem, FileNotFoundError):
        from tertium.corpus.files.access import removed_here

        if removed_here():
            return "the current folder was removed; change to another one (cd) and run again."
    return None


def _leave_at_once(code: int) -> int:
    """Worker threads may be deep in a kernel; the interpreter would wait for them before it ends."""
    sys.stderr.flush()
    os._exit(code)
