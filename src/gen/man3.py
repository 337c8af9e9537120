#!/usr/bin/env python3
"""man3.py - makes the manual page of the library, doc/trawl.3, from the comments of include/*.h

man3.py          writes the page; its date stays
man3.py --check  exits with 1 when the page is not what the headers give

The headers are the manual; a fact that users need belongs there. What the generator reads:

    /* ---- NAME ---- ... */   begins a section, with an introduction
    /* ... */                  describes the declarations below it, up to an empty line; above an
                               empty line it is a paragraph of its own
    /* ... */ in a list        describes the members below it without a comment, or the member to
                               the left of it
    "    code"                 lines that are indented by four columns are printed as they are
    "- item", "1. item"        are lists
    Example: TITLE             in the comment at the top of a header: goes to EXAMPLES

Members `reserved` are left out. Needs nothing but Python, and is not part of a build.
"""
import os
import re
import sys
import textwrap

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PAGE = os.path.join(TOP, "doc", "trawl.3")
HEADERS = ("trawl.h", "trawl_mail.h", "trawl_emit.h", "trawl_rewrite.h", "trawl_options.h")

BEGIN = r'''.\" trawl.3 - manual page of the library: made by src/gen/man3.py from include/*.h, do not edit
.Dd %s
.Dt TRAWL 3
.Os
.Sh NAME
%s
.Nd find the URLs of texts and mail, write hypertext; check, compare and resolve URLs
.Sh LIBRARY
libtrawl (\-ltrawl), for pkg-config
.Sq trawl
.Sh SYNOPSIS'''
END = r'''.Sh SEE ALSO
.Xr trawl 1 ,
.Xr trawl-formats 5 ,
.Xr trawl-rules 5
.Sh STANDARDS
RFC 1738, Uniform Resource Locators (URL).
.Pp
RFC 1630, Universal Resource Identifiers in WWW.
.Pp
RFC 3986, Uniform Resource Identifier (URI): Generic Syntax.
.Pp
RFC 3987, Internationalized Resource Identifiers (IRIs).
.Pp
Unicode Technical Standard #58, version 17.0, Unicode Link Detection and Formatting.
.Pp
.Pa doc/rules.md
in the source says what the library takes for a link, how it reads these standards, and where it
departs from them.
'''


OPEN = ".Bl -tag -width Ds"


# ---- Text ----

def escape(text):
    text = text.replace("\\", "\\e").replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    text = re.sub(r"([.!?][)'\"]*) ", r"\1\\& ", text)  # no sentence ends within a line
    return "\\&" + text if text[:1] in (".", "'") else text


# A macro, the pattern of the words that it marks, and what of the word it prints.
MARKS = (
    ("Pa", r"(trawl\w*\.h|(?:doc|src|tests)/[\w./]*\w)", r"\1"),
    ("Fn", r"(trawl_\w+)\(\)", r"\1"),
    ("Dv", r"(TRAWL_[A-Z0-9_]*[A-Z0-9]|NULL)", r"\1"),
    ("Vt", r"(trawl_[a-z0-9_]+(?:\.[a-z_]+)*)", r"\1"),
    ("Fa", r"`([^`]+)`|(\*[a-z_]+)", r"\1\2"),
    ("Xr", r"(trawl[a-z-]*)\((\d)\)", r"\1 \2"),
)


def marked(word):
    """Returns the line of mdoc for a word that names a thing of the library, or None."""
    opened, core, closed = re.fullmatch(r"(\(?)(.*?)([.,;:!?)]*)", word).groups()
    if core.count("(") > core.count(")") and closed.startswith(")"):
        core, closed = core + ")", closed[1:]
    for macro, pattern, what in MARKS:
        if re.fullmatch(pattern, core):
            name = re.sub(pattern, what, core)
            return " ".join(["." + macro, *opened, name, *closed])
    return None


def prose(text):
    """Returns the lines of mdoc for a paragraph: each sentence begins a line."""
    lines, plain = [], []

    def flush():
        lines.extend(map(escape, textwrap.wrap(" ".join(plain), 90, break_long_words=False,
                                               break_on_hyphens=False)))
        plain.clear()
    words = text.split()
    for i, word in enumerate(words):
        line = marked(word)
        if line:
            flush()
            lines.append(line)
            continue
        plain.append(word)
        if re.search(r"[\w)\]>\"*'][.!?][)\"]?$", word) and i + 1 < len(words) and not words[i + 1][:1].islower():
            flush()
    flush()
    return lines


