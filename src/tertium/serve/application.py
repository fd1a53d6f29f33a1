"""The routes: pages that jinja2 writes, and the JSON that their scripts ask for."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from tertium.errors import InputError, TertiumError, in_shell, printable
from tertium.serve.guard import REPORT_CSP, Access, Guard
from tertium.serve.history import History, NotKeptError
from tertium.serve.jobs import BusyError, Job, Jobs
from tertium.serve.kept import KeptScore, KeptText, NewRun
from tertium.serve.limits import ServerLimits
from tertium.serve.metric_list import metric_list
from tertium.serve.pages import page
from tertium.serve.requests import asked_for, run_request
from tertium.serve.sentences import Sentences, SlowError
from tertium.serve.shelf import Shelf, ShelfText, TooMuchError
from tertium.serve.views import HEIGHT, WIDTH, trend, two_runs
from tertium.tasks.explain import DEFAULT as SENTENCE_METRICS

ROLES = {
    **{"reference": "references", "system": "systems", "source": "sources", "documents": "documents"},
    **{"judgments": "judgments", "scores": "scores"},
}
ASSETS = Path(__file__).parent / "assets"
REPORT_ASSETS = Path(__file__).parents[1] / "render" / "page" / "assets"


class PlainJSON(JSONResponse):
    """In ASCII, so that no text can be one that UTF-8 does not have."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False).encode("ascii")


@dataclass(frozen=True)
class Server:
    """All that the routes share."""

    shelf: Shelf
    history: History
    sentences: Sentences
    limits: ServerLimits
    folder: Path

    def application(self, access: Access) -> ASGIApp:
        routes = Routes(self)
        app = Starlette(
            routes=routes.all(),
            lifespan=routes.lifespan,
            exception_handlers={
                TertiumError: _refused,
                HTTPException: _not_found,
                ClientDisconnect: _gone,
                Exception: _bug,
            },
            max_body_size=self.limits.body_bytes,
        )
        return Guard(app, access, self.limits)


