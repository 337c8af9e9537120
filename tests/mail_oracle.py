"""mail_oracle.py - mail as Python's email package takes it apart, beside what the mail front's events say

    mail_oracle.py MAIL_EVENTS testdata/mail     each message there
    mail_oracle.py MAIL_EVENTS SEED COUNT        so many messages made by chance (mail_make.py)

Compared are the parts, in their order, by type; the text of each text part, byte by byte, line ends as in the source; that no
SKIP lies inside of one and that nothing else is text; and, where that can be done apart, that the source at a link's pieces
decodes to its raw text. The transfer encodings are undone by the standard library (binascii, quopri, base64), the charsets by its
codecs. Where we mean to differ an exception below says so, by a name that doc/departures.md explains; how often each was needed
is printed. Exit: 0 if all agree, 1 if not.
"""
import base64
import binascii
import collections
import email
import email.message
import glob
import json
import os
import quopri
import re
import subprocess
import sys

used = collections.Counter()

# Labels that stand for a larger set (WHATWG "Encoding"), or that Python has by another name, or lacks.
CODECS = {
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-9": "iso8859-15", "iso-8859-9": "cp1254",
    "shift_jis": "cp932", "x-sjis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949", "windows-949": "cp949", "big5": "big5hkscs", "hz-gb-2312": "hz", "utf-16": "utf-16-le",
    "'koi8-r'": "koi8-r",
}
AS_IS = {"", "us-ascii", "ascii", "utf-8", "utf8", "x-klingon", "x-unknown"}
ENCODINGS = {"quoted-printable": "qp", "base64": "base64", "x-uuencode": "uu", "uuencode": "uu", "x-uue": "uu", "uue": "uu"}


def differs(name):
    """An exception is taken."""
    used[name] += 1
    return True


# ---- What Python finds ----


def is_text(kind):
    return kind.startswith("text/") or kind.startswith("message/")


def encoding_of(part):
    """The field's word, without comments, which Python does not know there."""
    value = str(part.get("content-transfer-encoding", ""))
    if "(" in value:
        differs("encoding-comment")
    return ENCODINGS.get(re.sub(r"\([^()]*\)", "", value).strip().lower(), "")


def from_base64(data):
    """Python stops at padding; here what follows is read on (SPEC E4)."""
    clean = re.sub(rb"[^A-Za-z0-9+/=]", b"", data)
    runs = [run for run in re.split(rb"=+", clean) if run]
    if len(runs) > 1:
        differs("base64-after-padding")
    return b"".join(base64.b64decode(run[: len(run) - (len(run) % 4 == 1)] + b"==") for run in runs)


def from_qp(data):
    """White space behind "=" at a line's end is a transport's; Python leaves both as they are."""
    if re.search(rb"=[ \t]+\r?(\n|\Z)", data):
        differs("qp-blank-after-equals")
        data = re.sub(rb"=[ \t]+(\r?(\n|\Z))", rb"=\1", data)
    return quopri_decode(data)


def quopri_decode(data):
    """Python drops an "=" at the end of the text, and of "==" it leaves one; both are read as they stand here."""
    if b"==" in data:
        differs("qp-double-equals")
        data = re.sub(rb"=(?==)", b"=3D", data)
    return binascii.a2b_qp(data)


def from_uu(data):
    lines = data.split(b"\n")
    begin = next((i for i, line in enumerate(lines) if line.startswith(b"begin ")), None)
    out = b""
    if begin is None:
        return data
    for line in lines[begin + 1 :]:
        line = line.rstrip(b"\r")
        if line.strip(b" `") == b"" or line.strip() == b"end":
            break
        n = ((line[0] - 32) & 63) * 4 // 3 + 2
        out += binascii.a2b_uu(line[: n + 2])
    return out


def decoded(part, payload):
    undo = {"qp": from_qp, "base64": from_base64, "uu": from_uu}.get(encoding_of(part))
    return undo(payload) if undo else payload