def literal(lines):
    return [".Bd -literal -offset indent", *map(escape, lines), ".Ed"]


def blocks(lines):
    """Yields the blocks of a comment: (kind, lines), kind is text, code, "bullet" or "enum"."""
    kind, block = "text", []
    for line in [*lines, ""]:
        item = re.match(r" {0,3}(-|\d+\.) +(.*)", line)
        if kind == "code" and (line.startswith("    ") or not line):
            block.append(line[4:])
        elif item:
            if block:
                yield kind, block
            kind, block = ("bullet" if item[1] == "-" else "enum"), [item[2]]
        elif line.startswith("    ") and kind == "text":
            if block:
                yield kind, block
            kind, block = "code", [line[4:]]
        elif not line or kind == "code":
            if block:
                yield kind, block
            kind, block = "text", [line] if line else []
        else:
            block.append(line)
    if block and any(block):
        yield kind, block


def describe(lines, first=True):
    """Returns the mdoc of a comment; `first` if no paragraph has to be ended before it."""
    page, lists = [], None
    for kind, block in blocks(lines):
        if lists and kind != lists:
            page.append(".El")
        if kind == "code":
            while block and not block[-1]:
                block.pop()
            page += literal(block)
        elif kind == "text":
            page += ([".Pp"] if page or not first else []) + prose(" ".join(block))
        else:
            page += ([f".Bl -{kind}"] if lists != kind else []) + [".It", *prose(" ".join(block))]
        lists = kind if kind in ("bullet", "enum") else None
    return page + [".El"] * bool(lists)


def comment_text(lines):
    """Returns the lines of a comment without its marks and without their common indentation."""
    text = "\n".join(lines).strip()
    text = re.sub(r"^/\*+ ?|\s*\*/$", "", text)
    return [re.sub(r"^ *\* ?", "", line).rstrip() if i else line for i, line in enumerate(text.split("\n"))]


# ---- Headers ----

def skipped(lines):
    """Yields the lines without includes, guards and what is there for compilers and C++."""
    depth = 0
    for line in lines:
        if re.match(r"#if(def __cplusplus| defined)", line):
            depth += 1
        elif line.startswith("#endif"):
            depth -= depth > 0
        elif depth == 0 and not re.match(r"#(ifndef|include|define \w+_H$)", line):
            yield line


def groups(lines):
    """Yields the groups of a header: (comment, declarations), each a list of lists of lines."""
    comment, declarations, i = [], [], 0
    while i < len(lines):
        line, start = lines[i], i
        if not line:
            if comment or declarations:
                yield comment, declarations
            comment, declarations = [], []
        elif line.startswith("/*"):
            if declarations:
                yield comment, declarations
                declarations = []
            while "*/" not in lines[i]:
                i += 1
            comment = comment_text(lines[start:i + 1])
        else:
            inside = re.match(r"(typedef )?(enum|struct) \w+ {", line)
            if line.startswith("#"):
                while lines[i].endswith("\\") or ("/*" in lines[i] and "*/" not in lines[i]):
                    i += 1
            else:
                while not (lines[i].startswith("}") if inside else re.search(r";$|; +/\*", lines[i])):
                    i += 1
            declarations.append(lines[start:i + 1])
        i += 1
    if comment or declarations:
        yield comment, declarations


def entries(lines):
    """Yields the members of an enum or struct: (declarations, comment)."""
    above, members, i = [], [], 0
    while i < len(lines):
        line, start = lines[i].strip(), i
        comment = []
        if "/*" in line:
            while "*/" not in lines[i]:
                i += 1
            code, _, _ = line.partition("/*")
            comment = comment_text([line[len(code):], *(s.strip() for s in lines[start + 1:i + 1])])
            line = code.strip()
        else:
            while not re.search(r"[,;]$", line) and i + 1 < len(lines):
                i += 1
                line += " " + lines[i].strip()
        i += 1
        if not line:
            if members:
                yield members, above
            above, members = comment, []
        elif comment:
            if members:
                yield members, above
                above, members = [], []
            yield [line], [*above, *(["", *comment] if above else comment)]
            above = []
        else:
            if members and (not above or "=" in line or line.endswith(",") or re.fullmatch(r"\w+", line)):
                yield members, above
                above, members = [], []
            members.append(line)
    if members:
        yield members, above


