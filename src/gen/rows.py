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

sys.dont_write_bytecode = True
import phash  # noqa: E402

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


# Groups of kernel_starts for first letters: found by trial, so that few lines of English mail pass. The
# search tests the halves of a byte separately, so letters of one group should share halves.
TEXTS = ("IOV", "(AJKLMNZ ", "STY", "BDEFGH", "PRUW2i")  # without the words that close a letter
STARTS = ("LMS", " R", "AFGINTVWY", "2BCDEHJKO", "PUZi")
ROLES = ("from", "to", "sent", "dated", "subject")  # as enum head in zones_words.c


def zones():
    """Returns the phrases between dashes; the words at the start of a line, sorted by their first letter in any
    case, with their places by first byte and their first bytes; and the names of forwarded fields."""
    text, lines, dashes, heads, verbs = "", [], [], {}, {}

    def at(words):
        nonlocal text
        if words + "\0" not in text:
            text += words + "\0"
        return len(text[:text.index(words + "\0")].encode())
    for language, where, meaning, words, then in read("zones", 5):
        words, then = json.loads(words), "\n" if then == "end" else json.loads(then) if then != "-" else ""
        sign = constant("ZONES_", meaning)
        if meaning == "wrote" and (where == "verb" or then[0] == " "):
            verbs[words if where == "verb" else then] = None
        if where == "verb":
            continue
        if where == "dashes":
            dashes.append("{%s, %d}" % (sign, at(words)))
            continue
        if where == "head":
            heads.setdefault(meaning, {})[words] = None
            ends = (":", " :", "\u00a0:", "\uff1a") if words[0] > "~" else (":", " :", "\u00a0:")
            rows = [(star + words + end, "") for star in ("", "*") for end in ends] if meaning == "from" else []
        elif meaning == "wrote":  # Yahoo! indents them
            rows = [(blanks + words, then) for blanks in ("", "    ")]
        else:
            rows = [(words, then)]
        after = constant("ZONES_AFTER_", "-" if where in ("line", "head") else where)
        lines += [(words, after, sign, then) for words, then in rows]
    lines = sorted(dict.fromkeys(lines), key=lambda line: line[0].encode()[:1].lower())
    out = [array("static const phrase phrases[]", dashes),
           array("static const row words[]", ["{%s, %s, %d, %d}" % (a, sign, at(w), at(t)) for w, a, sign, t in lines])]
    places, follows, starts, keys, bits = {}, {}, {}, [], [0] * 64
    for i, (words, after, sign, _) in enumerate(lines):
        raw = words.encode()
        for first in {raw[:1], raw[:1].lower()}:
            places.setdefault(first[0], []).append(i)
            follows.setdefault(first[0], {})[after] = None
        n = min(len(raw), 8) if after == "0" else 0
        keys.append("{0x%xu, 0x%xu}" % ((1 << 8 * n) - 1, int.from_bytes(raw[:n], "little") if n else 1))
        if after == "0":
            after_blanks = raw[4:] if raw.startswith(b"    ") else raw
            start = (int.from_bytes(after_blanks[:3], "little") * 0x9E3779B1 & 0xFFFFFFFF) >> 20
            bits[start >> 6] |= 1 << (start & 63)
        if after == "0" and raw[0] not in b"-_#=*":
            group = [7 if raw[0] >= 0x80 else 2 + [raw[:1].decode() in letters for letters in some].index(True)
                     for some in ((TEXTS, STARTS) if sign != "ZONES_CLOSE" else (STARTS,))]
            starts.setdefault((raw[0], raw[2]), group if len(group) > 1 else [255, *group])
            if len(group) > 1:
                starts[raw[0], raw[2]] = group
    out.append(array("static const gate gates[]", keys))
    out.append(array("static const zones_rows places[256]",
                     ["[%d] = {%d, %d, %s}" % (c, places[c][0], places[c][-1] - places[c][0] + 1, " | ".join(sorted(follows[c])))
                      for c in sorted(places)]))
    out.append(array("static const unsigned char starts[][4]", ["{%d, %d, %d, %d}" % (*starts[key], *key) for key in sorted(starts)]))
    out.append(array("static const uint64_t start_bits[64]", ["0x%xu" % b for b in bits]))
    listed, firsts, at = [], {}, 1
    for name, role in sorted((name.encode(), role) for role, names in heads.items() for name in names):
        firsts.setdefault(name[0], at)
        listed.append(bytes([ROLES.index(role) + 1, len(name)]) + name)
        at += 2 + len(name)
    out.append(array("static const uint16_t head_places[256]", ["[%d] = %d" % c for c in sorted(firsts.items())]))
    out.append("static const char head_names[] =\n%s;\n" %
               "\n".join("    " + literal(n.decode()) for n in [b"\1"] + listed))
    out.append("const char zones_verbs[] =\n%s;\n" % "\n".join("    " + literal(chr(len(verb.encode())) + verb) for verb in verbs))
    out.append("const uint32_t zones_verb_letters = 0x%x;\n" %
               sum({1 << (verb.encode()[1] & 31) for verb in verbs}))
    out.append("static const char zones_text[] =\n%s;\n" %
               "\n".join("    " + literal(t + "\0") for t in text.split("\0")[:-1]))
    return "\n".join(out)


