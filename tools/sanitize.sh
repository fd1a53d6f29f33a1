#!/usr/bin/env bash
# sanitize.sh PYTHON BUILD [PYTEST ARGUMENTS]: build the native core with AddressSanitizer and UndefinedBehaviorSanitizer
# into an environment of its own, show that it notices mistakes, then run the tests that reach the kernels.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(realpath -s "$1") build=$2
shift 2
# An environment beside the given one: it sees the same packages, but not its editable tertium.
"$python" -m venv --without-pip --clear "$build"
packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$python" - "$packages" "$build" <<'PY'
import pathlib
import sys

packages, build = sys.argv[1:]
site = next(pathlib.Path(build).glob("lib/python*/site-packages"))
# What the given environment itself takes from elsewhere counts, too; its editable installs do not.
lines = [packages]
for file in pathlib.Path(packages).glob("*.pth"):
    lines += [line for line in file.read_text().splitlines() if line.startswith("/") and "tertium" not in file.name]
(site / "packages.pth").write_text("\n".join(lines) + "\n")
PY
echo "building tertium with sanitizers ..."
PATH=$(dirname "$python"):$PATH "$python" -m pip --python "$build/bin/python" -qq --disable-pip-version-check install \
    --no-build-isolation --no-deps --ignore-installed -C build-dir="$build-objects" -C cmake.define.TERTIUM_SANITIZE=ON .
compiler=${CXX:-g++}
# The interpreter is not built with them, so their library must be loaded before it. It keeps no leaks: Python does.
export LD_PRELOAD="$("$compiler" -print-file-name=libasan.so):$("$compiler" -print-file-name=libstdc++.so.6)"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=99 UBSAN_OPTIONS=print_stacktrace=1
export PYTHONMALLOC=malloc # Python's own allocator hides who owns which byte
canary() {
    local said
    if said=$("$build/bin/python" -c "from tertium.kernels import _native; _native.$1" 2>&1); then
        echo "the sanitizers let _native.$1 pass, so they check nothing" >&2
        exit 1
    fi
    grep -q "$2" <<<"$said" || { echo "_native.$1 failed, but not by a sanitizer: $said" >&2; exit 1; }
    echo "canary: $1 is noticed ($2)"
}
canary "_read_past_the_end(64)" "heap-buffer-overflow"
canary "_overflow(2**31 - 1)" "signed integer overflow"
"$build/bin/python" -m pytest -p no:cacheprovider "$@"
