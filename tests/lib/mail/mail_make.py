"""mail_make.py - random messages from a seed: trees of parts, encodings, charsets, folds, boundaries, and damage

make(seed) returns a message: data; damaged, the kind of damage or ""; and stale, true when a text is already decoded but
its header still names the encoding. All content is invented.
"""
import base64
import binascii
import collections
import random
import re

Made = collections.namedtuple("Made", "data damaged stale")

CHARSETS = {
    "us-ascii": ("ascii", ""),
    "": ("utf-8", "äß€"),
    "utf-8": ("utf-8", "äöüß€→мир日本𝄞"),
    "iso-8859-1": ("latin-1", "äöüßéñ"),
    "iso-8859-2": ("iso8859-2", "łódźčřž"),
    "iso-8859-15": ("iso8859-15", "œ€Žß"),
    "windows-1251": ("cp1251", "привет мир"),
    "windows-1252": ("cp1252", "–“”€œ"),
    "koi8-r": ("koi8-r", "привет мир"),
    "iso-2022-jp": ("iso2022_jp", "日本語テスト"),
    "shift_jis": ("cp932", "表示ソース能"),
    "euc-jp": ("euc_jp", "日本語テスト"),
    "gb18030": ("gb18030", "中文网页€"),
    "big5": ("big5", "中文功許"),
    "euc-kr": ("euc_kr", "한국어"),
    "utf-16be": ("utf-16-be", "мир"),
}
WORDS = "the of and a to in is you that it he was for on are as with his they at be this from have or by".split()
KINDS = ["plain"] * 8 + ["html", "calendar", "csv", "uri-list", "enriched", "x-vcard", "x-own"]
MULTIPARTS = ["mixed"] * 4 + ["alternative", "related", "digest", "report", "signed", "parallel", "x-own"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.nl = self.r.choice([b"\n", b"\n", b"\r\n"])
        self.count = 0
        self.stale = False

    def chance(self, p):
        return self.r.random() < p

    # ---- Text ----

    def word(self, extra):
        n = self.r.randrange(100)
        host = "%s.example" % self.r.choice("abcdefg")
        if n < 6:
            return "http://%s/%s" % (host, "/".join(self.r.choice(WORDS) for _ in range(self.r.randrange(1, 5))))
        if n < 8:
            return "<URL:http://%s/a%s?x=%d&y=%d>" % (host, self.r.choice(["", "\n", "\n> "]), n, n)
        if n < 9:
            return "joe@%s" % host
        if n < 20 and extra:
            return "".join(self.r.choice(extra) for _ in range(self.r.randrange(1, 7)))
        if n < 22:
            return self.r.choice(["=", "=3D", "a=b", "--", "From", ">", "=?x?=", "<", "http:", "=20"])
        return self.r.choice(WORDS)

    def text(self, extra):
        lines = []
        for _ in range(self.r.randrange(0, 12)):
            line = " ".join(self.word(extra) for _ in range(self.r.randrange(0, 14)))
            line = self.r.choice(["", "", "", "> ", ">> ", "  ", "From "]) + line + self.r.choice(["", "", "", " ", "  "])
            lines.append("-- " if self.chance(0.02) else line)
        return "\n".join(lines) + self.r.choice(["", "\n", "\n\n"])

    # ---- Encodings ----

    def qp(self, data):
        out, line = b"", b""
        for byte in data:
            if byte == 10:
                out, line = out + line + self.nl, b""
                continue
            plain = 33 <= byte <= 126 and byte != 61 or byte == 32 and self.chance(0.9)
            line += bytes([byte]) if plain and self.chance(0.98) else b"=%02X" % byte
            if len(line) > 72 or self.chance(0.005):
                out, line = out + line + b"=" + self.r.choice([b"", b"", b"", b" "]) + self.nl, b""
        return out + line

    def base64(self, data, footers=True):
        code, n = base64.b64encode(data), self.r.choice([76, 76, 76, 72, 64, 60, 61, 100])
        code = self.nl.join(code[i : i + n] for i in range(0, len(code), n)) + self.r.choice([b"", self.nl])
        footer = self.nl.join([b"", b"_" * 20, b"a mailing list, http://list.example/x", b""])
        return code + footer if footers and data and n == 60 and self.chance(0.5) else code

    def uu(self, data):
        lines = [binascii.b2a_uu(data[i : i + 45], backtick=True)[:-1] for i in range(0, len(data), 45)]
        return self.nl.join([b"begin 644 x.txt", *lines, b"`", b"end", b""])

    def encoded(self, data, label):
        """Returns (value of the field, encoded body)."""
        wide = label.startswith("utf-16")
        how = self.r.choice(["base64"] if wide else ["", "7bit", "8bit", "binary", "qp", "qp", "base64", "uu"])
        if wide or self.chance(0.97):
            pass
        elif data.isascii():
            self.stale = True
            return self.stale_encoding(data)
        if how == "qp":
            return self.r.choice(["quoted-printable", "Quoted-Printable", "QUOTED-PRINTABLE"]), self.qp(data)
        if how == "base64" and len(data) > 30:
            return self.r.choice(["base64", "Base64"]), self.base64(data if wide else data.replace(b"\n", self.nl), not wide)
        if how == "uu" and len(data) > 0:
            return "x-uuencode", self.uu(data)
        return "base64" if wide else how if how in ("7bit", "8bit", "binary") else "", \
            self.base64(data, False) if wide else data.replace(b"\n", self.nl)

    def stale_encoding(self, data):
        """Returns a body that a mail reader has decoded without changing the field; a "=" without hex digits, or prose, shows it."""
        encoding = self.r.choice(["quoted-printable", "base64"])
        return encoding, (b"It is x=, " if encoding[0] == "q" else b"Dear all, see ") + re.sub(b"=[0-9A-F]+|=\n", b"", data).replace(
            b"\n", self.nl
        )

    # ---- Headers ----

    def field(self, name, value):
        fold = self.nl.decode() + self.r.choice([" ", "\t", "  "])
        while "; " in value and self.chance(0.5):
            value = value.replace("; ", ";" + fold, 1)
        name = self.r.choice([name, name, name.lower(), name.upper()])
        return (name + ":" + self.r.choice([" ", " ", "", "  "]) + value).encode() + self.nl

    def parameter(self, name, value):
        if not value.isalnum() and not set(value) <= set("-_.+") | set("abcdefghijklmnopqrstuvwxyz0123456789"):
            return '; %s="%s"' % (name, value)
        return "; %s%s" % (name, self.r.choice(["=%s", '="%s"']) % value)

    def header(self, kind, parameters="", encoding=""):
        out = b""
        fields = []
        if kind:
            fields.append(("Content-Type", kind + parameters))
        if encoding:
            fields.append(("Content-Transfer-Encoding", encoding))
        if self.chance(0.2):
            fields.append(("Content-Disposition", 'attachment; filename="a b.txt"'))
        if self.chance(0.1):
            fields.append(("Content-Location", "http://loc.example/" + self.r.choice(WORDS)))
        self.r.shuffle(fields)
        for name, value in fields:
            out += self.field(name, value)
        return out

    def message_fields(self):
        out = self.field("Subject", "Re: " + self.r.choice(["", "=?utf-8?Q?=C3=A4?= ", "http://s.example/ "]) + self.r.choice(WORDS))
        if self.chance(0.5):
            out += self.field("Message-ID", "<%d@a.example>" % self.r.randrange(1000))
        if self.chance(0.2):
            out += b"List-Post: <mailto:list@" + self.nl + b" a.example>" + self.nl
        return out + (b"MIME-Version: 1.0" + self.nl if self.chance(0.8) else b"")

    # ---- Parts ----

    def leaf(self):
        if self.chance(0.12):
            kind = self.r.choice(["application/octet-stream", "image/png", "application/pdf"])
            return self.header(kind, "", "base64") + self.nl + self.base64(self.r.randbytes(90))
        label = self.r.choice(list(CHARSETS))
        codec, extra = CHARSETS[label]
        data = self.text(extra).encode(codec)
        kind = "" if not label and self.chance(0.5) else "text/" + self.r.choice(KINDS)
        encoding, body = self.encoded(data, label)
        parameters = self.parameter("charset", self.r.choice([label, label.upper()])) if label else ""
        if self.chance(0.2) and kind == "text/plain":
            parameters += "; format=flowed" + self.r.choice(["", "; delsp=yes", "; delsp=no"])
        return self.header(kind, parameters, encoding) + self.nl + body

    def boundary(self):
        self.count += 1
        return self.r.choice(["b%d", "=_%d_x", "----=_Part.%d", "%d b'()+_,-./:=?z", "b%d" + "x" * 60]) % self.count

    def multipart(self, depth):
        boundary, kind = self.boundary(), self.r.choice(MULTIPARTS)
        out = self.header("multipart/" + kind, self.parameter("boundary", boundary)) + self.nl
        line = b"--" + boundary.encode()
        if self.chance(0.4):
            out += b"Preamble http://no.example/" + self.nl + (self.nl if self.chance(0.5) else b"")
        for _ in range(self.r.randrange(1, 5)):
            part = self.message() if kind == "digest" and self.chance(0.7) else None
            part = self.nl + part if part is not None else self.part(depth + 1)
            out += line + self.r.choice([b"", b"", b"", b" ", b"\t "]) + self.nl + part + self.nl
        out += line + b"--" + self.nl
        return out + (b"Epilogue http://no.example/" + self.nl if self.chance(0.3) else b"")

    def part(self, depth):
        n = self.r.random() + 0.12 * depth
        if n < 0.35 and depth < 4:
            return self.multipart(depth)
        if n < 0.45 and depth < 4:
            return self.header("message/rfc822") + self.nl + self.message(depth + 1)
        return self.leaf()

    def message(self, depth=3):
        return self.message_fields() + self.part(depth)

    # ---- Damage ----

    def damage(self, data):
        how = self.r.choice(["cut", "drop", "double", "close", "ends", "high"])
        lines = data.split(b"\n")
        at = self.r.randrange(len(lines))
        if how == "cut":
            return how, data[: self.r.randrange(len(data))]
        if how == "drop":
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "close":
            lines = [line for line in lines if not line.rstrip().endswith(b"--") or self.chance(0.5)]
        elif how == "ends":
            lines = [line.rstrip(b"\r") + self.r.choice([b"", b"\r"]) for line in lines]
        elif how == "high" and lines[at]:
            i = self.r.randrange(len(lines[at]))
            lines[at] = lines[at][:i] + bytes([self.r.randrange(128, 256)]) + lines[at][i:]
        return how, b"\n".join(lines)


def make(seed):
    maker = Maker(seed)
    data, damaged = maker.message(0), ""
    if maker.chance(0.25):
        damaged, data = maker.damage(data)
    return Made(data, damaged, maker.stale)