def host_end(host):
    """Returns what host_end() in C returns for the hosts of a rule, or 0."""
    if len(host) < 6:
        raise SystemExit("rows.py: host_end() cannot read a host as short as %s" % host)
    return 0 if host.endswith("*") else int.from_bytes(bytes(c | 0x20 for c in host.encode()[-6:]), "little")


def gateways():
    """Returns the rules, sorted by host_end(); those of one host stay in the order of the list. And a hash table of the
    ends of hosts whose links show that they are whole, with a multiplier that gives each end a slot of its own."""
    rules = sorted(read("gateways", 5), key=lambda row: host_end(row[0]))
    ends = {host_end(host) for host, *_, end in rules if end != "-"} - {0}
    multiplier, slots = 1, {}
    while len(slots) < len(ends):
        multiplier = multiplier * 6364136223846793005 + 1442695040888963408 & 0xFFFFFFFFFFFFFFFF
        slots = {(end * multiplier & 0xFFFFFFFFFFFFFFFF) >> 59: end for end in ends}
    return array("static const rule rules[]",
                 ["{0x%x, %s, %d, %s, %s, %s, %s}" % (host_end(host), literal(host), len(host), literal(path), how.upper(),
                                                      literal(name), literal(end))
                  for host, path, how, name, end in rules]) + \
        "#define SHOWN_SLOT(end) ((end) * UINT64_C(%d) >> 59)\n" % multiplier + \
        array("static const uint64_t shown_ends[32]", ["[%d] = 0x%x" % slot for slot in sorted(slots.items())])


def tracking():
    """Returns the parameters, those of any site first, each with its length without the "*"."""
    rows = sorted(read("tracking", 2), key=lambda row: (row[1] != "-", row))
    return array("static const parameter parameters[]",
                 ["{%s, %d, %s, %s}" % (literal(name.rstrip("*")), len(name.rstrip("*")),
                                        "true" if name.endswith("*") else "false", literal(site))
                  for name, site in rows])


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


def css():
    """Returns the names, and the perfect hash that finds them."""
    rows = sorted(read("css", 2))
    displacements, index = phash.build([name.encode() for name, _ in rows], 1024, 256)
    return array("static const css_row css_rows[%d]" % len(rows),
                 ["{%s, %d, %s}" % (literal(name), len(name), constant("CSS_IS_", kinds)) for name, kinds in rows]) + \
        "".join("\n%s = {\n%s\n};\n" % (declaration, "\n".join(phash.rows(numbers))) for declaration, numbers in (
            ("static const uint8_t css_displacement[256]", displacements),
            ("static const uint16_t css_index[1024]", index)))


LOOKS = ("alt", "class", "dir", "height", "hidden", "style", "width", "zone")


