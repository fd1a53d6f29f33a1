"""Somebody who reads a page: one tab with the network off, who notes every request and every complaint."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pages.browser import LAID_OUT, axe_source, pictures

if TYPE_CHECKING:  # the modules of tests import this one, and must be readable where there is no playwright
    from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Page, Route

WIDE = (1280, 900)
NARROW = (360, 740)
HARMLESS = ("file:", "data:", "blob:", "about:")
# WCAG 2.0 to 2.2, levels A and AA. axe-core leaves the size of targets out unless it is asked by name.
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
_RUN_AXE = """axe.run(document, %s).then(found => found.violations.flatMap(rule => rule.nodes.map(
  node => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`)))"""


class Reader:
    """A tab and what it did. ``page`` is playwright's; the rest is what the tests of all pages share."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        self.requests: list[str] = []  # addresses that were asked for and refused
        self.expected: list[str] = []  # parts of complaints that belong to the test; the browser may report them late
        self.complaints: list[str] = []  # errors and warnings of the console, exceptions, dialogs, new windows, crashes
        self.allowed: list[str] = []  # beginnings of addresses that may be loaded
        self._context = context
        self._name = name.removeprefix("test_")
        context.route("**/*", self._request)
        context.route_web_socket("**/*", lambda socket: self.requests.append(socket.url))  # never connected
        context.add_init_script(LAID_OUT)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(f"exception: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("crash", lambda _: self.complaints.append("the tab crashed"))
        context.on("page", lambda page: self.complaints.append(f"new window: {page.url}"))

    def _request(self, route: Route) -> None:
        address = route.request.url
        if address.startswith(HARMLESS) or any(address.startswith(start) for start in self.allowed):
            route.continue_()
        else:
            self.requests.append(address)
            route.abort()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _dialog(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    # -- opening --------------------------------------------------------------------------------------------------

    def open(self, place: Path | str) -> Page:
        """A file, as a mail program would open its attachment, or an address of a server named with ``allow``."""
        self.page.goto(place.resolve().as_uri() if isinstance(place, Path) else place)
        return self.page

    def allow(self, server: str) -> None:
        """Requests to this server ("http://127.0.0.1:8000/") are no fault. Give the whole origin and a slash."""
        if not re.fullmatch(r"https?://[^/]+/", server):
            raise ValueError(f"expected an origin and a slash, got {server}")
        self.allowed.append(server)

    # -- ways to look ---------------------------------------------------------------------------------------------

    def light(self) -> None:
        self.page.emulate_media(media="screen", color_scheme="light")

    def dark(self) -> None:
        self.page.emulate_media(media="screen", color_scheme="dark")

    def on_paper(self) -> None:
        self.page.emulate_media(media="print", color_scheme="light")

    def wide(self) -> None:
        self.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})

    def narrow(self) -> None:
        """The narrowest telephone that is still about."""
        self.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})

    def views(self) -> Iterator[str]:
        """Light, light at 360 px, dark: turns each on and gives its name. Colours do not depend on the width."""
        try:
            for name, turns in (
                ("light", (self.light, self.wide)),
                ("narrow", (self.light, self.narrow)),
                ("dark", (self.dark, self.wide)),
            ):
                for turn in turns:
                    turn()
                yield name
        finally:
            self.light()
            self.wide()

    # -- what can be seen ------------------------------------------------------------------------------------------

    def keep(self, name: str, *, whole: bool = True) -> Path:
        """A picture of the page as it is now, for people to look at: TESTNAME-NAME.png in build/pages."""
        file = pictures() / f"{re.sub(r'[^a-zA-Z0-9]+', '-', f'{self._name}-{name}').strip('-')}.png"
        self.page.screenshot(path=file, full_page=whole, animations="disabled")
        return file

    def sideways(self) -> int:
        """How many pixels of the page (not of a table that scrolls by itself) lie beyond the right edge."""
        return int(
            self.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )

    def violations(self) -> list[str]:
        """What axe-core finds against WCAG 2.2 A and AA, one line a place. It looks at what is open now, in this view.

        The script goes in through the debugger, so the page keeps its Content-Security-Policy while it is looked at.
        """
        self.page.wait_for_load_state("load")  # a page that is being left for another may not have its styles yet
        with self._debugger() as session:
            if self._run(session, "typeof axe") == "undefined":
                self._run(session, f"{axe_source()}; 0")
            found: list[str] = self._run(session, _RUN_AXE % json.dumps(RULES))
        return found

    def pdf(self) -> Path:
        """The page as printed on A4, beside the pictures."""
        file = pictures() / f"{re.sub(r'[^a-zA-Z0-9]+', '-', self._name).strip('-')}.pdf"
        self.page.pdf(path=file, format="A4")
        return file

    @contextmanager
    def _debugger(self) -> Iterator[Any]:
        session = self._context.new_cdp_session(self.page)
        try:
            yield session
        finally:
            session.detach()

    @staticmethod
    def _run(session: Any, expression: str) -> Any:
        answer = session.send(
            "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    # -- hands ----------------------------------------------------------------------------------------------------

    def focused(self) -> str:
        """What the keyboard is on, in words: tag, role and name ("button Copy as TSV"); "" on nothing."""
        return str(
            self.page.evaluate(
                """() => {
                  const at = document.activeElement;
                  if (!at || at === document.body) return "";
                  const name = at.getAttribute("aria-label") || at.innerText || at.value || at.id || "";
                  return `${at.getAttribute("role") || at.localName} ${name.trim().replace(/\\s+/g, " ")}`.trim();
                }"""
            )
        )

    def tab_to(self, wanted: str, *, most: int = 200) -> None:
        """Press Tab until the keyboard is on what ``focused`` would call this, as somebody without a mouse does."""
        seen = []
        for _ in range(most):
            self.page.keyboard.press("Tab")
            seen.append(self.focused())
            if re.search(wanted, seen[-1]):
                return
        raise AssertionError(f"Tab never came to {wanted!r}, only to {list(dict.fromkeys(seen))}")

    def clipboard(self) -> str:
        """What was copied last."""
        self._context.grant_permissions(["clipboard-read", "clipboard-write"])
        return str(self.page.evaluate("() => navigator.clipboard.readText()"))

    # -- the end ----------------------------------------------------------------------------------------------------

    def faults(self) -> list[str]:
        """Everything that no page of ours may do, whatever the test was about."""
        said = [line for line in self.complaints if not any(part in line for part in self.expected)]
        return [*(f"request: {address}" for address in self.requests), *said]
