#!/bin/sh
# Makes systems/*.txt from src.txt with Apertium, exactly as committed (package versions: ../README.md).
# Needed only to check the provenance of the outputs; nothing in the build calls it.
set -eu
cd "$(dirname "$0")"
LC_ALL=C.UTF-8
export LC_ALL
data=${APERTIUM_DATA:-/usr/share/apertium}
out=${1:-systems}
mkdir -p "$out"

# Debian's apertium-eo-es 1:0.9.2-1 installs its data in apertium-es-eo but its es-eo mode looks in apertium-eo-es,
# so the stock mode fails. A copy of the mode with the folder's real name is the same pipeline.
modes=$(mktemp -d)
trap 'rm -r "$modes"' EXIT
mkdir "$modes/modes"
sed 's#/apertium-eo-es/#/apertium-es-eo/#g' "$data/modes/es-eo.mode" > "$modes/modes/es-eo.mode"

# -u leaves out Apertium's "*" before unknown words; nothing else is changed.
direct() { apertium -u spa-eng; }
via_ca() { apertium -u spa-cat | apertium -u cat-eng; }
via_eo() { apertium -u -d "$modes" es-eo | apertium -u eo-en; }

# One run a segment: the taggers carry context over line ends, and a segment must not depend on its neighbours.
each_line() { while IFS= read -r line; do printf '%s\n' "$line" | "$1"; done < src.txt; }
each_line direct > "$out/direct.txt"
each_line via_ca > "$out/via-ca.txt"
each_line via_eo > "$out/via-eo.txt"