def to_utf8(part, data):
    """Text that names no charset, or one nobody knows, stays as it is."""
    label = str(part.get_content_charset("") or "").strip()
    if label.lower() in AS_IS:
        return data
    codec = CODECS.get(label.lower(), label)
    if label.lower() == "utf-16" and data[:2] in (b"\xfe\xff", b"\xff\xfe"):
        codec = "utf-16-be" if data[:2] == b"\xfe\xff" else "utf-16-le"
    if codec == "cp1252":
        table = {i: chr(i) for i in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
        return "".join(table.get(b) or bytes([b]).decode("cp1252") for b in data).encode()
    return data.decode(codec, "replace").encode("utf-8", "surrogatepass")


def raw_payload(part):
    payload = part.get_payload()
    return payload.encode("ascii", "surrogateescape") if isinstance(payload, str) else b""


def header_of(message):
    """A message's own header as text: Python has taken it apart where we read it as it stands."""
    return message.as_bytes()


def parts_of(message, default="text/plain"):
    """(type, text or None) for each part, in order; text is (bytes as they stand, decoded, UTF-8)."""
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
    if message.is_multipart():
        for child in message.get_payload():
            found += parts_of(child)
    elif kind.startswith("multipart/"):
        differs("multipart-without-boundary")
        found[0][1] = "any"
    elif is_text(kind) and kind != "text/html":
        raw = raw_payload(message)
        found[0][1] = (raw, to_utf8(message, decoded(message, raw)))
    return found


# ---- What we find ----


class Part:
    def __init__(self, event):
        self.path = event["part"]
        self.kind = bytes.fromhex(event["type"]).decode("latin-1")
        self.encoding = bytes.fromhex(event["encoding"]).decode("latin-1").lower()
        self.charset = bytes.fromhex(event["charset"]).decode("latin-1").lower()
        self.text = b""
        self.runs = ""  # "t" for text, "s" for what was skipped
        self.reasons = set()
        self.links = []
        self.notes = []


def read_events(events):
    """The parts of each message, by its number."""
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
    """The events of each input."""
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


# ---- Comparing ----


def same_text(ours, theirs, raw, ctx):
    if ours.text == theirs:
        return True
    if any("decoded already" in note or "UTF-8 already" in note for note in ours.notes):
        return ctx["stale"] and ours.text == raw and differs("decoded-already")
    if ours.text[:3] == b"\xef\xbb\xbf" and ours.text[3:] == theirs:
        return differs("byte-order-mark")
    if ctx["cut"] and ours.text in (theirs + b"\n", theirs + b"\r\n"):
        return differs("last-line-break")
    one = re.sub("(\ufffd)+", "\ufffd", ours.text.decode("utf-8", "replace"))
    if ctx["damaged"] and "\ufffd" in one and same_damage(one, theirs.decode("utf-8", "replace")):
        return differs("broken-characters")
    return False


def same_damage(ours, theirs):
    """Bad bytes apart, and the character behind one, which may or may not have been taken with it."""
    theirs = re.sub("(\ufffd)+", "\ufffd", theirs)
    plain = re.compile("\ufffd.?|[^\x00-\x7f]", re.S)
    return plain.sub("", ours) == plain.sub("", theirs) or ascii_words(ours) == ascii_words(theirs)


def ascii_words(text):
    return [word for word in text.split() if word.isascii()]


def link_decodes(link, part, data):
    """The source of its pieces, decoded apart, is its raw text. base64 and uuencode cannot be cut anywhere."""
    encoding = ENCODINGS.get(part.encoding, "")
    if encoding in ("base64", "uu") or part.notes or part.charset not in ("", "us-ascii", "utf-8"):
        return True
    source = b"".join(data[a:b] for a, b in link["spans"])
    source = quopri_decode(re.sub(rb"=[ \t]*\r?\n", b"", source)) if encoding == "qp" else source
    return source == bytes.fromhex(link["raw"]).replace(b" ", b"")


def drop_empty(parts):
    """Between boundaries that follow each other there is a part of nothing; Python sees none."""
    return [p for p in parts if p.runs or p.kind != "text/plain" or p.encoding or p.charset]


def compare(data, ours, message, ctx):
    """None, or what is wrong."""
    theirs = parts_of(message)
    kinds = [p.kind for p in ours]
    wanted = [p[0] for p in theirs]
    if kinds != wanted and ctx["empty_parts"]:
        ours = drop_empty(ours)
        theirs = [p for p in theirs if p[1] is None or p[1] == "any" or p[1][0] or p[0] != "text/plain"]
        kinds, wanted = [p.kind for p in ours], [p[0] for p in theirs]
        if kinds == wanted:
            differs("empty-parts")
    if kinds != wanted:
        return "parts %s, wanted %s" % (kinds, wanted)
    for part, (kind, text, _) in zip(ours, theirs):
        if "ts" in part.runs.replace("st", "t") or (text is not None and "s" in part.runs):
            return "%s: skipped %s inside of text" % (part.path, part.reasons)
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
        "cut": True,
        "empty_parts": re.search(rb"(?m)^--([^\r\n]*?)[ \t]*\r?\n--\1", data) is not None,
    }


def report(name, wrong, data):
    print("# %s: %s" % (name, wrong.replace("\n", "\n# ")))
    print("#     from %s" % data[:600])


# ---- testdata/mail ----


def options_of(path):
    """How it is read; None for what is no single message: containers have a test of their own."""
    if not re.search(r"\.(eml|news)$|/(cur|new|tmp)/|/mh/", path):
        return None
    links = path + ".links"
    text = open(links, "rb").read() if os.path.exists(links) else b""
    return ["--input", "mail"] if b"% input mail" in text else []


# Messages in which we read what Python cannot; their links are looked at by t_mail_messages.
APART = {
    "boundary-wrong.eml": "boundary-adopted",
    "boundary-missing.eml": "boundary-adopted",
    "hostile-cr.eml": "bare-cr",
    "no-blank.eml": "",
    "parts-empty.eml": "url-line-is-no-field",
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
        wrong = compare(data, ours[1], message, about(data, "decoded-" in path, "charset-" in path))
        if wrong:
            failed += 1
            report(path, wrong, data)
    return failed, total


def check_made(program, seed, count):
    import mail_make

    made = [mail_make.make(seed + i) for i in range(count)]
    failed = 0
    for i, (events, m) in enumerate(zip(run_all(program, [m.data for m in made], ["--input", "mail"]), made)):
        wrong = compare(m.data, read_events(events)[1], email.message_from_bytes(m.data), about(m.data, m.stale, m.damaged))
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