class Routes:
    def __init__(self, server: Server) -> None:
        self._server = server
        self._shelf, self._history, self._limits = server.shelf, server.history, server.limits
        self._jobs: Jobs | None = None  # needs the event loop
        self._uploads = 0

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self._jobs = Jobs(self._server.folder, self._limits, self._keep)
        try:
            yield
        finally:
            await self._jobs.close()

    @property
    def jobs(self) -> Jobs:
        if self._jobs is None:
            raise RuntimeError("the server has not started")
        return self._jobs

    def all(self) -> list[Route | Mount]:
        return [
            Route("/", self.new_page),
            Route("/sentences", self.sentences_page),
            Route("/history", self.history_page),
            Route("/runs/{number}", self.run_page),
            Route("/runs/{number}/report", self.report),
            Route("/runs/{number}/report.html", self.export),
            Route("/compare", self.compare_page),
            Route("/trend", self.trend_page),
            Route("/api/ping", self.ping),
            Route("/api/texts", self.list_texts, methods=["GET"]),
            Route("/api/texts", self.add_text, methods=["POST"]),
            Route("/api/texts/{identity}", self.remove_text, methods=["DELETE"]),
            Route("/api/sentences", self.score_sentences, methods=["POST"]),
            Route("/api/jobs", self.start_job, methods=["POST"]),
            Route("/api/jobs/{identity}", self.show_job, methods=["GET"]),
            Route("/api/jobs/{identity}", self.cancel_job, methods=["DELETE"]),
            Route("/api/tests", self.start_test, methods=["POST"]),
            Route("/api/runs", self.clear_runs, methods=["DELETE"]),
            Route("/api/runs/{number}", self.delete_run, methods=["DELETE"]),
            Route("/favicon.ico", self.no_icon),
            Mount("/assets/report", StaticFiles(directory=REPORT_ASSETS)),  # the same style and pictures as the report
            Mount("/assets", StaticFiles(directory=ASSETS)),
        ]

    # Pages

    async def new_page(self, request: Request) -> Response:
        return await self._page("new.html", {"here": "new", "metrics": metric_list(), "most": self._limits.text_bytes})

    async def sentences_page(self, request: Request) -> Response:
        values = {"here": "sentences", "metrics": metric_list(), "chosen": SENTENCE_METRICS}
        return await self._page("sentences.html", {**values, "most": self._limits.sentence_characters})

    async def history_page(self, request: Request) -> Response:
        runs = await to_thread.run_sync(self._history.runs)
        systems: dict[str, int] = {}
        for run in runs:
            for system in run.systems:
                systems[system] = systems.get(system, 0) + 1
        return await self._page("history.html", {"here": "history", "runs": runs, "systems": systems})

    async def run_page(self, request: Request) -> Response:
        run = await to_thread.run_sync(self._history.run, _run_number(request))
        return await self._page("run.html", {"here": "history", "run": run})

    async def compare_page(self, request: Request) -> Response:
        numbers = sorted(_number(text) for text in request.query_params.getlist("run"))
        if len(numbers) != 2 or numbers[0] == numbers[1]:
            raise InputError(f"two runs are compared, got {len(set(numbers))}; mark two of them in the history.")
        before, after = [await to_thread.run_sync(self._history.run, number) for number in numbers]
        return await self._page("compare.html", {"here": "history", "two": two_runs(before, after)})

    async def trend_page(self, request: Request) -> Response:
        system = request.query_params.get("system", "")
        series = trend(system, await to_thread.run_sync(self._history.runs))
        if not series:
            raise InputError(f"no run in the history has a system '{printable(system)[:100]}'.")
        values = {"here": "history", "system": system, "series": series, "width": WIDTH, "height": HEIGHT}
        return await self._page("trend.html", values)

    async def report(self, request: Request) -> Response:
        """The page of a run, without the powers of this server's own pages."""
        made = await to_thread.run_sync(self._history.page, _run_number(request))
        return HTMLResponse(made, headers={"Content-Security-Policy": REPORT_CSP})

    async def export(self, request: Request) -> Response:
        run = await to_thread.run_sync(self._history.run, _run_number(request))
        made = await to_thread.run_sync(self._history.page, run.id)
        plain = re.sub(r"[^A-Za-z0-9]+", "-", run.title).strip("-")[:60] or "report"
        disposition = f"attachment; filename=\"{plain}.html\"; filename*=UTF-8''{quote(run.title[:60])}.html"
        headers = {"Content-Security-Policy": REPORT_CSP, "Content-Disposition": disposition}
        return HTMLResponse(made, headers=headers)

    async def no_icon(self, request: Request) -> Response:
        """Browsers ask for it beside files that name none, such as a report."""
        return Response(status_code=204)

    async def _page(self, template: str, values: Mapping[str, Any]) -> Response:
        return HTMLResponse(page(template, {**values, "history": self._history}))

    # What scripts ask for

    async def ping(self, request: Request) -> Response:
        return PlainJSON({"tertium": "here"})

    async def list_texts(self, request: Request) -> Response:
        return PlainJSON([_shown(text) for text in self._shelf])

    async def add_text(self, request: Request) -> Response:
        label = printable(request.query_params.get("label", ""))[:200] or "text"
        if self._uploads >= self._limits.uploads:
            raise BusyError(f"{self._uploads} texts are arriving at this moment, which is all; try again.")
        self._uploads += 1
        try:
            added = await self._shelf.add(label, request.stream(), whole="whole" in request.query_params)
            first, *others = [_shown(text) for text in added.texts]
            return PlainJSON({**first, "others": others, "remark": in_shell(added.remark)}, 201)
        finally:
            self._uploads -= 1

    async def remove_text(self, request: Request) -> Response:
        self._shelf.remove(request.path_params["identity"])
        return Response(status_code=204)

    async def score_sentences(self, request: Request) -> Response:
        return PlainJSON(await self._server.sentences.explained(await self._json(request)))

    async def start_job(self, request: Request) -> Response:
        sent = await self._json(request)
        asked = await to_thread.run_sync(run_request, sent, self._shelf)
        return PlainJSON(self.jobs.start(asked).plain(), 202)

    async def start_test(self, request: Request) -> Response:
        """Score the systems of two runs again, side by side: their texts are in the history."""
        numbers = (await self._json(request)).get("runs")
        if not isinstance(numbers, list) or len(numbers) != 2 or not all(type(item) is int for item in numbers):
            raise InputError("two runs are tested against each other; give their numbers.")
        asked = await to_thread.run_sync(self._test_of, *sorted(numbers))
        return PlainJSON(self.jobs.start(asked).plain(), 202)

    async def show_job(self, request: Request) -> Response:
        return PlainJSON(self._job(request).plain())

    async def cancel_job(self, request: Request) -> Response:
        job = self._job(request)
        await self.jobs.cancel(job)
        return PlainJSON(job.plain())

    async def delete_run(self, request: Request) -> Response:
        await to_thread.run_sync(self._history.delete, _run_number(request))
        return Response(status_code=204)

    async def clear_runs(self, request: Request) -> Response:
        await to_thread.run_sync(self._history.clear)
        return Response(status_code=204)

    def _job(self, request: Request) -> Job:
        found = self.jobs.job(request.path_params["identity"])
        if found is None:
            raise HTTPException(404, "this job is not known; the server may have been started again since.")
        return found

    async def _json(self, request: Request) -> dict[str, Any]:
        body = bytearray()
        async for piece in request.stream():
            body += piece
            if len(body) > self._limits.json_bytes:
                raise TooMuchError(f"the body is longer than {self._limits.json_bytes:,} bytes.")
        try:
            sent = json.loads(body)
        except (ValueError, RecursionError):
            raise InputError("the body is not JSON.") from None
        if not isinstance(sent, dict):
            raise InputError("the body is JSON but no object.")
        return sent

    # What is kept

    async def _keep(self, job: Job, summary: Mapping[str, Any]) -> int:
        return await to_thread.run_sync(self._kept, job, summary)

    def _kept(self, job: Job, summary: Mapping[str, Any]) -> int:
        asked, digests = job.asked, summary["digests"]
        texts = [
            KeptText(role, place["label"], place.get("name", ""), digests[place["path"]])
            for role, key in ROLES.items()
            for place in asked[key]
        ]
        contents = {}
        for path, digest in digests.items():
            contents[digest] = Path(path).read_bytes()
        scores = [KeptScore(**score) for score in summary["scores"]]
        test_set = " ".join(text.digest[:16] for text in texts if text.role == "reference")
        plain = {"metrics": asked["metrics"], "language": asked["language"]}
        made = job.page.read_bytes()
        return self._history.add(
            NewRun(
                asked["title"],
                summary["segments"],
                job.seconds,
                test_set,
                plain,
                summary["warnings"],
                scores,
                texts,
                contents,
                made,
            )
        )

    def _test_of(self, first: int, second: int) -> dict[str, Any]:
        before, after = self._history.run(first), self._history.run(second)
        if before.test_set != after.test_set:
            raise InputError(
                f"runs {first} and {second} have other references, so that their systems cannot be tested against "
                "each other; make a report with the same ones."
            )
        texts = {text.digest: self._from_history(text) for run in (before, after) for text in run.texts}
        references, sources, documents = (
            [texts[text.digest] for text in before.texts if text.role == role]
            for role in ("reference", "source", "documents")
        )
        systems = [
            (texts[text.digest], f"{text.name} (run {run.id})")
            for run in (before, after)
            for text in run.texts
            if text.role == "system"
        ]
        metrics = list(dict.fromkeys((*before.asked["metrics"], *after.asked["metrics"])))
        language = before.asked["language"] or after.asked["language"]
        title = f"Runs {first} and {second} compared"
        return asked_for(references, systems, sources, documents, metrics, language, title)

    def _from_history(self, text: KeptText) -> ShelfText:
        """A kept text as a file; its bytes are its name, so that it is written once."""
        path = self._server.folder / f"kept-{text.digest}"
        content = self._history.content(text.digest)
        if not path.exists():
            path.write_bytes(content)
        return ShelfText(text.digest, str(path), text.label, len(content), 0, "", True)


