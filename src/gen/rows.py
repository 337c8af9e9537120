#!/usr/bin/env python3
"""rows.py - generates the tables of mail from lists that are edited by hand

rows.py          makes the headers in TABLES, src/mail/*/*_table.h, from src/gen/*.tsv
rows.py --check  exits with 1 when a header is not what its list gives

The lists have one row a line, columns separated by tabs, and "#" comments. Downloads nothing. The
output depends on the input alone.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read(name, columns):
    """Yields the rows of a list, padded with "-" to the number of columns."""
    with open(os.path.join(HERE, name + ".tsv"), encoding="utf-8") as f:
        for number, line in enumerate(f.read().split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            row = line.split("\t")
            if len(row) > columns or "" in row:
                raise SystemExit("rows.py: %s.tsv:%d: an empty column, or one too many" % (name, number))
            yield row + ["-"] * (columns - len(row))


def literal(text):
    """Returns a C string. Octal escapes end after three digits, whatever follows them."""
    return '"%s"' % "".join("\\%03o" % c if c < 32 or c > 126 else "\\" * (c in b'"\\') + chr(c)
                            for c in text.encode())


def constant(prefix, word, none="NOTHING"):
    return prefix + (none if word == "-" else word.upper().replace("-", "_"))


def array(declaration, rows):
    return "%s = {\n%s\n};\n" % (declaration, "\n".join("    %s," % row for row in rows))


def zones():
    """Phrases between dashes, and the others, together by their first letters in any case."""
    lines, dashes = [], []
    for where, meaning, words, then in read("zones", 4):
        words, sign = json.loads(words), constant("ZONES_", meaning)
        if where == "dashes":
            dashes.append("{%s, %s}" % (sign, literal(words)))
            continue
        then = "\n" if then == "end" else "" if then == "-" else json.loads(then)
        after = "0" if where == "line" else constant("ZONES_AFTER_", where)
        first = words.encode()[:1].lower()
        row = "{%s, %s, %s, %s}" % (after, sign, literal(words), literal(then).replace("\\012", "\\n"))
        lines.append((first, row))
    lines.sort(key=lambda line: line[0])
    return array("static const phrase phrases[]", dashes) + "\n" + \
        array("static const row words[]", [row for _, row in lines])


def gateways():
    """The rows in the order of the list: the first one that gives a target counts."""
    return array("static const rule rules[]",
                 ["{%s, %d, %s, %s, %s}" % (literal(host), len(host), literal(path), how.upper(),
                                            literal("" if name == "-" else name))
                  for host, path, how, name in read("gateways", 4)])


def fields():
    """Names, and prefixes of names: both sorted, so that the last prefix is the longest."""
    rows, prefixes = [], []
    for name, how, signs, role in read("fields", 4):
        bits = "0" if signs == "-" else constant("FIELDS_", signs)
        if signs in ("sure", "party", "topic"):
            bits = "FIELDS_MAIL | " + bits
        key = name.rstrip("*")
        (prefixes if key != name else rows).append((key, "{%s, %d, %s, %s, %s}" % (
            literal(key), len(key), constant("FIELDS_", how), constant("FIELDS_", role, "NO_ROLE"), bits)))
    return array("static const field_row rows[]", [row for _, row in sorted(rows)]) + "\n" + \
        array("static const field_row families[]", [row for _, row in sorted(prefixes)])


def names():
    """Slots by slot_of() of the first eight bytes of a name; and for each first letter the
    lengths of the attributes, as bits, with and without those that only describe a picture."""
    rows, slots, lengths = [], {}, [[0] * 32, [0] * 32]
    for i, (name, element, attribute, only) in enumerate(sorted(read("names", 4))):
        key = int.from_bytes(name.encode()[:8], "little")
        at = (key * 0x10E59CFD67683AE1 & 2**64 - 1) >> 56
        if at in slots:
            raise SystemExit("rows.py: no slot for %s; change the multiplier, here and in slot_of()" % name)
        tag = "0" if element == "-" else " | ".join(constant("PAGE_TAG_", word) for word in element.split())
        slots[at] = "[%d] = {0x%xu, %d, %s, %s, %d}" % (at, key, len(name), tag,
                                                       constant("PAGE_HOLDS_", attribute), i)
        rows.append("{%s, %s}" % (literal(name), literal("" if only == "-" else only)))
        for k in range(2):
            if attribute != "-" and not (k and attribute in ("width", "height", "style")):
                lengths[k][ord(name[0]) & 31] |= 1 << len(name)
    return array("static const page_name page_name_rows[%d]" % len(rows), rows) + "\n" + \
        array("static const page_slot page_slots[256]", [slots[at] for at in sorted(slots)]) + "\n" + \
        array("static const uint64_t page_lengths[2][32]", ["{%s}" % ", ".join(map(str, k)) for k in lengths])


TABLES = (
    (zones, "mail/body/zones_table.h", "zones_words.c", "phrases that begin forwarded messages and footers"),
    (gateways, "mail/page/gateways_table.h", "unwrap.c", "gateways and redirectors that encode links"),
    (names, "mail/page/names_table.h", "page.c", "elements and attributes that affect text and links"),
    (fields, "mail/header/fields_table.h", "fields.c", "field names of mail and news"),
)

HEADER = """\
/* {file} - {what}
 *
 * Generated by src/gen/rows.py from src/gen/{list}.tsv: change that file, not this one.
 * For {user} only.
 */
#ifndef {guard}
#define {guard}

/* clang-format off */

{table}/* clang-format on */

#endif
"""


def main(arguments):
    if arguments not in ([], ["--check"]):
        raise SystemExit("usage: rows.py [--check]")
    stale = []
    for table, name, user, what in TABLES:
        text = HEADER.format(file=os.path.basename(name), what=what, list=table.__name__, user=user,
                             guard="TRAWL_" + re.sub(r"\W", "_", name).upper(), table=table())
        path = os.path.join(HERE, "..", name)
        if arguments:
            if not os.path.exists(path) or open(path, encoding="ascii").read() != text:
                stale.append(name)
            continue
        with open(path, "w", encoding="ascii", newline="\n") as f:
            f.write(text)
    if stale:
        raise SystemExit("rows.py: run src/gen/rows.py to update src/" + ", src/".join(stale))


if __name__ == "__main__":
    main(sys.argv[1:])
