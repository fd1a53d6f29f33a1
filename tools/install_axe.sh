#!/usr/bin/env bash
# install_axe.sh FROM TO: the npm packages of FROM's lock into TO/node_modules.
# A machine without npm can still run the other tests: there this says so and ends well, and the next call tries again.
# With TERTIUM_BROWSER=required (.ci/run) it is an error.
set -euo pipefail
from=$1 to=$2

give_up() {
    echo "axe-core is not installed: $1. Tests of the pages' accessibility are skipped." >&2
    [ "${TERTIUM_BROWSER:-}" = required ] && exit 1
    exit 0
}

command -v npm >/dev/null || give_up "there is no npm"
mkdir -p "$to"
cp "$from/package.json" "$from/package-lock.json" "$to"
# The lock has a checksum of every package; npm refuses whatever differs. No package may run code here.
(cd "$to" && npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --fetch-retries=1 --loglevel=error >/dev/null) ||
    give_up "npm ci failed"
touch "$to/.installed"
