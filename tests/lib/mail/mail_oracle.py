"""mail_oracle.py - compares trawl's mail reader with Python's email package

    mail_oracle.py MAIL_EVENTS testdata/mail     each message there
    mail_oracle.py MAIL_EVENTS SEED COUNT        COUNT random messages (mail_make.py)

Compares the types of the parts, in order; the text of each text part, byte by byte, with the line ends of the
source; that a text part has no SKIP inside and that nothing else is text; and, where possible, that the source at
a link's pieces decodes to its raw text. The standard library decodes the transfer encodings (binascii, quopri,
base64) and the charsets. Intended differences have names that doc/rules.md explains; differs() counts them,
and the counts are printed. Exits with 0 if all messages agree, else 1.
"""
import base64
import binascii
import collections
import email
import glob
import json
import os
import quopri
import re
import subprocess
import sys
from email import errors

used = collections.Counter()

# Labels that mean a larger charset (WHATWG "Encoding"), or that Python has under another name, or lacks.
CODECS = {
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-9": "iso8859-15", "iso-8859-9": "cp1254",
    "shift_jis": "cp932", "x-sjis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949", "windows-949": "cp949", "big5": "big5hkscs", "hz-gb-2312": "hz", "utf-16": "utf-16-le",
    "'koi8-r'": "koi8-r",
}
SHOWN = ("cp932", "euc_jp", "cp949", "gbk", "big5", "iso2022_jp")
AS_IS = {"", "us-ascii", "ascii", "utf-8", "utf8", "x-klingon", "x-unknown"}
ENCODINGS = {"quoted-printable": "qp", "base64": "base64", "x-uuencode": "uu", "uuencode": "uu", "x-uue": "uu", "uue": "uu"}


# Names of attachments that are read as text.
NAMED_TEXT = rb"\.(s?html?|xhtml|xht|svg|url|txt|ics|vcf)\b"


def differs(name):
    """Counts an intended difference; returns True."""
    used[name] += 1
    return True


# ---- Python's result ----


def is_text(kind):
    return kind.startswith("text/") or kind.startswith("message/")


def encoding_of(part):
    """Returns the encoding without comments, which Python does not parse in this field."""
    value = str(part.get("content-transfer-encoding", ""))
    clean = value.strip().lower()
    if "(" in value:
        differs("encoding-comment")
        clean = re.sub(r"\([^()]*\)", "", clean).strip()
    if not re.match(r"[\w-]*$|.*\(", clean):
        differs("encoding-trailer")
        clean = re.sub(r"[^a-z]*([a-z0-9-]*).*", r"\1", clean, flags=re.S)
    return ENCODINGS.get(clean, "")


def from_base64(data):
    """Decodes like trawl: also after padding, up to a line that cannot be base64 (a mailing list footer). Python stops at padding."""
    footer = re.search(rb"(?<=[A-Za-z0-9+/=])[^A-Za-z0-9+/]*\n([!-~])(?<![A-Za-z0-9+/=])", data)
    if footer and differs("base64-footer"):
        return from_base64(data[: footer.start(1)]) + data[footer.start(1) :]
    clean = re.sub(rb"[^A-Za-z0-9+/=]", b"", data)
    runs, pads = [b""], 0
    for i, c in enumerate(clean):
        pads = pads + 1 if c == 0x3D else 0
        if pads == 0:
            runs[-1] += clean[i : i + 1]
        elif len(runs[-1]) % 4 > 1 and len(runs[-1]) % 4 + pads > 3:
            runs.append(b"")
    if len([run for run in runs if run]) > 1:
        differs("base64-after-padding")
    return b"".join(base64.b64decode(run[: len(run) - (len(run) % 4 == 1)] + b"==") for run in runs)


def from_qp(data):
    """Decodes as trawl does, without white space between "=" and the line end, which mail transport
    may add. Python keeps both."""
    if re.search(rb"=[ \t]+\r?(\n|\Z)", data):
        differs("qp-blank-after-equals")
        data = re.sub(rb"=[ \t]+(\r?(\n|\Z))", rb"=\1", data)
    return quopri_decode(data)


def quopri_decode(data):
    """Decodes, but keeps both signs of "==": Python drops one."""
    if b"==" in data:
        differs("qp-double-equals")
        data = re.sub(rb"=(?==)", b"=3D", data)
    return binascii.a2b_qp(data)


