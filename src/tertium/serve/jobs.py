"""Long work: a queue of jobs, each in a process of its own, with progress, a time limit and an end at any moment."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tertium.errors import TertiumError
from tertium.serve.limits import ServerLimits

State = Literal["waiting", "running", "done", "failed", "cancelled"]
Finish = Callable[["Job", Mapping[str, Any]], Awaitable[int]]
_REMEMBERED = 200  # ended jobs whose outcome can still be asked for
_LINE = 1 << 20


class BusyError(TertiumError):
    """All places are taken; the answer is 429."""


@dataclass
class Job:
    """One report in the making. ``run`` is its number in the history once it is done."""

    id: str
    asked: Mapping[str, Any]
    page: Path
    state: State = "waiting"
    doing: str = ""
    done: int = 0
    total: int = 0
    notices: list[str] = field(default_factory=list)
    error: str | None = None
    run: int | None = None
    started: float | None = None
    seconds: float = 0.0
    task: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    def plain(self) -> dict[str, Any]:
        """What the page is told."""
        running = time.monotonic() - self.started if self.started is not None and not self.ended else self.seconds
        names = ("id", "state", "doing", "done", "total", "notices", "error", "run")
        return {name: getattr(self, name) for name in names} | {"seconds": round(running, 1)}


class Jobs:
    """All jobs of one server. ``finish`` keeps what a job has made and says under which number."""

    def __init__(self, folder: Path, limits: ServerLimits, finish: Finish) -> None:
        self._folder, self._limits, self._finish = folder, limits, finish
        self._jobs: dict[str, Job] = {}
        self._places = asyncio.Semaphore(limits.running_jobs)

    def job(self, identity: str) -> Job | None:
        return self._jobs.get(identity)

    def start(self, asked: Mapping[str, Any]) -> Job:
        """A new job, at once or when its turn comes; refused where too many wait."""
        active = [job for job in self._jobs.values() if not job.ended]
        most = self._limits.running_jobs + self._limits.waiting_jobs
        if len(active) >= most:
            raise BusyError(f"{len(active)} reports are being made or wait for it, which is all; try again later.")
        for old in [job.id for job in self._jobs.values() if job.ended][:-_REMEMBERED]:
            del self._jobs[old]
        identity = secrets.token_hex(8)
        job = Job(identity, asked, self._folder / f"page-{identity}.html")
        self._jobs[identity] = job
        job.task = asyncio.create_task(self._run(job))
        return job

    async def cancel(self, job: Job) -> None:
        """End a job wherever it is; nothing of it is kept."""
        if not job.ended and job.task is not None:
            job.task.cancel()
            with suppress(asyncio.CancelledError):
                await job.task

    async def close(self) -> None:
        for job in list(self._jobs.values()):
            await self.cancel(job)

    async def _run(self, job: Job) -> None:
        try:
            async with self._places:
                job.state, job.started = "running", time.monotonic()
                async with asyncio.timeout(self._limits.job_seconds):
                    summary = await self._work(job)
                if summary is not None:
                    job.seconds = time.monotonic() - job.started
                    job.doing = "keeping the report"
                    job.run = await self._finish(job, summary)
                    job.state = "done"
                elif job.error is not None:
                    job.state = "failed"
        except TimeoutError:
            job.state = "failed"
            job.error = (
                f"the report was not done after {self._limits.job_seconds:g} s, the most that a page may take; "
                "'tertium report' on the command line has no such limit."
            )
        except asyncio.CancelledError:
            job.state = "cancelled"
        except TertiumError as problem:  # the history cannot be written, say
            job.state, job.error = "failed", str(problem)
        except Exception as problem:
            job.state, job.error = "failed", f"a bug of tertium: {type(problem).__name__}: {problem}"
        finally:
            if job.started is not None:
                job.seconds = time.monotonic() - job.started
            job.page.unlink(missing_ok=True)

    async def _work(self, job: Job) -> Mapping[str, Any] | None:
        """What the process says it has made; None if it failed, and then ``job.error`` says why."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # else Python would import what lies in the working directory, which may be anybody's
            "-m",
            "tertium.serve.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LINE,
        )
        made: Mapping[str, Any] | None = None
        try:
            stdin, stdout = process.stdin, process.stdout
            if stdin is None or stdout is None:
                raise RuntimeError("a process without pipes")
            stdin.write(
                json.dumps({**job.asked, "page": str(job.page), "memory": self._limits.memory_of_a_job()}).encode(
                    "ascii"
                )
                + b"\n"
            )
            while line := await stdout.readline():
                made = self._heard(job, json.loads(line)) or made
            code = await process.wait()
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if made is None and job.error is None:
            why = "was killed by the system, perhaps for want of memory" if code < 0 else f"ended with {code}"
            job.error = f"the process that made the report {why}; try fewer segments, or run it again."
        return made

    @staticmethod
    def _heard(job: Job, event: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if "progress" in event:
            job.doing, job.done, total = event["progress"]
            job.total = total or job.asked["segments"]  # who streams does not know how many there are
        elif "notice" in event:
            job.notices.append(event["notice"])
        elif "error" in event:
            job.error = event["error"]
        elif "bug" in event:
            job.error = f"a bug of tertium; please report it:\n{event['bug']}"
        return event.get("done")