def member(line):
    """Returns an item's head for a member of a struct or an enumerator."""
    line = re.sub(r" = .*", "", line.rstrip(",;"))
    if re.fullmatch(r"\w+", line):
        return f"Dv {line}"
    if "(" in line:
        return f'Fa "{line}"'
    kind, names = re.fullmatch(r"(.*?[ *])((?:\w+(?:\[\w+\])?(?:, )?)+)", line).groups()
    return f'Vt "{kind.strip()}" Fa ' + " , ".join(names.split(", "))


def items(lines, sized):
    """Returns the items of an enum's or struct's members. resize_user belongs to resize, and so on."""
    found = []
    for members, comment in entries(lines):
        if members == ["size_t size;"]:
            comment = [f"set by {sized}"]
        elif not comment and re.search(r"_COUNT\b", members[0]):
            comment = ["the number of these values"]
        if not comment and members[0].endswith("_user;"):
            found[-1][0].extend(members)
        elif not re.search(r"\breserved", members[0]):
            found.append((members, comment))
    page = []
    for members, comment in found:
        head = ".It " + " , ".join(map(member, members))
        page += [head if len(head) <= 100 else re.sub(r'Vt (?:"[^"]*"|\w+) Fa', "Fa", head), *describe(comment)]
    return page


def title(text):
    """Returns the line of a heading, whose words are not macros."""
    return ".Ss " + re.sub(r"\b([A-Z][a-z]{1,2})\b", r"\\&\1", text)


class Header:
    """A header: the text and the examples of its first comment, its prototypes, and its sections."""

    def __init__(self, name, inits):
        with open(os.path.join(TOP, "include", name), encoding="utf-8") as f:
            lines = f.read().split("\n")
        self.name, self.inits, self.prototypes, self.functions = name, inits, [], []
        top = comment_text(lines[:lines.index(" */") + 1])
        self.title = top[0].partition(" - ")[2]
        examples = [i for i, line in enumerate(top) if line.startswith("Example:")]
        ends = [*examples[1:], len(top)]
        self.examples = [(top[a][9:], top[a + 1:b]) for a, b in zip(examples, ends)]
        self.text = top[1:examples[0]] if examples else top[1:]
        self.sections = [(None, [])]
        self.listed = False
        for comment, declarations in groups(list(skipped(lines[lines.index(" */") + 1:]))):
            self.add(comment, declarations)
        self.end_list()

    def end_list(self):
        if self.listed:
            self.sections[-1][1].append(".El")
        self.listed = False

    def add(self, comment, declarations):
        """Adds a group to the last section, or begins one."""
        if comment and (found := re.fullmatch(r"---- (.*) ----", comment[0])):
            self.end_list()
            self.sections.append((found[1], describe(comment[1:])))
            comment = []
        declarations = [d for d in declarations if not re.match(r"#define \w+_INIT |} *$", d[0])]
        page = self.sections[-1][1]
        if not declarations:
            if comment and not comment[0].startswith("The initial value"):
                self.end_list()
                page += describe(comment, not page)
            return
        if not comment and all(d[0].startswith("typedef struct") and len(d) == 1 for d in declarations):
            return
        if not self.listed:
            page.append(OPEN)
        self.listed = True
        self.group(page, comment, declarations)

    def group(self, page, comment, declarations):
        """Appends the item of the declarations that one comment describes."""
        heads, inside = [], []
        defines = [d for d in declarations if d[0].startswith("#define")]
        for d in declarations:
            code = " ".join(s.strip(" \\") for s in d)
            if d in defines:
                name, arguments, value, own = re.fullmatch(
                    r"#define (\w+)(?:\(([\w, ]*)\))? *(.*?)(?: */\*(.*)\*/)?", code).groups()
                head = f"Dv {name}" if arguments is None else "Fn " + " ".join([name, *arguments.split(", ")])
                own = [re.sub(r" \* ", " ", own).strip()] if own else []
                if arguments is None and not own and re.match(r"\(TRAWL", value):
                    own = [value.strip("()")]
                elif arguments is None and not value.startswith(("TRAWL", "(TRAWL", "UINT64")):
                    head += f' Pq {escape(value.strip("()"))}'
                if comment and len(defines) == len(declarations) == 1:
                    heads.append(head)
                    inside += [".Pp", *describe(own)] if own else []
                else:
                    inside += [f".It {head}", *describe(own)]
            elif found := re.match(r"(?:typedef )?(enum|struct) (\w+) {", d[0]):
                self.aggregate(heads, inside, found[1], found[2], d)
            elif found := re.match(r"typedef struct \w+ (\w+);", code):
                heads.append(f"Vt {found[1]}")
            else:
                heads.append("Fn " + self.prototype(code))
        if not heads and not comment:
            page += inside
            return
        if not heads:
            if page[-1] == OPEN:
                page.pop()
            else:
                page.append(".El")
            page += [".Pp", *describe(comment), *listed(inside)]
            self.listed = False
            return
        page += [".It " + " , ".join(heads), *describe(comment), *listed(inside)]

    def aggregate(self, heads, inside, kind, name, lines):
        """Adds an enum or a struct; one whose members have no comments is printed as C."""
        heads.append(f"Vt enum {name}" if kind == "enum" else f"Vt {name}")
        if any("/*" in line for line in lines):
            inside += items(lines[1:-1], self.inits.get(name))
        else:
            inside += literal(lines)

    def prototype(self, code):
        """Notes a function for the synopsis, and returns its name."""
        result, name, arguments = re.fullmatch(r"(?:TRAWL_API )?(.*?[ *])(\w+)\((.*)\);", code).groups()
        lines = [f'.Ft "{result.strip()}"' if " " in result.strip() else f".Ft {result.strip()}", f".Fo {name}"]
        self.prototypes += [*lines, *(f'.Fa "{a}"' for a in arguments.split(", ")), ".Fc"]
        if not code.startswith("typedef"):
            self.functions.append(name)
        return name


