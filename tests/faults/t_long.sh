#!/bin/sh
# t_long.sh - every output over messages, pages and texts with long and odd values in every place, by
# a command that checks its contracts (long.py)
. tests/support/lib.sh

have python3 || { skip 'long values' 'no python3'; finish; }
command=${B:-build}/jobs/trawl
python3 -B tests/faults/long.py make "$tmp" && exec python3 -B tests/faults/long.py run "$command" "$tmp"
