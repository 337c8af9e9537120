#!/bin/sh
# t_whole.sh - links that are broken in paragraphs are whole on a page (whole.py)
. tests/support/lib.sh

have python3 || { skip 'broken links on pages' 'no python3'; finish; }
exec python3 -B tests/trawl/format/whole.py "$TRAWL"
