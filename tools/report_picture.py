"""report_picture.py PAGE PICTURE: the top of a page as a small PNG, for the README. `make picture` runs it.

Chromium draws it at the width of a laptop's window; a palette of 64 colours makes it small enough for a repository.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTH, HEIGHT = 1280, 860
COLOURS = 64
MOST_BYTES = 150_000


def drawn(page: Path, folder: Path) -> Path:
    """A screenshot of the first screen, once the scripts of the page have come to rest."""
    program = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if program is None:
        raise SystemExit("report_picture.py: no chromium on PATH; install it, or set CHROMIUM to its program.")
    file = folder / "screen.png"
    command = [
        program, "--headless", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars",
        "--virtual-time-budget=10000", f"--user-data-dir={folder / 'profile'}", f"--window-size={WIDTH},{HEIGHT}",
        f"--screenshot={file}", *(["--no-sandbox"] if os.geteuid() == 0 else []), page.resolve().as_uri(),
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    return file


def main(arguments: list[str]) -> None:
    if len(arguments) != 2:
        raise SystemExit("usage: report_picture.py PAGE PICTURE")
    from PIL import Image

    page, picture = map(Path, arguments)
    with tempfile.TemporaryDirectory() as folder, Image.open(drawn(page, Path(folder))) as screen:
        small = screen.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(picture, optimize=True)
    size = picture.stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"report_picture.py: {picture} has {size:,} bytes, more than {MOST_BYTES:,}.")
    sys.stdout.write(f"{picture}: {size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
