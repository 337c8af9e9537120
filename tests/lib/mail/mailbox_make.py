"""mailbox_make.py - makes mailboxes as programs and archives write them, and compares trawl with what is known

    mailbox_make.py TRAWL SEED COUNT

Each mailbox has messages whose number, ids and links are known: the link http://N.box.example/ is in message N, and in
no other. "trawl -t json" must name for each link its message and that message's id. Python's mailbox module reads the
same file; where it finds another number of messages, the reason must be one of FAULTS. Prints what differs; exits with
1 if anything does. All content is invented.
"""
import collections
import json
import mailbox
import os
import random
import subprocess
import sys
import tempfile

DAYS, MONTHS = "Mon Tue Wed Thu Fri Sat Sun".split(), "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()

# Where Python's mailbox.mbox differs. It takes any line that begins with "From " for a separator.
FAULTS = {"from-line-in-body": "a line of the body begins with \"From \""}

used = collections.Counter()


def asctime(r):
    return "%s %s %2d %02d:%02d:%02d %d" % (
        r.choice(DAYS), r.choice(MONTHS), r.randint(1, 28), r.randint(0, 23), r.randint(0, 59), r.randint(0, 59), r.randint(1993, 2026))


# ---- The lines of a body ----


def prose(r):
    return [" ".join(r.choice("the list of all pages was moved to another place and we hope that".split()) for _ in range(9))]


def from_word(r):
    """A sentence that begins with "From "."""
    return [r.choice(["From here on it works.", "From Monday to Friday, see below", "From the manual: use it", "From 5 Jan 2007 to now"])]


def from_quoted(r):
    return [r.choice([">From the first day", ">>From then on", "> From joe at a.example  " + asctime(r)])]


def message_quoted(r):
    """A whole message, with quote marks or indented."""
    mark = r.choice(["> ", ">", "| ", "    "])
    lines = ["From ann at c.example  " + asctime(r), "From: ann at c.example", "Subject: quoted", "Message-ID: <quoted@c.example>", "", "text"]
    if mark == ">":
        lines = lines[1:]
    return [mark + line for line in lines]


def message_inline(r):
    """A forwarded message without its From_ line."""
    return ["-----Original Message-----", "From: Ann <ann@c.example>", "Sent: Monday", "Subject: x", "", "text"]


def from_dated(r):
    """A From_ line with a date, right below text, and no field below it: it is text."""
    return ["as it said:", "From joe at a.example  " + asctime(r), "and no more"]


BODY = [prose, prose, prose, from_word, from_quoted, message_quoted, message_inline, from_dated]


def body(r, n):
    lines = []
    for _ in range(r.randint(0, 3)):
        lines += r.choice(BODY)(r) + ([""] if r.random() < 0.4 else [])
    lines.insert(r.randint(0, len(lines)) if not any(line.startswith(("From ", "From:")) for line in lines) else len(lines),
                 "see http://%d.box.example/ there" % n)
    lines += r.choice(BODY[:2])(r)
    return lines


# ---- The programs: each has its separator, its header, and whether an empty line precedes ----

Kind = collections.namedtuple("Kind", "separator header blank_before quotes")


def header(r, n, obscured=False, extra=()):
    sender = "joe at a.example (Joe)" if obscured else "Joe <joe@a.example>"
    fields = ["From: " + sender, "Date: Fri, 5 Jan 2007 10:00:00 +0100", "Subject: [list] number %d" % n,
              "Message-ID: <%d@box.example>" % n]
    if r.random() < 0.3:
        fields.insert(2, "In-Reply-To: <%d@box.example>" % (n - 1))
        fields.insert(3, "References: <a@box.example>\n\t<b@box.example>")
    return list(extra) + fields


