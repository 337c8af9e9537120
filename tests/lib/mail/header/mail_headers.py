#!/usr/bin/env python3
"""mail_headers.py - prints random header fields and how Python's email package reads them, for t_headers.c

One field a line: kind TAB field TAB name of a parameter or "-" TAB its text, fields and texts in hex. Makes only
fields that the RFCs allow, since readers differ in others. The fields are the same every time.
"""
import base64
import email.header
import email.message
import email.utils
import random
import sys

rng = random.Random(1738)

# Charsets by the name of Python's codec, and letters to use in them.
CHARSETS = {
    "utf-8": "aZ09 _=?/:.äöüßéñčкошка日本語テスト한국어😀",
    "us-ascii": "aZ09 _=?/:.-~",
    "iso-8859-1": "aZ09 _=?äöüßéñ",
    "windows-1252": "aZ09 _=?äöü€“”",
    "iso-8859-2": "aZ09 _=?čřžš",
    "iso-8859-15": "aZ09 _=?€é",
    "koi8-r": "aZ09 _=?кошка",
    "windows-1251": "aZ09 _=?кошка",
    "iso-2022-jp": "aZ09 日本語テスト",
    "utf-16be": "aZ日😀",
    "utf-7": "aZ09 äö日",
    "shift_jis": "aZ09 日本語テスト",
    "euc-jp": "aZ09 日本語テスト",
    "gb18030": "aZ09 你好世界",
    "big5": "aZ09 你好世界",
    "euc-kr": "aZ09 한국어",
}
PLAIN = "aZ09.,:;/<>@()- "


def some(letters, most):
    return "".join(rng.choice(letters) for _ in range(rng.randint(1, most)))


def q_code(data):
    out = ""
    for byte in data:
        char = chr(byte)
        if char == " " and rng.random() < 0.8:
            out += "_"
        elif (char.isascii() and char.isalnum() or char in "/:.-~") and rng.random() < 0.9:
            out += char
        else:
            out += ("=%02X" if rng.random() < 0.8 else "=%02x") % byte
    return out


def encoded_words(charset):
    """Returns a text as one encoded-word, or as several that may cut a character."""
    data = some(CHARSETS[charset], 12).encode(charset)
    cuts = sorted(rng.sample(range(len(data)), min(rng.randint(0, 2), len(data) - 1)))
    pieces = [data[i:j] for i, j in zip([0] + cuts, cuts + [len(data)])]
    words = []
    for piece in pieces:
        if rng.random() < 0.5:
            words.append("=?%s?%s?%s?=" % (charset, rng.choice("Qq"), q_code(piece)))
        else:
            words.append("=?%s?%s?%s?=" % (charset, rng.choice("Bb"), base64.b64encode(piece).decode()))
    return rng.choice([" ", "  ", "\t", ""]).join(words)


def text_of(field):
    """Decodes with decode_header() only: make_header() adds spaces between charsets."""
    chunks = email.header.decode_header(field)
    return "".join(chunk if isinstance(chunk, str) else chunk.decode(charset or "ascii") for chunk, charset in chunks)


def fold(field):
    """Inserts line breaks before some of the blanks."""
    return "".join(rng.choice(["\r\n", "\n"]) + c if c in " \t" and rng.random() < 0.2 else c for c in field)


def words(count):
    while count > 0:
        parts = []
        for _ in range(rng.randint(1, 4)):
            if rng.random() < 0.6:
                parts.append(encoded_words(rng.choice(list(CHARSETS))))
            else:
                parts.append("x" + some(PLAIN, 8).strip() + "y")
        field = rng.choice([" ", ""]).join(parts)
        try:
            text = text_of(field)
        except (UnicodeError, LookupError, ValueError):
            continue  # adjacent words of one charset that cannot be joined
        yield "words", fold(field), "-", text
        count -= 1


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plain_value():
    return quoted("v" + some("aZ09.-_=/ ;,()\"", 12).strip())  # without "\" and surrounding quotes: Python unquotes twice


