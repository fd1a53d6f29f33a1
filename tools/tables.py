"""Write the tables of the five papers beside what tertium prints, into the pages of docs/papers.

    python tools/tables.py ../shared docs/papers build/tables              (make tables)
    python tools/tables.py ../shared docs/papers build/tables isozaki      (make tables ONLY=isozaki)
    TERTIUM_EVERY=1 python tools/tables.py …                               (make tables EVERY=1: no samples)

A page is written by hand but for what stands between ``<!-- table NAME -->`` and ``<!-- end of table -->``. There the
tool writes the command and its numbers beside the printed ones. Commands run in the folder of the data, as a user would
run them. What one printed is kept in the last folder by the command, the content of its data and the signatures of its
metrics, so that a run that was ended goes on there and a second one takes seconds; remove the folder to make all again.
Parsing all of WMT13 takes twenty minutes on one core, so metrics that parse see every tenth segment unless EVERY says
otherwise.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.corpus.campaigns.campaign import campaign_folders
from tertium.metrics.spec import parse

BLOCK = re.compile(r"(<!-- table (\S+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


@dataclass(frozen=True)
class Desk:
    """Where data lies and where work is kept."""

    shared: Path
    work: Path

    @property
    def data(self) -> Path:
        return self.shared / "data"

    def has(self, campaign: str) -> bool:
        return (self.data / campaign).is_dir()

    def meta(self, data: str, metrics: Sequence[str], *options: str, every: int = 1) -> Meta:
        """What ``tertium meta`` says of the metrics on a campaign, or a folder of them: all or every n-th segment."""
        command = ("tertium", "meta", data, *options, "-m", *metrics)
        folder = self.data if every == 1 else self._sample(data, every)
        kept = self.work / f"{self._key(command, folder / data, metrics)}.json"
        if not kept.is_file():
            self.work.mkdir(parents=True, exist_ok=True)
            plain = ["-f", "json", "-q", "--no-sentinels", "--permutations", "0"]
            run = [sys.executable, "-m", *command[:3], *plain, *command[3:]]
            done = subprocess.run(run, cwd=folder, check=True, stdout=subprocess.PIPE)
            part = kept.with_suffix(".part")
            part.write_bytes(done.stdout)
            part.replace(kept)
        return Meta(command, json.loads(kept.read_text("utf-8")), tuple(metrics))

    def _key(self, command: Sequence[str], data: Path, metrics: Sequence[str]) -> str:
        made = hashlib.sha256("\n".join([*command, *(parse(spec).signature for spec in metrics)]).encode())
        for path in sorted(path for path in data.rglob("*") if path.is_file()):
            made.update(hashlib.sha256(path.read_bytes()).digest())
        return made.hexdigest()[:24]

    def _sample(self, data: str, every: int) -> Path:
        """A folder with the campaigns of ``data`` cut to every n-th segment, judged by systems alone."""
        folder = self.work.resolve() / f"every-{every}"
        for campaign in campaign_folders(self.data / data):
            copy = folder / data / campaign.name
            for path in [*campaign.glob("*.txt"), *campaign.glob("systems/*.txt")]:
                target = copy / path.relative_to(campaign)
                target.parent.mkdir(parents=True, exist_ok=True)
                lines = path.read_text("utf-8").removesuffix("\n").split("\n")
                target.write_text("".join(f"{line}\n" for line in lines[::every]), encoding="utf-8")
            shutil.copy(campaign / "human_sys.tsv", copy)
        return folder


@dataclass(frozen=True)
class Meta:
    """A command and its result; metrics are asked for by what was written after -m."""

    command: tuple[str, ...]
    found: dict[str, Any]
    metrics: tuple[str, ...]

    def systems(self, spec: str, statistic: str) -> dict[str, float]:
        """By campaign; the mean of several under the empty name."""
        found = self.found
        made = {each["languages"]: _value(each["levels"], spec, statistic) for each in found["campaigns"]}
        return made | ({"": _value(found["average"], spec, statistic)} if found["average"] else {})

    def pairs(self) -> tuple[str, ...]:
        return tuple(campaign["languages"] for campaign in self.found["campaigns"])


def _value(levels: Sequence[dict[str, Any]], name: str, statistic: str) -> float:
    level = next(level for level in levels if level["level"] == "system")
    row = next(row for row in level["rows"] if row["name"] == name)
    return float(row["statistics"][statistic]["value"])


def shown_command(command: Sequence[str]) -> Iterator[str]:
    """As one would type it, in lines that a page can hold."""
    lines = [""]
    for word in map(shlex.quote, command):
        if len(lines[-1]) + len(word) > 110:
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    yield "```"
    yield from [f"{line} \\" for line in lines[:-1]]
    yield lines[-1]
    yield "```"
    yield ""


def main(shared: str, pages: str, work: str, *wanted: str) -> None:
    from tables_papers import TABLES  # it takes Desk and Meta from here

    desk = Desk(Path(shared).resolve(), Path(work))
    there = {path.stem: path for path in sorted(Path(pages).glob("*.md"))}
    unknown = [name for name in wanted if name not in there]
    if unknown:
        raise SystemExit(f"there is no page '{unknown[0]}' in {pages}; there are {', '.join(there)}")
    for path in [there[name] for name in wanted] or there.values():
        text = path.read_text("utf-8")
        made = BLOCK.sub(lambda block: f"{block[1]}{written(desk, TABLES[block[2]])}{block[3]}", text)
        if made != text:
            path.write_text(made, encoding="utf-8")
        print(f"{path}: {'written' if made != text else 'as it was'}", file=sys.stderr, flush=True)


def written(desk: Desk, maker: Any) -> str:
    return "\n".join(maker(desk)).strip("\n") + "\n"


if __name__ == "__main__":
    sys.modules["tables"] = sys.modules["__main__"]  # tables_papers imports this very module
    main(*sys.argv[1:])
