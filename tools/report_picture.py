"""report_picture.py PAGE SEGMENT PICTURE: a report's leaderboard and one segment, opened, as a small PNG.

`make picture` runs it for the README. Chromium draws both at the width of a laptop's window, and they are put below
each other; a palette of few colours makes the picture small enough for a repository.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path

WIDTH, HEIGHT = 1180, 900
MARGIN = 24
COLOURS = 64
MOST_BYTES = 150_000


def drawn(page: Path, segment: int) -> list[bytes]:
    """Screenshots of the parts, from the top."""
    from playwright.sync_api import sync_playwright

    program = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if program is None:
        raise SystemExit("report_picture.py: no chromium on PATH; install it, or set CHROMIUM to its program.")
    with sync_playwright() as playwright:
        arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        tab.goto(page.resolve().as_uri())
        tab.locator(f"button.segment[aria-controls=segment-{segment}]").click()
        parts = (tab.locator("#leaderboard table"), tab.locator(f".segment-item:has(#segment-{segment})"))
        made = [part.screenshot() for part in parts]
        browser.close()
    return made


def main(arguments: list[str]) -> None:
    if len(arguments) != 3:
        raise SystemExit("usage: report_picture.py PAGE SEGMENT PICTURE")
    from PIL import Image

    picture = Path(arguments[2])
    parts = [Image.open(io.BytesIO(part)).convert("RGB") for part in drawn(Path(arguments[0]), int(arguments[1]))]
    width = max(part.width for part in parts) + 2 * MARGIN
    paper = Image.new("RGB", (width, sum(part.height + MARGIN for part in parts) + MARGIN), "white")
    top = MARGIN
    for part in parts:
        paper.paste(part, (MARGIN, top))
        top += part.height + MARGIN
    paper.quantize(COLOURS, dither=Image.Dither.NONE).save(picture, optimize=True)
    size = picture.stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"report_picture.py: {picture} has {size:,} bytes, more than {MOST_BYTES:,}.")
    sys.stdout.write(f"{picture}: {size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