def percent(data):
    return "".join(chr(b) if chr(b).isascii() and chr(b).isalnum() and rng.random() < 0.7 else "%%%02X" % b for b in data)


def extended(name):
    charset = rng.choice(["utf-8", "iso-8859-1", "koi8-r", "iso-8859-2"])
    data = some(CHARSETS[charset].replace("?", "").replace("=", ""), 20).encode(charset)
    if rng.random() < 0.5:
        return [(name + "*", "%s'%s'%s" % (charset, rng.choice(["", "en"]), percent(data)))]
    count = rng.randint(1, 12)
    size = max(1, len(data) // count)
    pieces = [data[i:i + size] for i in range(0, len(data), size)]
    out = []
    for i, piece in enumerate(pieces):
        value = percent(piece) if i else "%s''%s" % (charset, percent(piece))
        out.append(("%s*%d*" % (name, i), value))
    rng.shuffle(out)
    return out


def continued(name):
    pieces = [some("aZ09.-_/ ", 8) for _ in range(rng.randint(1, 12))]
    out = [("%s*%d" % (name, i), quoted(piece)) for i, piece in enumerate(pieces)]
    rng.shuffle(out)
    return out


def params(count):
    for _ in range(count):
        pairs = []
        for name in rng.sample(["charset", "name", "url", "xy", "boundaries"], rng.randint(1, 3)):
            kind = rng.random()
            pairs += [(name, plain_value())] if kind < 0.4 else extended(name) if kind < 0.7 else continued(name)
        pairs += [("token", some("aZ09.-_", 8))]
        if rng.random() < 0.3:
            rng.shuffle(pairs)
        break_ = rng.choice([" ", "\r\n ", "\r\n\t", ""])
        value = rng.choice(["text/plain", "Multipart/Mixed", "message/external-body"])
        field = value + "".join(";%s%s%s%s" % (break_, n, rng.choice(["=", "="]), v) for n, v in pairs)
        message = email.message.Message()
        message["Content-Type"] = field.replace("\r\n", "")
        yield "value", field, "-", message.get_content_type()
        for name in {n.split("*")[0] for n, _ in pairs} | {"missing"}:
            got = message.get_param(name)
            if got is not None:
                yield "param", field, name, email.utils.collapse_rfc2231_value(got)
            else:
                yield "none", field, name, ""


DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
ZONES = ["GMT", "UT", "UTC", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"]


def iso(text):
    try:
        when = email.utils.parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return ""
    shown = when.isoformat()
    if when.tzinfo is None or (text.split("(")[0].split()[-1] in ("GMT", "UT", "UTC")):
        shown = shown.split("+")[0] + "Z"
    return shown


def dates(count):
    for _ in range(count):
        day, month, year = rng.randint(1, 31), rng.choice(MONTHS), rng.randint(1900, 3700)
        clock = "%02d:%02d:%02d" % (rng.randint(0, 23), rng.randint(0, 59), rng.randint(0, 59))
        if rng.random() < 0.2:
            clock = clock[:5]
        zone = rng.choice(ZONES + ["%s%02d%02d" % (rng.choice("+-"), rng.randint(0, 14), rng.choice([0, 30, 45]))] * 10)
        weekday = rng.choice(["", rng.choice(DAYS) + ", "])
        if rng.random() < 0.1:
            year = "%02d" % rng.choice(list(range(50)) + list(range(69, 100)))
        text = "%s%d %s %s %s %s" % (weekday, day, month, year, clock, zone)
        if rng.random() < 0.1:
            text = "%s %s %2d %s %s" % (rng.choice(DAYS), month, day, clock, year)
        if rng.random() < 0.2:
            text += " (a comment)"
        yield "date", text, "-", iso(text)


def main():
    lines = []
    for source in (words(3000), params(1500), dates(3000)):
        for kind, field, name, text in source:
            lines.append("\t".join([kind, field.encode().hex(), name, text.encode("utf-8").hex()]))
    sys.stdout.write("\n".join(lines) + "\n")


main()
