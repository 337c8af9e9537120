#!/usr/bin/env python3
"""rows.py - generates tables from lists that are edited by hand

rows.py          makes the headers in TABLES from the lists src/gen/*.tsv
rows.py --check  exits with 1 when a header is not what its list gives

The lists have one row a line, columns separated by tabs, and "#" comments. Downloads nothing.
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
            row = line.split("\t")
            if line.strip() and not line.startswith("#"):
                if len(row) > columns or "" in row:
                    raise SystemExit("rows.py: %s.tsv:%d: an empty column, or one too many" % (name, number))
                yield row + ["-"] * (columns - len(row))


def literal(text):
    """Returns a C string. Octal escapes end after three digits, whatever follows them."""
    return '"%s"' % "".join("\\%03o" % c if c < 32 or c > 126 else "\\" * (c in b'"\\') + chr(c)
                            for c in ("" if text == "-" else text).encode())


def constant(prefix, words, none="0"):
    """Returns the names of enumerators: "FIELDS_MAIL | FIELDS_SURE" for "mail sure"."""
    return " | ".join(prefix + word.upper().replace("-", "_") for word in words.split()) if words != "-" else none


def array(declaration, rows):
    return "%s = {\n%s\n};\n" % (declaration, "\n".join("    %s," % row for row in rows))


def zones():
    """Returns the phrases between dashes, and the others, grouped by first letter in any case."""
    lines, dashes = [], []
    for where, meaning, words, then in read("zones", 4):
        words, sign = json.loads(words), constant("ZONES_", meaning)
        if where == "dashes":
            dashes.append("{%s, %s}" % (sign, literal(words)))
            continue
        then = '"\\n"' if then == "end" else literal(json.loads(then) if then != "-" else "")
        after = constant("ZONES_AFTER_", "-" if where == "line" else where)
        lines.append((words.encode()[:1].lower(), "{%s, %s, %s, %s}" % (after, sign, literal(words), then)))
    lines.sort(key=lambda line: line[0])
    return array("static const phrase phrases[]", dashes) + "\n" + \
        array("static const row words[]", [row for _, row in lines])


def gateways():
    return array("static const rule rules[]",
                 ["{%s, %d, %s, %s, %s}" % (literal(host), len(host), literal(path), how.upper(), literal(name))
                  for host, path, how, name in read("gateways", 4)])


def fields():
    """Returns names and prefixes, both sorted: the last prefix that matches is the longest."""
    tables = {False: [], True: []}
    for name, how, signs, role in sorted(read("fields", 4)):
        key = name.rstrip("*")
        tables[key != name].append("{%s, %d, %s, %s, %s}" % (
            literal(key), len(key), constant("FIELDS_", how), constant("FIELDS_", role, "FIELDS_NO_ROLE"),
            constant("FIELDS_", "mail " + signs if signs in ("sure", "party", "topic") else signs)))
    return array("static const field_row rows[]", tables[False]) + "\n" + \
        array("static const field_row families[]", tables[True])


def names():
    """Returns the table of names; their slots, by slot_of() of a name's first eight bytes; and for
    each first letter the lengths of the attributes, as bits: of all, and of all but those that only
    describe a picture."""
    rows, slots, lengths = [], {}, [[0] * 32, [0] * 32]
    for i, (name, element, attribute, only) in enumerate(sorted(read("names", 4))):
        key = int.from_bytes(name.encode()[:8], "little")
        at = (key * 0x10E59CFD67683AE1 & 2**64 - 1) >> 56
        if at in slots:
            raise SystemExit("rows.py: no slot for %s; change the multiplier, here and in slot_of()" % name)
        holds = constant("PAGE_HOLDS_", attribute, "PAGE_HOLDS_NOTHING")
        slots[at] = "[%d] = {0x%xu, %d, %s, %s, %d}" % (at, key, len(name), constant("PAGE_TAG_", element), holds, i)
        rows.append("{%s, %s}" % (literal(name), literal(only)))
        for k in range(2):
            if attribute != "-" and not (k and attribute in ("width", "height", "style")):
                lengths[k][ord(name[0]) & 31] |= 1 << len(name)
    return array("static const page_name page_name_rows[%d]" % len(rows), rows) + "\n" + \
        array("static const page_slot page_slots[256]", [slots[at] for at in sorted(slots)]) + "\n" + \
        array("static const uint64_t page_lengths[2][32]", ["{%s}" % ", ".join(map(str, k)) for k in lengths])


def ranges(table, declaration, prefix=""):
    found = sorted((int(first, 16), int(last, 16), what)
                   for of, first, last, what in read("unicode", 4) if of == table)
    return array(declaration, ["{0x%X, 0x%X%s}" % (first, last, "" if what == "-" else ", " + constant(prefix, what))
                               for first, last, what in found])


def scripts():
    known = dict.fromkeys("    %s,\n" % what.upper() for of, _, _, what in read("unicode", 4) if of == "script")
    return "enum script {\n    NO_SCRIPT,\n%s};\n\n" % "".join(known) + ranges("script", "static const block blocks[]")


TABLES = (
    (zones, "zones", "mail/body/zones_table.h", "zones_words.c", "phrases of forwarded messages and footers"),
    (gateways, "gateways", "mail/page/gateways_table.h", "unwrap.c", "gateways and redirectors that encode links"),
    (names, "names", "mail/page/names_table.h", "page.c", "elements and attributes that affect text and links"),
    (fields, "fields", "mail/header/fields_table.h", "fields.c", "field names of mail and news"),
    (lambda: ranges("invisible", "static const unicode_range invisible[]", "UNICODE_"),
     "unicode", "base/unicode_table.h", "utf8.c", "invisible characters"),
    (scripts, "unicode", "url/tables/scripts.h", "danger.c", "the scripts of letters"),
    (lambda: ranges("zero", "static const range zero[]") + "\n" + ranges("wide", "static const range wide[]"),
     "unicode", "cli/show/width_table.h", "printable.c", "characters that take no column, or two"),
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
    for table, source, name, user, what in TABLES:
        text = HEADER.format(file=os.path.basename(name), what=what, list=source, user=user, table=table(),
                             guard="TRAWL_" + re.sub(r"\W", "_", name).upper())
        with open(os.path.join(HERE, "..", name), "r" if arguments else "w", encoding="ascii", newline="\n") as f:
            if not arguments:
                f.write(text)
            elif f.read() != text:
                raise SystemExit("rows.py: run src/gen/rows.py to update src/" + name)


if __name__ == "__main__":
    main(sys.argv[1:])
