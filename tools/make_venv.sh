#!/bin/sh
# make_venv.sh FOLDER: an empty virtual environment with pip, or one sentence that says what is missing and what to install.
# PYTHON names the Python to use, CXX the compiler. Without ensurepip (Debian keeps it in python3-venv) uv or virtualenv
# makes the environment; without a Python that is new enough uv brings one.
set -u
folder=$1
python=${PYTHON:-python3}
log=$(mktemp)
trap 'rm -f "$log" "$log.cpp" "$log.o"' EXIT

stop() {
    rm -rf "$folder" # half an environment would pass for a whole one the next time
    echo "tertium needs $1" >&2
    exit 1
}

has() { command -v "$1" > /dev/null 2>&1; }

last_words() { grep -v '^ *$' "$log" | tail -n 1; }

# The compiler first: without one nothing needs to be downloaded.
compiler=${CXX:-}
for name in c++ g++ clang++; do
    if [ -z "$compiler" ] && has "$name"; then compiler=$name; fi
done
[ -n "$compiler" ] ||
    stop "a C++20 compiler, and there is no c++, g++ or clang++: install one (Debian: apt install g++) or name yours in CXX."
printf '#include <bit>\n#include <span>\nstatic_assert(std::has_single_bit(8u));\nstd::span<int> none;\n' > "$log.cpp"
$compiler -std=c++20 -c "$log.cpp" -o "$log.o" > "$log" 2>&1 || # not quoted: CXX may hold options
    stop "a C++20 compiler, and '$compiler' does not compile C++20: install GCC 11, Clang 14 or later (Debian: apt install g++) or name another in CXX."

trouble=
if ! has "$python"; then
    trouble="there is no $python"
elif ! version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2> "$log"); then
    trouble="$python does not run ($(last_words))"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    trouble="$python is Python $version"
fi

if [ -z "$trouble" ] && "$python" -c 'import ensurepip' 2> "$log"; then
    "$python" -m venv "$folder" > "$log" 2>&1 || stop "a virtual environment, and '$python -m venv' failed: $(last_words)"
elif [ -n "$trouble" ] && [ "$python" != python3 ]; then # a Python that somebody named is not replaced behind their back
    stop "Python 3.11 or later, and $trouble: name another with PYTHON=..."
elif has uv; then
    if [ -n "$trouble" ]; then python='>=3.11'; fi # any Python will do, if only it is new enough
    uv venv --quiet --seed --clear --python "$python" "$folder" > "$log" 2>&1 ||
        stop "a virtual environment, and 'uv venv' failed: $(last_words)"
elif [ -n "$trouble" ]; then
    stop "Python 3.11 or later, and $trouble: install one (Debian: apt install python3 python3-venv python3-dev) or uv, or name another with PYTHON=..."
elif "$python" -c 'import virtualenv' 2> "$log"; then
    "$python" -m virtualenv --quiet "$folder" > "$log" 2>&1 || stop "a virtual environment, and virtualenv failed: $(last_words)"
elif has virtualenv; then
    virtualenv --quiet --python "$python" "$folder" > "$log" 2>&1 ||
        stop "a virtual environment, and virtualenv failed: $(last_words)"
else
    stop "a virtual environment with pip, and $python lacks ensurepip: install it (Debian: apt install python3-venv), or uv, or virtualenv."
fi

"$folder/bin/python" -c '
import pathlib, sys, sysconfig
sys.exit(not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").is_file())
' || stop "Python's C headers, and $python comes without Python.h: install them (Debian: apt install python3-dev)."
