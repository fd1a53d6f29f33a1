"""A native module with one changed header: what depends on it is compiled again, the rest is linked as it is.

The commands are those of the last build (`pip install --editable .`), as ninja knows them, with a copy of `native` as
the folder of headers. ccache, where there is one, answers for what was compiled before.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path


def find_build(root: Path) -> Path:
    """The folder of the build that the editable install made, the newest if there are several."""
    found = sorted((root / "build").glob("cp*/build.ninja"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise SystemExit("there is no build of the native module: run `make test` or `pip install --editable .` first")
    return found[-1].parent


def ask_ninja(build: Path, *tool: str) -> str:
    ninja = Path(sys.executable).with_name("ninja")
    ran = subprocess.run([str(ninja), "-C", str(build), "-t", *tool], capture_output=True, text=True, check=True)
    return ran.stdout


class NativeBuild:
    """The commands of a build and what each of its objects depends on."""

    def __init__(self, root: Path, work: Path) -> None:
        self.root, self.work = root, work
        self.build = find_build(root)
        lines = ask_ninja(self.build, "commands").splitlines()
        self._compiling = {}
        for line in lines:
            words = shlex.split(line)
            if "-c" in words and "/native/bindings/" in words[-1]:
                self._compiling[words[words.index("-o") + 1]] = words
        [self._linking] = [line for line in lines if " -shared " in line and "_native." in line]
        self._needs: dict[str, set[Path]] = {}
        current = ""
        for line in ask_ninja(self.build, "deps").splitlines():
            if line.startswith("    "):
                self._needs[current].add((self.build / line.strip()).resolve())
            elif ":" in line:
                current = line.split(":")[0]
                self._needs[current] = set()

    def dependents(self, file: str) -> list[str]:
        path = (self.root / file).resolve()
        return [made for made in self._compiling if path in self._needs.get(made, ())]

    def make(self, file: str, changed: str, target: Path) -> None:
        """The module with ``file`` changed, at ``target``; SystemExit if it does not compile, which is no mutant."""
        headers = self.work / "native"
        shadow = headers / Path(file).relative_to("native")
        shadow.parent.mkdir(parents=True, exist_ok=True)
        shadow.write_text(changed, encoding="utf-8")
        link = self._linking
        try:
            for number, made in enumerate(objects := self.dependents(file)):
                place = self.work / f"object{number}.o"
                self._run(self._changed(self._compiling[made], headers, place))
                link = link.replace(f" {made} ", f" {place} ")
            if not objects:
                raise SystemExit(f"{file}: nothing depends on it")
            words = shlex.split(link.removeprefix(": &&").removesuffix("&& :"))
            words[words.index("-o") + 1] = str(target)
            self._run(words)
        finally:
            shadow.unlink()

    def _changed(self, words: list[str], headers: Path, place: Path) -> list[str]:
        """The command with the changed header found before the one it replaces, and no list of what it depends on."""
        first = next(at for at, word in enumerate(words) if word.startswith("-I"))
        kept = [*words[:first], f"-I{headers}", *words[first:]]
        kept = ["-O1" if word == "-O3" else word for word in kept]  # templates of chrF take minutes otherwise
        for option in ("-MT", "-MF"):
            at = kept.index(option)
            del kept[at : at + 2]
        kept.remove("-MD")
        kept[kept.index("-o") + 1] = str(place)
        return kept

    def _run(self, words: list[str]) -> None:
        ran = subprocess.run(words, cwd=self.build, capture_output=True, text=True)
        if ran.returncode:
            raise SystemExit(f"a mutant must compile:\n{shlex.join(words)}\n{ran.stderr[-3000:]}")