def _shown(text: ShelfText) -> dict[str, Any]:
    """What the page may know of a text: not where it lies."""
    names = ("id", "label", "folder", "size", "lines", "start", "ours", "column", "whole")
    return {name: getattr(text, name) for name in names}


def _run_number(request: Request) -> int:
    """Of the address. Python and SQLite have bounds for numbers, and no history is that long."""
    number = _number(request.path_params["number"])
    if not number:
        raise HTTPException(404, "Not Found")
    return number


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _answer(request: Request, status: int, sentence: str) -> Response:
    if request.url.path.startswith("/api/"):
        return PlainJSON({"error": sentence}, status)
    return HTMLResponse(page("problem.html", {"status": status, "sentence": sentence, "here": ""}), status)


async def _refused(request: Request, problem: Exception) -> Response:
    status = 422
    for kind, number in ((TooMuchError, 413), (SlowError, 408), (BusyError, 429), (NotKeptError, 404)):
        if isinstance(problem, kind):
            status = number
    said = problem.said if isinstance(problem, TertiumError) else str(problem)
    return _answer(request, status, in_shell(said))


async def _not_found(request: Request, problem: Exception) -> Response:
    if not isinstance(problem, HTTPException):
        raise problem
    if problem.status_code == 404 and problem.detail == "Not Found":
        return _answer(request, 404, "there is no such page here.")
    if problem.status_code == 413:
        return _answer(request, 413, "the body is larger than the server takes.")
    if problem.status_code == 405:
        return _answer(request, 405, f"nothing here is asked for with {request.method}.")
    return _answer(request, problem.status_code, problem.detail)


async def _gone(request: Request, problem: Exception) -> Response:
    return Response(status_code=400)  # nobody is there to read it


async def _bug(request: Request, problem: Exception) -> Response:
    return _answer(request, 500, f"a bug of tertium: {type(problem).__name__}: {printable(str(problem))[:300]}")