KINDS = {
    # Mailman 2: the address is obscured; often there is no empty line before the separator
    "pipermail": Kind(lambda r: "From joe at a.example  " + asctime(r), lambda r, n: header(r, n, True), False, True),
    "pipermail-blank": Kind(lambda r: "From joe at a.example  " + asctime(r), lambda r, n: header(r, n, True), True, True),
    # Mailman 3 (HyperKitty)
    "mailman3": Kind(lambda r: "From joe@a.example " + asctime(r), lambda r, n: header(r, n, extra=["Received: from x by y; Fri, 5 Jan 2007 10:00:00 +0100"]), True, True),
    "hypermail": Kind(lambda r: "From joe@a.example " + asctime(r), lambda r, n: header(r, n, extra=["Received: (from joe@localhost)"]), True, True),
    # MH's packf and inc
    "mh": Kind(lambda r: "From joe@a.example " + asctime(r), lambda r, n: header(r, n, extra=["Return-Path: <joe@a.example>"]), True, True),
    "takeout": Kind(lambda r: "From %d@xxx %s" % (r.randint(10**18, 10**19), asctime(r)[:-4] + "+0000 2007"),
                    lambda r, n: header(r, n, extra=["X-GM-THRID: 1", "X-Gmail-Labels: a,b"]), True, True),
    "thunderbird": Kind(lambda r: r.choice(["From - " + asctime(r), "From "  + asctime(r)]),
                        lambda r, n: header(r, n, extra=["X-Mozilla-Status: 0001", "X-Mozilla-Status2: 00000000"]), True, True),
    "eudora": Kind(lambda r: "From ???@??? " + asctime(r), lambda r, n: header(r, n, extra=["X-Persona: <x>"]), False, True),
    "pegasus": Kind(lambda r: "From joe@a.example " + asctime(r), lambda r, n: header(r, n, extra=["X-PM-PLACEHOLDER:"]), True, True),
    "usenet": Kind(lambda r: "From -%d" % r.randint(10**9, 10**18), lambda r, n: header(r, n, extra=["X-Google-Language: ENGLISH"]), True, False),
    "uucp": Kind(lambda r: "From a!b!joe %s remote from a" % asctime(r), lambda r, n: header(r, n), True, True),
}


def make(r, name, crlf):
    """Returns a mailbox and the number of its messages."""
    kind, count, lines = KINDS[name], r.randint(1, 12), []
    for n in range(1, count + 1):
        text = body(r, n)
        if kind.blank_before and n > 1:
            lines.append("")
        lines += [kind.separator(r)] + kind.header(r, n) + [""] + text
    end = "\r\n" if crlf else "\n"
    data = end.join(line.replace("\n", end) for line in lines) + end
    if r.random() < 0.5:
        data += end
    return data.encode(), count


# ---- Comparison ----


def check(trawl, path, name, count):
    out = subprocess.run([trawl, "-t", "json", path], stdout=subprocess.PIPE, check=False)
    found = {}
    for line in out.stdout.decode().splitlines():
        link = json.loads(line)
        url = link["url"]
        if url.endswith(".box.example/"):
            found.setdefault(url, []).append((link["message"]["number"], link["message"].get("id")))
    wanted = {"http://%d.box.example/" % n: [(n, "%d@box.example" % n)] for n in range(1, count + 1)}
    if found != wanted or out.returncode != 0:
        return "status %d, links %r, wanted %r" % (out.returncode, found, wanted)
    with open(path, "rb") as f:
        data = f.read()
    theirs = len(mailbox.mbox(path, create=False))
    from_lines = sum(line.startswith(b"From ") for line in data.splitlines())
    if theirs != count:
        if theirs == from_lines and from_lines > count:
            used["from-line-in-body"] += 1
        else:
            return "Python has %d messages, wanted %d" % (theirs, count)
    return ""


def main():
    trawl, seed, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "box")
        for i in range(rounds):
            r = random.Random(seed * 1000003 + i)
            name = sorted(KINDS)[i % len(KINDS)]
            data, count = make(r, name, r.random() < 0.2)
            with open(path, "wb") as f:
                f.write(data)
            why = check(trawl, path, name, count)
            if why:
                wrong += 1
                if wrong <= 3:
                    print("# %d, %s: %s\n%s" % (i, name, why, data.decode()))
    print("%d of %d mailboxes differ; Python's faults: %r" % (wrong, rounds, dict(used)))
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
