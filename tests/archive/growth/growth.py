# growth.py - compares the steps of statements (steps.c) on an index and on one four times as large
#
#     growth.py SMALL LARGE
#
# Prints each statement that takes more than 6 times the steps on the large index, which is more than
# n log n, and then the number of statements that were compared. Constants in a statement are
# replaced, so that it is the same for both indexes. Statements with few steps are not compared, and
# neither are those of FTS5, which merges its parts at irregular times.

import collections
import re
import sys

FEW = 20000  # steps; a statement that takes less does no harm


def read(name):
    steps = collections.Counter()
    with open(name, encoding='utf-8', errors='replace') as f:
        for line in f:
            n, sql = line.rstrip('\n').split('\t', 1)
            if "'main'.'" not in sql:
                steps[re.sub(r"'[^']*'|\b\d+\b", '?', sql)] += int(n)
    return steps


small, large = read(sys.argv[1]), read(sys.argv[2])
for sql, n in sorted(large.items()):
    if n > FEW and n > 6 * max(small[sql], FEW / 4):
        print(f'{small[sql]} and {n} steps: {sql[:300]}')
print(len([sql for sql in large if sql in small]), 'statements')
