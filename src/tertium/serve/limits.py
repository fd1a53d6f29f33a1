"""How much, how long and how many: every bound of the server in one record, each with a message of its own."""

from __future__ import annotations

import os
from dataclasses import dataclass

MIB = 1 << 20
_LEAST_MEMORY = 2048 * MIB  # threads and libraries reserve addresses that they never use


@dataclass(frozen=True)
class ServerLimits:
    """Bytes, seconds and counts. Tests take smaller ones, nobody needs other ones (docs/serve.md lists them)."""

    header_bytes: int = 16 << 10
    json_bytes: int = 1 * MIB
    text_bytes: int = 64 * MIB  # of one text
    shelf_bytes: int = 512 * MIB  # of all texts together
    shelf_texts: int = 200
    sentence_characters: int = 2_000  # of the two sentences that are scored while somebody types

    header_seconds: float = 10.0  # from the first byte, or from the connection, to the end of the head
    body_seconds: float = 60.0
    write_seconds: float = 60.0
    idle_seconds: int = 15  # between two requests of a connection
    sentence_seconds: float = 5.0
    job_seconds: float = 3600.0
    job_bytes: int | None = None  # of memory; None is as much as the machine can give

    connections: int = 2_000
    uploads: int = 8  # at once
    sentences: int = 64  # being scored or waiting for it
    sentence_threads: int = 2
    running_jobs: int = 2
    waiting_jobs: int = 8

    @property
    def body_bytes(self) -> int:
        """Of any body: a text that is a little too long is read so far that the answer can name it."""
        return self.text_bytes + (1 << 16)

    def memory_of_a_job(self) -> int | None:
        """Bytes of one job: as many as are given, else its share of three quarters of the machine's memory.

        A report that grows without end then fails by itself, before the system kills something else.
        """
        if self.job_bytes is not None:
            return self.job_bytes
        try:
            whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        except (AttributeError, OSError, ValueError):  # Windows
            return None
        return max(_LEAST_MEMORY, whole * 3 // 4 // self.running_jobs)


def too_large(label: str, most: int) -> str:
    """What is said of a text beyond ``text_bytes``."""
    return (
        f"{label} is larger than {most / MIB:g} MiB, the most that a page takes; name the file on the command line, as "
        "in 'tertium serve FILE', and it is read where it is."
    )


def room_for_connections(wanted: int) -> int:
    """How many connections may be open; the system's soft limit on open files is raised for them where it may be."""
    try:
        import resource
    except ImportError:  # Windows has no such limit on sockets
        return wanted
    spare = 200  # files, pipes of jobs, the database
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted + spare:
        most = wanted + spare if hard == unlimited else min(hard, wanted + spare)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError):  # a sandbox may forbid it; fewer connections then
            pass
    return wanted if soft == unlimited else max(16, min(wanted, soft - spare))