def from_uu(data):
    """Decodes uuencode, and skips characters outside of its alphabet, where Python gives up."""
    lines = data.splitlines()
    begin = next((i for i, line in enumerate(lines) if re.match(rb"begin [0-7]", line)), None)
    out = b""
    if begin is None:
        return data
    for line in lines[begin + 1 :]:
        clean = re.sub(rb"[^ -`]", b"", line)
        if re.match(rb"end[ \t]*$", line):
            break
        if clean != line:
            differs("uu-bad-letters")
        if clean[:1] == line[:1] and line.strip(b" `"):
            out += binascii.a2b_uu(clean[: 1 + ((line[0] - 32) & 63) * 4 // 3 + 2][: 1 + -(-((line[0] - 32) & 63) // 3) * 4])
    return out


def decoded(part, payload):
    undo = {"qp": from_qp, "base64": from_base64, "uu": from_uu}.get(encoding_of(part))
    return undo(payload) if undo else payload


def to_utf8(part, data):
    """Returns the text in UTF-8, or unchanged when its charset is missing or unknown."""
    label = str(part.get_content_charset("") or "").strip()
    if label.lower() in AS_IS:
        return data
    codec = CODECS.get(label.lower(), label)
    if label.lower() == "utf-16" and data[:2] in (b"\xfe\xff", b"\xff\xfe"):
        codec = "utf-16-be" if data[:2] == b"\xfe\xff" else "utf-16-le"
    if codec == "cp1252":
        table = {i: chr(i) for i in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
        return "".join(table.get(b) or bytes([b]).decode("cp1252") for b in data).encode()
    try:
        return data.decode(codec, "replace").encode("utf-8", "surrogatepass")
    except LookupError:
        codec = re.match(r"[\w-]*", label).group()
        return data.decode(codec, "replace").encode() if codec != label and differs("charset-trailer") else data


def raw_payload(part):
    """Returns the undecoded body, which Python gives only for a part without an encoding."""
    named = part.get_all("content-transfer-encoding", [])
    del part["content-transfer-encoding"]
    raw = part.get_payload(decode=True) or b""
    for value in named:
        part["Content-Transfer-Encoding"] = value
    return raw


def parts_of(message):
    """Returns [type, text or None, message] for each part, in order; text is a pair, undecoded and decoded, in UTF-8."""
    kind = message.get_content_type()
    found = [[kind, None, message]]
    if kind == "message/external-body":
        return found if differs("external-body-phantom") else None
    if kind == "message/delivery-status":
        differs("delivery-status")
        found[0][1] = "any"
        return found
    if kind == "message/partial" and str(message.get_param("number")) != "1":
        differs("partial-rest")
        found[0][1] = "any"
        return found
    if kind.startswith("message/") and kind not in ("message/rfc822", "message/global", "message/news", "message/partial"):
        differs("message-other")
        found[0][1] = "any"
        return found
    if ascii_kind(kind) != kind and differs("type-beyond-ascii"):
        found[0][1] = "any"
    elif message.is_multipart():
        for child in message.get_payload():
            found += parts_of(child)
    elif kind.startswith("multipart/"):
        differs("multipart-without-boundary")
        found[0][1] = "any"
    elif kind in ("text/html", "application/xhtml+xml", "text/enriched", "text/richtext"):
        found[0][1] = "any"  # other tests cover pages
    elif is_text(kind):
        raw = raw_payload(message)
        found[0][1] = ((raw, to_utf8(message, raw)), to_utf8(message, decoded(message, raw)))
    return found


# ---- trawl's result ----


def ascii_kind(kind):
    """Returns a type without characters beyond ASCII, which are damage."""
    return re.sub(r"[^!-~]+", "", kind)


class Part:
    def __init__(self, event):
        self.path = event["part"]
        self.kind = ascii_kind(bytes.fromhex(event["type"]).decode("latin-1"))
        self.encoding = bytes.fromhex(event["encoding"]).decode("latin-1").lower()
        self.charset = bytes.fromhex(event["charset"]).decode("latin-1").lower()
        self.text = b""
        self.runs = ""  # "t" for text, "s" for a SKIP
        self.reasons = set()
        self.links = []
        self.notes = []


def read_events(events):
    """Returns the parts of each message, by its number."""
    messages = collections.defaultdict(list)
    for event in events:
        parts = messages[event.get("message", 0)]
        if event["event"] == "part":
            parts.append(Part(event))
        if not parts or "field" in event or event.get("part") != parts[-1].path:
            continue
        part = parts[-1]
        if event["event"] == "explain":
            part.notes.append(bytes.fromhex(event["what"]).decode())
        elif event["event"] == "skip" and event["reason"] not in ("header", "boundary", "epilogue", "separator"):
            part.runs += "s"
            part.reasons.add(event["reason"])
        elif event["event"] in ("text", "link", "more"):
            part.text += bytes.fromhex(event["text"])
            part.runs += "t"
            if event["event"] == "link":
                part.links.append(event)
    return messages


def run_all(program, inputs, options):
    """Returns the events of each input."""
    fed = b"".join(b"%d\n%s" % (len(data), data) for data in inputs)
    out = subprocess.run([program, "--many", "--explain", *options], input=fed, stdout=subprocess.PIPE, check=True).stdout
    events, runs = [], []
    for line in out.splitlines():
        event = json.loads(line)
        if event["event"] == "end":
            assert event["result"] == 0
            runs.append(events)
            events = []
        else:
            events.append(event)
    return runs


# ---- Comparison ----


def same_text(ours, theirs, raw, ctx):
    if ours.text == theirs:
        return True
    if ctx["damaged"] and re.search(r"\s", ours.charset.strip()) and ours.text == raw[0]:
        return differs("charset-trailer")
    if any("the bytes show" in note for note in ours.notes):
        shown = [theirs.decode(codec, "replace").encode() for codec in SHOWN]
        return ours.text in shown and differs("charset-shown")
    if any("already UTF-8" in note for note in ours.notes) and ours.text == raw[0] and by_chance(raw[0]):
        return differs("utf8-by-chance")
    if any("already decoded" in note or "already UTF-8" in note for note in ours.notes):
        if ctx["damaged"] == "cut" and len(raw[0]) < 24:
            return ours.text in raw and differs("short-base64")
        if ctx["damaged"] in ("drop", "high") and same_damage(ours.text.decode("utf-8", "replace"), raw[1].decode("utf-8", "replace")):
            return differs("decoded-by-damage")
        ends = (b"", b"\n", b"\r\n") if ours is ctx["last"] else (b"",)
        return ctx["stale"] and ours.text in [r + end for r in raw for end in ends] and differs("decoded-already")
    if ours.text[:3] == b"\xef\xbb\xbf" and ours.text[3:] == theirs:
        return differs("byte-order-mark")
    if b"\b" in theirs and ours.text == re.sub(rb"(.)\x08\1", rb"\1", re.sub(rb"_\x08(.)", rb"\1", theirs)):
        return differs("overstruck")
    if ours is ctx["last"] and ours.text in (theirs + b"\n", theirs + b"\r\n"):
        return differs("last-line-break")
    if ctx["damaged"] and ours is ctx["last"] and ours.text == theirs + b"\r":
        return differs("cut-line-break")
    if ctx["from_lines"] and ours.text in (theirs + b"\n", theirs + b"\r\n"):
        return differs("from-line-in-header")
    if ctx["damaged"] and re.search(b"\xef\xbf\xbd|\xc2[\x80-\x9f]", ours.text + theirs) and same_damage(ours.text.decode(), theirs.decode()):
        return differs("broken-characters")
    return False


def by_chance(data):
    """Returns True for UTF-8 with at most three different characters beyond ASCII."""
    try:
        return len(set(re.sub(r"[\x00-\x7f]", "", data.decode()))) < 4
    except UnicodeDecodeError:
        return False


def same_damage(ours, theirs):
    """Returns True when trawl has all ASCII words that Python has. Only these are compared, since
    after a bad byte the two may go on at different places."""
    words = iter(ascii_words(ours))
    return all(word in words for word in ascii_words(theirs))


def ascii_words(text):
    return [word for word in text.split() if word.isascii()]


def link_decodes(link, part, data):
    """Returns True when the source of the pieces decodes to the raw text, or when that cannot be
    tested: a piece of base64 or uuencode cannot be decoded alone."""
    encoding = ENCODINGS.get(part.encoding, "")
    if encoding in ("base64", "uu") or part.notes or part.charset not in ("", "us-ascii", "utf-8"):
        return True
    source = b"".join(data[a:b] for a, b in link["spans"])
    if part.kind == "text/html" and re.search(rb"[&<\s\x80-\xff]", source):
        return True  # references, tags, characters beyond ASCII: other tests cover pages
    raw = bytes.fromhex(link["raw"])
    source = quopri_decode(re.sub(rb"=[ \t]*\r?\n", b"", source)) if encoding == "qp" else source
    return source == (raw if len(link["spans"]) == 1 else raw.replace(b" ", b""))


def is_text_file(data, charset):
    """Returns True when the first bytes of a file are text: no NUL, few controls, UTF-8 or a declared charset."""
    first = data[:512]
    odd = len(re.findall(rb"[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]", first))
    if b"\0" in first or first[:5] == b"%PDF-" or odd > len(first) // 32:
        return False
    try:
        return bool(charset) or first.decode("utf-8") is not None
    except UnicodeDecodeError as e:
        return len(data) > 512 and e.start > 508


def drop_empty(parts):
    """Drops empty parts between adjacent boundaries, which Python does not report."""
    return [p for p in parts if p.runs or p.kind != "text/plain" or p.encoding or p.charset]


def compare(data, ours, message, ctx):
    """Returns None, or what is wrong."""
    if not data:
        return None if not ours else "a message in nothing"
    theirs = parts_of(message)
    kinds = [p.kind for p in ours]
    wanted = [ascii_kind(p[0]) for p in theirs]
    if any("a boundary that" in note for part in ours for note in part.notes):
        return None if any(p[1] == "any" for p in theirs) and differs("boundary-adopted") else "no boundary is missing"
    if ctx["damaged"] and any(re.search(r"[\r\n]", p[0] + str(p[2].get_boundary() or "")) for p in theirs):
        return None if differs("parameter-trailer") else ""
    if not all(str(p[2].get("content-type", "")).isascii() for p in theirs):
        return None if differs("parameter-beyond-ascii") else ""
    if ctx["damaged"] and any(isinstance(d, errors.MissingHeaderBodySeparatorDefect) for p in theirs for d in p[2].defects):
        return None if differs("odd-line-in-header") else ""
    if any("http" in p[2] for p in theirs):
        return None if differs("url-line-is-no-field") else ""
    if any(p.kind == "message/rfc822" and p.encoding in ("base64", "quoted-printable") for p in ours):
        return None if differs("base64-message") else ""
    if kinds != wanted and any(ascii_kind(p[0]) != p[0] for p in theirs) and differs("type-beyond-ascii"):
        return None
    if any(isinstance(d, errors.FirstHeaderLineIsContinuationDefect) for p in theirs for d in p[2].defects):
        return None if differs("fold-first") else ""
    if kinds != wanted and ctx["empty_parts"]:
        ours = drop_empty(ours)
        theirs = [p for p in theirs if p[1] is None or p[1] == "any" or p[1][0] or p[0] != "text/plain"]
        kinds, wanted = [p.kind for p in ours], [ascii_kind(p[0]) for p in theirs]
        if kinds == wanted or ctx["damaged"] == "double":
            differs("empty-parts")
            if kinds != wanted:
                return None
    if kinds != wanted:
        return "parts %s, wanted %s" % (kinds, wanted)
    ctx["last"] = ours[-1]
    for part, (kind, text, message) in zip(ours, theirs):
        if "ts" in part.runs.replace("st", "t") or (text not in (None, "any") and "s" in part.runs):
            return "%s: skipped %s inside of text" % (part.path, part.reasons)
        if text is None and part.text and re.search(NAMED_TEXT, data, re.I) and differs("attachment-by-name"):
            continue
        if text is None and part.text and is_text_file(decoded(message, raw_payload(message)), part.charset):
            continue
        if text is None and part.text:
            return "%s: text in %s" % (part.path, kind)
        if text not in (None, "any") and not same_text(part, text[1], text[0], ctx):
            return "%s: %s\n    wanted %s" % (part.path, part.text, text[1])
        for link in part.links:
            if not link_decodes(link, part, data):
                return "%s: link %s" % (part.path, link)
    return None


def about(data, stale=False, damaged=False):
    return {
        "stale": stale,
        "damaged": damaged,
        "from_lines": re.search(rb"\nFrom [^\n]*\nFrom ", data) is not None,
        "empty_parts": re.search(rb"(?m)^--([^\r\n]*?)[ \t]*\r?\n--\1", data) is not None,
    }


def report(name, wrong, data):
    print("# %s: %s" % (name, wrong[:1500].replace("\n", "\n# ")))
    print("#     from %s" % data[:600])


# ---- testdata/mail ----


def options_of(path):
    """Returns the options to read a file with, or None if it is not a single message: containers
    have a test of their own."""
    if not re.search(r"\.(eml|news)$|/(cur|new|tmp)/|/mh/", path):
        return None
    links = path + ".links"
    text = open(links, "rb").read() if os.path.exists(links) else b""
    return ["--input", "mail"] if b"% input mail" in text else []


# Messages that trawl reads and Python cannot; t_messages.c tests their links.
APART = {
    "boundary-wrong.eml": "boundary-adopted",
    "boundary-missing.eml": "boundary-adopted",
    "boundary-equal.eml": "equal-boundary-inside",
    "hostile-cr.eml": "bare-cr",
    "id-fields.eml": "blank-before-colon",
    "mark-base64.eml": "byte-order-mark",
    "overstruck.eml": "overstruck",
    "parts-empty.eml": "empty-parts",
    "attack-2a-prose-then-base64.eml": "encoding-in-doubt",
    "attack-2b-armor.eml": "encoding-in-doubt",
    "attack-2b-signs.eml": "encoding-in-doubt",
    "attack-2c-codes.eml": "encoding-in-doubt",
    "qp-undeclared.eml": "encoding-undeclared",
    "hostile-colon.eml": "field-without-name",
    "hostile-boundaries.eml": "empty-parts",
    "uuencode-trimmed.eml": "uu-trimmed",
}


def check_files(program, folder):
    failed = total = 0
    for path in sorted(glob.glob(folder + "/**", recursive=True)):
        options = options_of(path) if os.path.isfile(path) and not path.endswith(".links") else None
        if options is None:
            continue
        data = open(path, "rb").read()
        total += 1
        if APART.get(os.path.basename(path)):
            differs(APART[os.path.basename(path)])
            continue
        if data.startswith(b"\xef\xbb\xbf"):
            differs("mark-before-header")
        ours = read_events(run_all(program, [data], options)[0])
        message = email.message_from_bytes(data[3:] if data.startswith(b"\xef\xbb\xbf") else data)
        wrong = compare(data, ours[1], message, about(data, "decoded-" in path, "charset/wrong" in path or "-cut" in path))
        if wrong:
            failed += 1
            report(path, wrong, data)
    return failed, total


def joined(events):
    """Returns the events without EXPLAIN, with adjacent TEXT or SKIP events joined."""
    out = []
    for event in events:
        last, span = out[-1] if out else {}, event["span"]
        same = {key for key in event if key not in ("span", "text")}
        if event["event"] == "explain":
            continue
        if event["event"] in ("text", "skip") and all(last.get(key) == event[key] for key in same | {"event"}) and (
            {key for key in last if key not in ("span", "text")} == same
        ):
            out[-1] = dict(event, span=[last["span"][0], span[1]], text=last.get("text", "") + event.get("text", ""))
        else:
            out.append(dict(event, text=event.get("text", "")))
    return out


def check_made(program, seed, count):
    import mail_make

    made = [mail_make.make(seed + i) for i in range(count)]
    inputs = [m.data for m in made]
    failed = 0
    whole = run_all(program, inputs, ["--input", "mail"])
    cut = run_all(program, inputs, ["--input", "mail", "--step", "5"])
    for i, (events, again, m) in enumerate(zip(whole, cut, made)):
        wrong = None if joined(events) == joined(again) else "other events in pieces of 5 bytes"
        wrong = wrong or compare(m.data, read_events(events)[1], email.message_from_bytes(m.data), about(m.data, m.stale, m.damaged))
        if wrong:
            failed += 1
            if failed <= 20:
                report("seed %d (%s)" % (seed + i, m.damaged), wrong, m.data)
    return failed, count


def main():
    program = sys.argv[1]
    if os.path.isdir(sys.argv[2]):
        failed, total = check_files(program, sys.argv[2])
    else:
        failed, total = check_made(program, int(sys.argv[2]), int(sys.argv[3]))
    print("%d of %d messages differ" % (failed, total))
    for name, n in sorted(used.items()):
        print("    %s: %d" % (name, n))
    sys.exit(1 if failed else 0)


main()