def listed(inside):
    """Returns the items of a nested list; what is not an item stands before the list."""
    at = next((i for i, line in enumerate(inside) if line.startswith(".It")), len(inside))
    return inside[:at] + ([".Bl -tag -width Ds -compact", *inside[at:], ".El"] if at < len(inside) else [])


def page(date):
    inits = {}
    for name in HEADERS:
        with open(os.path.join(TOP, "include", name), encoding="utf-8") as f:
            inits.update((b, a) for a, b in re.findall(r"#define (\w+_INIT) TRAWL_SIZED\((\w+)\)", f.read()))
    headers = [Header(name, inits) for name in HEADERS]
    names = [f for h in headers for f in h.functions]
    out = [BEGIN % (date, "\n".join(f".Nm {n} ," for n in names)[:-2])]
    errors, examples = [], []
    for h in headers:
        out += [f".In {h.name}", *h.prototypes]
    out.append(".Sh DESCRIPTION")
    for h in headers:
        if h is not headers[0]:
            out += [f".Ss {h.name}", *describe([h.title[0].upper() + h.title[1:] + "."])]
        at = h.text.index("Conventions") if "Conventions" in h.text else len(h.text)
        out += describe(h.text[:at], h is headers[0])
        if at < len(h.text):
            out += [".Ss Conventions", *describe(h.text[at + 1:])]
        for name, lines in h.sections:
            if name == "Errors":
                errors = [".Sh ERRORS", *lines]
            elif lines:
                out += ([title(name)] if name else [".Ss The version"] if h is headers[0] else []) + lines
        for name, lines in h.examples:
            name = name[0].upper() + name[1:] + ("" if name.endswith("?") else ":")
            examples += [*([".Pp"] if examples else []), *prose(name), *describe(lines)]
    return "\n".join([*out, ".Sh EXAMPLES", *examples, *errors]) + "\n" + END


def main():
    with open(PAGE, encoding="utf-8") as f:
        old = f.read()
    new = page(re.search(r"^\.Dd (.*)", old, re.M)[1])
    if sys.argv[1:] == ["--check"]:
        if new != old:
            sys.exit("man3.py: doc/trawl.3 is not what include/*.h give: run src/gen/man3.py")
        return
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(new)


if __name__ == "__main__":
    main()
