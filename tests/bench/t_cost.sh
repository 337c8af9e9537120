#!/bin/sh
# t_cost.sh - the command costs no more instructions and cache misses than tests/cost.tsv says

. tests/support/lib.sh

cost() {
    python3 -B tests/bench/cost.py "$TRAWL" "$B/bench_corpus" "$@"
}

if have valgrind && have python3; then
    check 'no workload costs more than its row' 'cost tests/cost.tsv >"$tmp/said"'
    tap_note "$(cat "$tmp/said")"
    check_status 'a row that is 2 % too low fails' 1 \
        'awk -F "\t" -v OFS="\t" "/^natural -t list/ { \$2 = int(\$2 * 0.98) } 1" tests/cost.tsv >"$tmp/low"
         ! grep -q "not compared" "$tmp/said" && cost "$tmp/low" "natural -t list"'
    check_status 'so does a row with half of the misses' 1 \
        'awk -F "\t" -v OFS="\t" "/^natural -t list/ { \$3 = int(\$3 * 0.5) } 1" tests/cost.tsv >"$tmp/low"
         ! grep -q "not compared" "$tmp/said" && cost "$tmp/low" "natural -t list"'
fi
finish