def names():
    """Returns the table of names; their slots, by slot_of() of a name's first eight bytes; and for
    each first letter the lengths of the attributes, as bits: of all, and of all but those that only
    say how something looks."""
    rows, slots, lengths = [], {}, [[0] * 32, [0] * 32]
    for i, (name, attribute, only) in enumerate(sorted(read("names", 3))):
        key = int.from_bytes(name.encode()[:8], "little")
        at = (key * 0xA54AC910B206F853 & 2**64 - 1) >> 56
        if at in slots:
            raise SystemExit("rows.py: no slot for %s; change the multiplier, here and in slot_of()" % name)
        holds = constant("PAGE_HOLDS_", attribute, "PAGE_HOLDS_NOTHING")
        slots[at] = "[%d] = {0x%xu, %d, %s, %d}" % (at, key, len(name), holds, i)
        rows.append("{%s, %s}" % (literal(name), literal(only)))
        for k in range(2):
            if not (k and attribute in LOOKS):
                lengths[k][ord(name[0]) & 31] |= 1 << len(name)
    return array("static const page_name page_name_rows[%d]" % len(rows), rows) + "\n" + \
        array("static const page_slot page_slots[256]", [slots[at] for at in sorted(slots)]) + "\n" + \
        array("static const uint64_t page_lengths[2][32]", ["{%s}" % ", ".join(map(str, k)) for k in lengths])


def elements():
    """Returns the table of elements, the first row for those that are not in it; the numbers of rows by tree_id_of()
    of a name's first eight bytes; and the first row of each kind."""
    rows, slots, kinds = ['{"", TREE_OTHER, 0}'], {}, {}
    for name, kind, standard, users in sorted(read("elements", 4)):
        at = (int.from_bytes(name.encode()[:8], "little") * 0x9740FC6CFD0316DD & 2**64 - 1) >> 54
        if at in slots:
            raise SystemExit("rows.py: no slot for %s; change the multiplier, here and in tree_id_of()" % name)
        slots[at] = len(rows)
        kinds.setdefault(kind, len(rows))
        flags = constant("TREE_IS_", " ".join(words for words in (standard, users) if words != "-") or "-")
        rows.append("{%s, %s, %s}" % (literal(name), constant("TREE_", kind), flags))
    return array("const tree_row tree_rows[%d]" % len(rows), rows) + "\n" + \
        array("const unsigned char tree_slots[1024]", ["[%d] = %d" % item for item in sorted(slots.items())]) + \
        "\n" + array("const unsigned char tree_first[TREE_KINDS]", ["[%s] = %d" % (constant("TREE_", kind), i)
                                                                    for kind, i in sorted(kinds.items())])


def ranges(table, declaration, prefix=""):
    found = sorted((int(first, 16), int(last, 16), what)
                   for of, first, last, what in read("unicode", 4) if of == table)
    return array(declaration, ["{0x%X, 0x%X%s}" % (first, last, "" if what == "-" else ", " + constant(prefix, what))
                               for first, last, what in found])


def scripts():
    known = dict.fromkeys("    %s,\n" % what.upper() for of, _, _, what in read("unicode", 4) if of == "script")
    return "enum script {\n    NO_SCRIPT,\n%s};\n\n" % "".join(known) + ranges("script", "static const block blocks[]")


TABLES = (
    (zones, "zones", "mail/zones/zones_table.h", "zones_words.c", "phrases of forwarded messages and footers"),
    (gateways, "gateways", "url/tables/gateways.h", "unwrap.c", "gateways and redirectors that encode links"),
    (tracking, "tracking", "url/tables/tracking.h", "alike.c", "parameters that track clicks"),
    (css, "css", "css/names_table.h", "write.c", "properties, functions and units that a sealed style may have"),
    (names, "names", "mail/page/names_table.h", "page.c", "attributes that affect text and links"),
    (elements, "elements", "html/elements_table.h", "elements.c", "elements that affect the tree of a page, or its users"),
    (fields, "fields", "mail/header/fields_table.h", "fields.c", "field names of mail and news"),
    (lambda: ranges("invisible", "static const unicode_range invisible[]", "UNICODE_"),
     "unicode", "base/unicode_table.h", "utf8.c", "invisible characters"),
    (scripts, "unicode", "url/tables/scripts.h", "danger.c", "the scripts of letters"),
    (lambda: ranges("zero", "static const range zero[]") + "\n" + ranges("wide", "static const range wide[]"),
     "unicode", "base/columns_table.h", "columns.c", "characters that take no column, or two"),
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
        with open(os.path.join(HERE, "..", "lib", name), "r" if arguments else "w", encoding="ascii", newline="\n") as f:
            if not arguments:
                f.write(text)
            elif f.read() != text:
                raise SystemExit("rows.py: run src/gen/rows.py to update src/lib/" + name)


if __name__ == "__main__":
    main(sys.argv[1:])
