"""check.py - how often each rule of src/lib/block is right, in texts whose structure is known

    check.py BLOCKS [FOLDER] [KIND...]

BLOCKS is $(B)/tests/tools/blocks. truth.py has the kinds of documents, and how their headings, terms
and items are known. The documents are those of this machine, or of FOLDER, which has a folder for
each kind. At most DOCUMENTS (environment, 250) of each kind are read, drawn with SEED (1), from one
folder not more than 12. ROWS=1 prints lines where a rule is wrong, MISSED=1 lines that are missed,
WITHOUT=1 lines that change without a row. TRIALS=0 skips the trials without each row, which take
most of the time.

Prints for each kind the precision and recall of headings, terms and items; for each rule in how many
documents it decides something, and how often it is right and wrong; and for each row of the tables
how many lines and documents are decided better and worse because of it.
"""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

import truth

SHOWN = 12
LINES = 1500  # of a document
TRIALS = os.environ.get('TRIALS', '1') != '0'
KNOWN = ('heading', 'term', 'item')


def draw(kind, folder, most):
    """Returns documents of a kind: (path, lines, labels)."""
    reader, _, name, places = truth.KINDS[kind]
    places = [os.path.join(folder, kind)] if folder else places
    found = collections.defaultdict(list)
    for place in places:
        for where, folders, names in os.walk(place):
            folders.sort()
            found[where] += [os.path.join(where, n) for n in names if re.search(name, os.path.join(where, n))]
    dice = random.Random(os.environ.get('SEED', '1'))
    paths = []
    for where in sorted(found):
        each = max(12, 4 * most // max(1, len(found)))
        paths += dice.sample(sorted(found[where]), min(each, len(found[where])))
    dice.shuffle(paths)
    documents, seen = [], set()
    for path in paths[:8 * most]:
        if len(documents) == most:
            break
        if os.path.islink(path) or not 300 < os.path.getsize(path) < 400000:
            continue
        try:
            got = reader(path)
        except (OSError, EOFError):
            continue
        if got and hash(tuple(got[0])) not in seen:
            seen.add(hash(tuple(got[0])))
            documents.append((path, got[0][:LINES], got[1][:LINES]))
    return documents


def decisions(program, documents):
    """Returns for each document the decisions of its lines, (kind, marks, rule), and for each row of
    the tables what changes without it: (document, line, decision)."""
    with tempfile.TemporaryDirectory() as where:
        names = []
        for i, (_, text, _) in enumerate(documents):
            names.append(os.path.join(where, str(i)))
            with open(names[-1], 'wb') as f:
                f.write('\n'.join(text).encode('utf-8', 'surrogateescape'))
        rows = ['--rows'] if TRIALS else []
        out = subprocess.run([program, *rows, *names], stdout=subprocess.PIPE, check=True).stdout.decode()
    found, without = [], collections.defaultdict(list)
    for line in out.splitlines():
        part = line.split('\t')
        if part[0] == '@':
            found.append([])
        elif part[0] == '-':
            without[int(part[1])].append((int(part[2]), int(part[3]), part[4:]))
        else:
            found[-1].append(part)
    return found, without


def row_names():
    """Returns the names of the rows of traits.c by their numbers."""
    with open(os.path.join(os.path.dirname(__file__), '../../src/lib/block/traits.c'), encoding='utf-8') as f:
        rows = re.findall(r'^    \{(?:TRAITS_|READS|NAMES|TERMS)[^"]*"([^"]*)"\}', f.read(), re.M) or sys.exit('check: no rows')
    return dict(enumerate(rows))


def score(proves, is_label, decided):
    """Returns 1 for a heading, term or item that is found, -1 for a wrong one, else 0."""
    block, marks, _ = decided
    if block not in KNOWN or '+' not in marks or not is_label:
        return 0
    if block == is_label:
        return 1
    return -(is_label == 'heading' or block in proves)


class Counts:
    """What was right and wrong, by kind and by rule."""

    def __init__(self):
        self.right, self.wrong, self.missed = (collections.Counter() for _ in range(3))
        self.rows = collections.defaultdict(collections.Counter)
        self.documents = collections.defaultdict(set)
        self.examples = collections.defaultdict(list)
        self.gain = collections.defaultdict(collections.Counter)

    def row(self, kind, row, documents, decided, changes):
        """Counts what changes without a row."""
        for document, at, other in changes:
            path, text, labels = documents[document]
            now, then = (score(truth.KINDS[kind][1], labels[at], d) for d in (decided[document][at], other))
            sign = 'better' if now > then else 'worse' if now < then else 'same'
            self.gain[row][sign] += 1
            self.documents[row, sign].add(path)
            if sign != 'same':
                self.examples[f'row {row}, {sign}'].append(f'{path}:{at + 1}: {other[0]}: {text[at].strip()[:70]}')

    def line(self, kind, path, at, text, is_label, decided):
        block, marks, rule = decided
        if block in KNOWN and '+' in marks:
            self.documents[rule].add(path)
            is_right = score(truth.KINDS[kind][1], is_label, decided)
            if is_right > 0:
                self.right[kind, block] += 1
                self.rows[rule]['right'] += 1
                self.documents[rule, 'right'].add(path)
            elif is_right < 0:
                self.wrong[kind, block] += 1
                self.rows[rule]['wrong'] += 1
                self.documents[rule, 'wrong'].add(path)
                self.examples[rule].append(f'{path}:{at}: {text.strip()[:70]}')
            else:
                self.rows[rule]['unknown'] += 1
        if is_label in KNOWN and block != is_label:
            self.missed[kind, is_label] += 1
            self.rows[rule]['missed ' + is_label] += 1
            self.examples['missed ' + is_label].append(f'{path}:{at}: {rule}: {text.strip()[:70]}')


def share(part, rest):
    return f'{100 * part / (part + rest):.1f}' if part + rest else '-'


def main(program, folder, kinds):
    most = int(os.environ.get('DOCUMENTS', '250'))
    counts, total = Counts(), 0
    print('kind\tdocuments\twhat\tprecision\trecall\tright\twrong\tmissed')
    for kind in kinds or truth.KINDS:
        documents = draw(kind, folder, most)
        total += len(documents)
        decided, without = decisions(program, documents)
        for (path, text, labels), lines in zip(documents, decided):
            for at, (line, is_label, d) in enumerate(zip(text, labels, lines), 1):
                counts.line(kind, path, at, line, is_label, d)
        for row, changes in without.items():
            counts.row(kind, row, documents, decided, changes)
        for what in KNOWN:
            right, wrong, missed = (c[kind, what] for c in (counts.right, counts.wrong, counts.missed))
            if right + missed:
                print(kind, len(documents), what, share(right, wrong), share(right, missed), right, wrong,
                      missed, sep='\t')
    if total == 0:
        print('check-structure: no documents here; TEXTS=folder names a folder with a folder for each kind')
        return
    print('\nrule\tdocuments in 1,000\tright in\twrong in\tright\twrong\tunknown')
    for rule, row in sorted(counts.rows.items(), key=lambda r: len(counts.documents[r[0]])):
        if counts.documents[rule]:
            print(rule, f'{1000 * len(counts.documents[rule]) / total:.1f}', len(counts.documents[rule, 'right']),
                  len(counts.documents[rule, 'wrong']), row['right'], row['wrong'],
                  row['unknown'], sep='\t')
    names = row_names()
    print('\nrow\tbetter in\tworse in\tbetter\tworse\tother lines\tname')
    for row in sorted(set(names) | set(counts.gain)) if TRIALS else ():
        gain, at = counts.gain[row], counts.documents
        print(row, len(at[row, 'better']), len(at[row, 'worse']), gain['better'], gain['worse'], gain['same'],
              names.get(row, ''), sep='\t')
    for rule, lines in sorted(counts.examples.items()):
        if os.environ.get('MISSED' if rule.startswith('missed') else 'WITHOUT' if rule.startswith('row ') else 'ROWS'):
            random.Random(1).shuffle(lines)
            print(f'\n{rule}\n  ' + '\n  '.join(lines[:SHOWN]))


if __name__ == '__main__':
    place = sys.argv[2] if len(sys.argv) > 2 and '/' in sys.argv[2] else ''
    main(sys.argv[1], place, [a for a in sys.argv[2:] if a not in (place, '')])
