#!/usr/bin/env python3
"""hide_make.py - makes mails that try to hide a link, and tests that trawl lists the link or reports a limit

    hide_make.py TRAWL
    hide_make.py -w FOLDER     writes the mails there, and their URLs to FOLDER/urls

Each mail is named by its trick and has one link, which at least one of these shows: Python's email package (both
policies), mutt, mblaze, and Chromium for the pages that these decode. This test needs none of these
programs. The mails in LEFT hide their link from trawl, for the reason given; doc/rules.md lists
them. All content is invented.
"""
import base64
import json
import os
import quopri
import subprocess
import sys
import tempfile

LIMIT = "limit"  # in place of the URL: trawl must report a limit
LEFT = {
    "base64-text-before": "only mblaze shows it",
    "cr-alone": "a CR alone ends no line",
    "cr-before-field": "a CR alone ends no line; only Python shows it",
    "encoding-encoded-word": "only one policy of Python decodes it",
    "field-blank-name": "only mblaze goes on with the header",
    "flowed-delsp-deep": "soft breaks within 128 quote marks are not joined",
    "html-onclick": "scripts are not read (E14)",
    "html-script": "scripts are not read (E14)",
    "html-style-attribute": "what styles load is not read (E14)",
    "html-style-escapes": "what styles load is not read (E14)",
    "html-style-import": "what styles load is not read (E14)",
    "html-style-import-url": "what styles load is not read (E14)",
    "html-style-url": "what styles load is not read (E14)",
    "html-xml-entity": "entities of a DOCTYPE are not read, but named",
    "type-encoded-word": "only one policy of Python decodes it",
}
tricks = {}


def add(name, mail, want=None):
    """Adds a mail: bytes or a text in latin-1, with @@ for the URL https://hide.example/NAME."""
    assert name not in tricks, name
    url = "https://hide.example/" + name
    data = mail if isinstance(mail, bytes) else mail.encode("latin-1")
    data = data.replace(b"@@", url.encode())
    tricks[name] = (data, (want or url).replace("@@", url))


HEAD = "From: ada@a.example\nTo: bob@b.example\nSubject: hello\nDate: Thu, 4 May 2023 10:00:00 +0000\n"
MIME = HEAD + "MIME-Version: 1.0\n"
TEXT = "Dear Bob,\nplease see @@ for more.\nAda\n"
PAGE = '<html><body><p>Dear Bob</p><a href="&#104;ttps&colon;//hide&#46;example/%s">more</a></body></html>\n'


def b64(text, width=76):
    code = base64.b64encode(text if isinstance(text, bytes) else text.encode("latin-1")).decode()
    return "".join(code[i:i + width] + "\n" for i in range(0, len(code), width))


def body(name, fields, text, want=None):
    add(name, MIME + fields + "\n" + text, want)


def html(name, page, want=None, fields="Content-Type: text/html; charset=utf-8\n"):
    add(name, MIME + fields + "\n<html><body><p>Dear Bob</p>" + page + "</body></html>\n", want)


def coded(name, fields, code, text=None):
    """Adds a mail. `code` is a function from a text to its encoded form."""
    text = (text or TEXT).replace("@@", "https://hide.example/" + name)
    add(name, MIME.encode() + fields.encode("latin-1") + b"\n" + code(text))


def page_of(name):
    return PAGE % name


def parts(name, field, boundary, *inner, before="", after="", want=None):
    text = before
    for part in inner:
        text += "--%s\n%s\n" % (boundary, part)
    add(name, MIME + field + "\n" + text + "--%s--\n" % boundary + after, want)


PLAIN = "Content-Type: text/plain\n\nNothing here.\n"
LINK = "Content-Type: text/plain\n\n" + TEXT


def in_base64(text):
    return b64(text).encode()


# ---- Structure ----

def structure():
    def two(name, field, boundary="b1", link=LINK, **more):
        parts(name, field, boundary, PLAIN, link.replace("@@", "https://hide.example/" + name), **more)

    mixed = "Content-Type: multipart/mixed; "
    two("boundary-comment", "Content-Type: multipart/mixed (x; boundary=no); boundary=b1\n")
    two("boundary-2231-pieces", mixed + 'boundary*0="b";\n boundary*1="1"\n')
    two("boundary-2231-escapes", mixed + "boundary*=us-ascii''%62%31\n")
    two("boundary-first-of-two", mixed + "boundary=b1; boundary=b2\n")
    two("boundary-second-of-two", mixed + "boundary=b2; boundary=b1\n")
    two("boundary-escaped-quote", mixed + 'boundary="b\\"1"\n', 'b"1')
    two("boundary-blanks-inside", mixed + 'boundary="b 1"\n', "b 1")
    two("boundary-open-quote", mixed + 'boundary="b1\n')
    two("boundary-single-quotes", mixed + "boundary='b1'\n", "'b1'")
    two("boundary-blank-around-sign", mixed + "boundary = b1\n")
    two("boundary-no-semicolon", "Content-Type: multipart/mixed boundary=b1\n")
    two("boundary-in-capitals", "CONTENT-TYPE: MULTIPART/MIXED; BOUNDARY=b1\n")
    two("boundary-folded", "Content-Type:\n multipart/mixed;\n\tboundary=\n \"b1\"\n")
    two("boundary-trailing-semicolon", mixed + "boundary=b1;\n")
    two("boundary-encoded-word", mixed + "boundary==?us-ascii?Q?b1?=\n", "=?us-ascii?Q?b1?=")
    two("boundary-missing", "Content-Type: multipart/mixed\n")
    two("boundary-empty", mixed + 'boundary=""\n', "")
    two("multipart-unknown", "Content-Type: multipart/x-odd; boundary=b1\n")
    two("multipart-no-subtype", "Content-Type: multipart; boundary=b1\n")
    two("multipart-in-base64", mixed + "boundary=b1\nContent-Transfer-Encoding: base64\n")
    two("multipart-in-qp", mixed + "boundary=b1\nContent-Transfer-Encoding: quoted-printable\n")
    two("delimiter-trailing-blanks", mixed + "boundary=b1\n", before="--b1 \t \n" + PLAIN + "\n")
    two("epilogue-part", mixed + "boundary=b1\n", after="--b1\n" + LINK)
    name = "prefix-boundary"
    inner = "Content-Type: multipart/mixed; boundary=b1x\n\n--b1x\n" + PLAIN + "--b1x--\n"
    parts(name, mixed + "boundary=b1\n", "b1", inner, LINK)
    add("never-closed", MIME + mixed + "boundary=b1\n\n--b1\n" + PLAIN + "--b1\n" + LINK)
    add("inner-never-closed", MIME + mixed + "boundary=b1\n\n--b1\nContent-Type: multipart/mixed; "
        "boundary=b2\n\n--b2\n" + PLAIN + "--b1\n" + LINK + "--b1--\n")
    add("part-no-blank-line", MIME + mixed + "boundary=b1\n\n--b1\nContent-Type: text/plain\n"
        + TEXT + "--b1--\n")
    add("part-no-header", MIME + mixed + "boundary=b1\n\n--b1\n\n" + TEXT + "--b1--\n")
    add("blank-line-of-blanks", HEAD + "X-A: b\n \t\n\n" + TEXT)
    add("crlf-and-lf", (MIME + mixed + "boundary=b1\n\n").replace("\n", "\r\n") + "--b1\n" + PLAIN
        + "--b1\r\n" + LINK + "--b1--\n")
    add("cr-cr-lf", (MIME + mixed + "boundary=b1\n\n--b1\n" + LINK + "--b1--\n").replace("\n", "\r\r\n"))
    add("cr-alone", (MIME + mixed + "boundary=b1\n\n--b1\n" + LINK + "--b1--\n").replace("\n", "\r"))
    add("cr-before-field", HEAD + "X-A: b\rContent-Transfer-Encoding: base64\n\n"
        + b64(TEXT.replace("@@", "https://hide.example/cr-before-field")))
    add("nul-in-boundary", MIME + mixed + 'boundary="b\0001"\n\n--b\0001\n' + LINK + "--b\0001--\n")
    add("no-mime-version", HEAD + "Content-Type: text/html\n\n" + page_of("no-mime-version"))
    message = HEAD + "Content-Type: text/html\n\n" + page_of("%s")
    for name, fields, text in (
            ("message-in-base64", "Content-Transfer-Encoding: base64\n", b64),
            ("message-in-qp", "Content-Transfer-Encoding: quoted-printable\n",
             lambda s: quopri.encodestring(s.encode()).decode())):
        parts(name, mixed + "boundary=b1\n", "b1", PLAIN,
              "Content-Type: message/rfc822\n" + fields + "\n" + text(message % name))
    parts("message-global", mixed + "boundary=b1\n", "b1", PLAIN,
          "Content-Type: message/global\n\n" + message % "message-global")
    parts("message-unknown", mixed + "boundary=b1\n", "b1", PLAIN,
          "Content-Type: message/x-odd\n\n" + HEAD + "\n" + TEXT)
    add("message-partial-2", MIME + "Content-Type: message/partial; id=a; number=2; total=2\n\n" + TEXT)
    add("alternative-page-first", MIME + "Content-Type: multipart/alternative; boundary=b1\n\n--b1\n"
        "Content-Type: text/html\n\n" + page_of("alternative-page-first") + "--b1\n" + PLAIN + "--b1--\n")
    parts("related-start", "Content-Type: multipart/related; start=\"<2@a>\"; boundary=b1\n", "b1", PLAIN,
          "Content-ID: <2@a>\nContent-Type: text/html\n\n" + page_of("related-start"))
    parts("report-headers", "Content-Type: multipart/report; boundary=b1\n", "b1", PLAIN,
          "Content-Type: text/rfc822-headers\n\nSubject: see @@\n")


# ---- Media types and fields ----

def types():
    def page(name, fields):
        add(name, MIME + fields + "\n" + page_of(name))

    page("type-tabs", "Content-Type:\ttext/html\t;charset=utf-8\n")
    page("type-no-semicolon", "Content-Type: text/html charset=utf-8\n")
    page("type-folded", "Content-Type:\n \n text/html\n")
    page("type-encoded-word", "Content-Type: =?us-ascii?Q?text/html?=\n")
    page("type-comma", "Content-Type: text/html, text/plain\n")
    page("type-twice-first", "Content-Type: text/html\nContent-Type: text/plain\n")
    page("type-twice-last", "Content-Type: text/plain\nContent-Type: text/html\n")
    page("type-amp", "Content-Type: text/x-amp-html\n")
    page("type-xhtml", "Content-Type: application/xhtml+xml\n")
    page("type-8bit", "Content-Type: text/html; x=\xe9\n")
    page("type-nul", "Content-Type: text/html\0; x=y\n")
    mixed = "Content-Type: multipart/mixed; boundary=b1\n"
    for name, fields in (
            ("attached-page", "Content-Type: text/html; name=a.html\nContent-Disposition: attachment\n"),
            ("attached-octets", "Content-Type: application/octet-stream; name=a.html\n"),
            ("attached-octets-named", "Content-Type: application/octet-stream\n"
             "Content-Disposition: attachment; filename=\"a.HTM\"\n"),
            ("attached-octets-2231", "Content-Type: application/octet-stream\n"
             "Content-Disposition: attachment; filename*=utf-8''a%2ehtml\n"),
            ("attached-unknown", "Content-Type: application/x-odd\n"
             "Content-Disposition: inline; filename=a.xhtml\n"),
            
            ("attached-svg", "Content-Type: image/svg+xml; name=a.svg\n")):
        page = page_of(name)
        if name == "attached-svg":
            page = ('<svg xmlns="http://www.w3.org/2000/svg"><a href="&#104;ttps://hide.example/%s">'
                    "<text>more</text></a></svg>\n" % name)
        parts(name, mixed, "b1", PLAIN, fields + "Content-Transfer-Encoding: base64\n\n" + b64(page))
    message = "attached-octets-message"
    parts(message, mixed, "b1", PLAIN, "Content-Type: application/octet-stream; name=a.eml\n"
          "Content-Transfer-Encoding: base64\n\n" + b64(HEAD + "Content-Type: text/html\n\n"
                                                       + page_of(message)))
    parts("attached-text", mixed, "b1", PLAIN, "Content-Type: application/octet-stream; name=a.txt\n"
          "Content-Transfer-Encoding: base64\n\n" + b64("see https://hide.example/attached-text\n"))

    for name, field in (
            ("encoding-comment", "base64 (yes)"), ("encoding-capitals", "BASE64"),
            ("encoding-semicolon", "base64;"), ("encoding-words", "base64 or so"),
            ("encoding-tail", "base64abc"),
            ("encoding-folded", "\n\tbase64"), ("encoding-encoded-word", "=?us-ascii?Q?base64?="),
            ("encoding-8bit", "base64\xa0"), ("encoding-nul", "base64\0"),
            ("encoding-comma", "base64, 7bit")):
        coded(name, "Content-Transfer-Encoding: %s\n" % field, in_base64)
    coded("encoding-twice-first", "Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n",
          in_base64)
    coded("encoding-twice-last", "Content-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: base64\n",
          in_base64)
    coded("encoding-after-long-field", "X-A: %s\nContent-Transfer-Encoding: base64\n" % ("a" * 110000),
          in_base64)


# ---- base64 and quoted-printable ----

def encodings():
    field = "Content-Transfer-Encoding: base64\n"

    def base(name, change, text=None, **more):
        coded(name, field, lambda s: change(b64(s, 76)).encode("latin-1"), text)

    def line(s):
        return s.replace("\n", "")

    base("base64-blanks", lambda s: " ".join(line(s)) + "\n")
    base("base64-one-a-line", lambda s: "\n".join(line(s)) + "\n")
    base("base64-four-a-line", lambda s: "".join(line(s)[i:i + 4] + "\n" for i in range(0, len(s), 4)))
    base("base64-one-line", lambda s: line(s * 1))
    base("base64-no-padding", lambda s: s.replace("=", ""))
    base("base64-pad-after-one", lambda s: s[:5] + "=" + s[5:])
    base("base64-pad-after-two", lambda s: s[:6] + "=" + s[6:])
    base("base64-pad-at-start", lambda s: "====" + s)
    base("base64-pad-between", lambda s: s[:8] + "=" + s[8:])
    base("base64-junk", lambda s: "*".join(line(s)) + "\n")
    base("base64-junk-lines", lambda s: "".join("!" + line(s)[i:i + 20] + "\n" for i in range(0, len(s), 20)))
    base("base64-junk-short-lines", lambda s: "".join("!" + line(s)[i:i + 4] + "\n" for i in range(0, len(s), 4)))
    base("base64-junk-first", lambda s: "*" * 200 + "\n" + s)
    base("base64-junk-in-line", lambda s: "*" * 200 + line(s) + "\n")
    base("base64-8bit", lambda s: "\xff".join(line(s)) + "\n")
    base("base64-8bit-run", lambda s: s[:10] + "\xe9" * 300 + s[10:])
    base("base64-nul", lambda s: "\0".join(line(s)) + "\n")
    base("base64-quote-marks", lambda s: "".join("> " + p + "\n" for p in s.splitlines()))
    base("base64-hyphens", lambda s: "-" + "-".join(line(s)) + "\n")
    base("base64-footer", lambda s: s + "-- \nA list\n")
    base("base64-text-before", lambda s: "This is a mail.\n\n" + s, TEXT * 2)
    base("base64-two-codes", lambda s: b64("Dear Bob\n") + s)
    base("base64-vt", lambda s: "\v\f".join(line(s)) + "\n")
    code = "Content-Transfer-Encoding: quoted-printable\n"
    url = "https://hide.example/"

    def quoted(name, text):
        add(name, MIME + code + "\nDear=20Bob,\n" + text.replace("@@", url + name) + "\nAda=20A\n")

    def every(s, tail="", digits="%02X"):
        return "".join("=" + digits % ord(c) + tail for c in s)

    quoted("qp-every", every(url + "qp-every"))
    quoted("qp-lower-case", every(url + "qp-lower-case", digits="%02x"))
    quoted("qp-soft-breaks", "=\n".join(url + "qp-soft-breaks"))
    quoted("qp-soft-breaks-crlf", "=\r\n".join(url + "qp-soft-breaks-crlf"))
    quoted("qp-break-blanks", "https://hide.exam=  \t \nple/qp-break-blanks")
    quoted("qp-break-cr-cr-lf", "https://hide.exam=\r\r\nple/qp-break-cr-cr-lf")
    quoted("qp-break-and-code", "https=\n=3A=\n//hide.example/qp-break-and-code")
    quoted("qp-8bit-line", "caf\xe9 https=3A=2F=2Fhide=2Eexample/qp-8bit-line")
    quoted("qp-empty-breaks", "https://hide.exam=\n=\n=\nple/qp-empty-breaks")
    coded("uu-field", "Content-Transfer-Encoding: x-uuencode\n", uuencode)
    coded("uu-upper", "Content-Transfer-Encoding: X-UUENCODE\n", uuencode)


def uuencode(text):
    import binascii
    data = text.encode()
    lines = [binascii.b2a_uu(data[i:i + 45]) for i in range(0, len(data), 45)]
    return b"begin 644 a.txt\n" + b"".join(lines) + b"`\nend\n"


# ---- Charsets ----

def charsets():
    def text(name, charset, code, text=None):
        coded(name, "Content-Type: text/plain; charset=%s\nContent-Transfer-Encoding: base64\n" % charset,
              lambda s: base64.encodebytes(code(s)), text)

    def page(name, charset, code):
        add(name, (MIME + "Content-Type: text/html; charset=%s\nContent-Transfer-Encoding: base64\n\n" % charset)
            .encode() + base64.encodebytes(code(page_of(name))))
    def shifted(s):
        return b"".join(b"+" + base64.b64encode(c.encode("utf-16-be")).rstrip(b"=") + b"-" if c in ":/." else c.encode()
                        for c in s)

    text("charset-utf-7", "utf-7", shifted)
    text("charset-utf-7-alias", "unicode-1-1-utf-7", shifted)
    text("charset-utf-7-quoted", '"UTF-7"', shifted)
    text("charset-utf-16-bare", "utf-16", lambda s: s.encode("utf-16-le"))
    text("charset-utf-16-mark", "utf-16", lambda s: b"\xff\xfe" + s.encode("utf-16-le"))
    text("charset-utf-16be", "utf-16be", lambda s: s.encode("utf-16-be"))
    text("charset-utf-16le", "utf-16le", lambda s: s.encode("utf-16-le"))
    text("charset-utf-32", "utf-32", lambda s: s.encode("utf-32"))
    text("charset-utf-32be", "utf-32be", lambda s: s.encode("utf-32-be"))
    text("charset-iso-2022-kr", "iso-2022-kr", lambda s: b"\x1b$)C" + s.encode())
    text("charset-iso-2022-jp-roman", "iso-2022-jp", lambda s: b"\x1b(J" + s.encode() + b"\x1b(B")
    text("charset-hz", "hz-gb-2312", lambda s: b"~{0!~}" + s.replace("hide", "hi~\nde").encode())
    text("charset-ebcdic-037", "ibm037", lambda s: s.encode("cp037"))
    text("charset-ebcdic-500", "cp500", lambda s: s.encode("cp500"))
    text("charset-ebcdic-1140", "ibm1140", lambda s: s.encode("cp1140"))
    page("charset-ebcdic-page", "ibm037", lambda s: s.encode("cp037"))
    page("charset-unknown", "x-odd", lambda s: s.encode())
    add("charset-utf-16-wrong", MIME + "Content-Type: text/html; charset=utf-16\n\n" + page_of("charset-utf-16-wrong"))
    page("charset-utf-7-page", "utf-7", lambda s: s.replace("<", "+ADw-").replace('"', "+ACI-").encode())
    text("charset-fullwidth", "shift_jis", lambda s: s.encode("shift_jis"))
    add("charset-meta-utf-7", MIME + "Content-Type: text/html\n\n<html><head><meta charset=utf-7></head>"
        '<body><a href="@@">a</a></body></html>\n')
    add("charset-meta-utf-16", MIME + "Content-Type: text/html\n\n<html><head><meta charset=utf-16></head>"
        '<body><a href="@@">a</a></body></html>\n')
    add("charset-utf-16-undeclared", (MIME + "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n").encode()
        + base64.encodebytes(("\ufeff" + page_of("charset-utf-16-undeclared")).encode("utf-16-le")))
    add("charset-mark-and-utf-8", (MIME + "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: "
        "base64\n\n").encode() + base64.encodebytes(("\ufeff" + page_of("charset-mark-and-utf-8")).encode("utf-16-le")))
    flowed = "Content-Type: text/plain; format=flowed; delsp=yes\n"
    body("flowed-delsp", flowed, "see https://hide.exam \nple/flowed-delsp now\n")
    body("flowed-delsp-capitals", flowed.replace("flowed;", "Flowed;").replace("yes", "YES"),
         "see https://hide.exam \nple/flowed-delsp-capitals now\n")
    body("flowed-delsp-quoted", flowed.replace("flowed;", '"flowed";').replace("yes", '"yes"'),
         "see https://hide.exam \nple/flowed-delsp-quoted now\n")
    body("flowed-each-letter", flowed, " \n".join("https://hide.example/flowed-each-letter") + "\n")


# ---- HTML ----

def pages():
    h = html
    u = "https://hide.example/"
    h("html-references", '<a href="&#x68;&#116;&#0000116;p&#115&#58&sol;&sol;hide&period;example/html-references">a</a>')
    h("html-tab-in-scheme", '<a href="ht&Tab;tps:&NewLine;//hide.ex\nample/html-tab-in-scheme">a</a>')
    h("html-controls-first", '<a href="&#1;&#31; @@">a</a>')
    h("html-controls-last", '<a href="@@&#1;&#31; ">a</a>')
    h("html-slash-name", '<a/href="@@"/>a</a>')
    h("html-form-feed", '<a\x0chref="@@">a</a>')
    h("html-vertical-tab", '<a\x0b href="no" x\x0bhref="@@"></a><a href="@@">')
    h("html-no-quotes", "<a href=@@>a</a>")
    h("html-no-blank", '<a title="x"href="@@">a</a>')
    h("html-blanks-around-sign", '<a href\n=\n"@@">a</a>')
    h("html-twice", '<a href="@@" href="https://no.example/">a</a>')
    h("html-quote-in-name", '<a "href" href="@@">a</a>')
    h("html-sign-first", '<a =href href="@@">a</a>')
    h("html-capitals", '<A HREF="@@">a</A>')
    h("html-greater-in-value", '<a title=">" href="@@">a</a>')
    h("html-quote-unclosed", '<a title="x href="no"><a href="@@">a</a>')
    h("html-nul-in-tag", '<a\0 href="no"></a><a href="@@\0">a</a>', "@@\ufffd")
    h("html-nul-in-text", "@@\0", "@@")
    h("html-backslashes", '<a href="https:\\\\hide.example\\html-backslashes">a</a>')
    h("html-one-slash", '<a href="https:/hide.example/html-one-slash">a</a>')
    h("html-no-slash", '<a href="https:hide.example/html-no-slash">a</a>')
    h("html-many-slashes", '<a href="https://///hide.example/html-many-slashes">a</a>')
    h("html-slash-backslash", '<a href="/\\hide.example/html-slash-backslash">a</a>')
    h("html-netpath", '<a href="//hide.example/html-netpath">a</a>')
    h("html-netpath-backslash", '<a href="\\\\hide.example\\html-netpath-backslash">a</a>')
    h("html-userinfo", '<a href="https://www.bank.example@hide.example/html-userinfo">a</a>',
      "https://www.bank.example@hide.example/html-userinfo")
    h("html-userinfo-backslash", '<a href="https://hide.example\\@www.bank.example/">a</a>',
      "https://hide.example/@www.bank.example/")
    h("html-host-escapes", '<a href="https://hi%64e%2eexample/html-host-escapes">a</a>')
    h("html-host-fullwidth", '<a href="https://hide&#65294;example/html-host-fullwidth">a</a>')
    h("html-host-ideographic-dot", '<a href="https://hide&#12290;example/html-host-ideographic-dot">a</a>')
    h("html-host-wide-letters", '<a href="https://&#65352;ide.example/html-host-wide-letters">a</a>')
    h("html-host-soft-hyphen", '<a href="https://hi&shy;de.example/html-host-soft-hyphen">a</a>')
    h("html-host-zero-width", '<a href="https://hi&#8203;de.example/html-host-zero-width">a</a>')
    h("html-ip-decimal", '<a href="http://3232235777/html-ip-decimal">a</a>', "http://3232235777/html-ip-decimal")
    h("html-ip-hex", '<a href="http://0xC0.0xA8.1.1/html-ip-hex">a</a>', "http://0xC0.0xA8.1.1/html-ip-hex")
    h("html-base", '<base href="https://hide.example/a/"><a href="../html-base">a</a>')
    h("html-base-late", '<a href="html-base-late">a</a><base href="https://hide.example/">', LIMIT)
    h("html-base-two", '<base target=x><base href="https://hide.example/"><base href="https://no.example/">'
      '<a href="html-base-two">a</a>')
    h("html-base-backslash", '<base href="https:\\\\hide.example\\a\\"><a href="..\\html-base-backslash">a</a>')
    h("html-base-scheme", '<base href="http://no.example/"><a href="https:hide.example/html-base-scheme">a</a>')
    h("html-refresh", '<meta http-equiv="Refresh" content="0; URL=\'@@\'">')
    h("html-refresh-order", '<meta content=" 0,  @@" http-equiv=refresh>')
    h("html-refresh-blank", '<meta http-equiv="refresh" content=".0;URL = @@">')
    h("html-form", '<form action="@@"><input type=submit></form>')
    h("html-formaction", '<form><button formaction="@@">a</button></form>')
    h("html-input-formaction", '<form><input type=image src=a.png formaction="@@"></form>')
    h("html-area", '<map name=a><area shape=default href="@@"></map><img usemap=#a src=cid:a@b>')
    h("html-svg-href", '<svg><a href="@@"><text>a</text></a></svg>')
    h("html-svg-xlink", '<svg><a xlink:href="@@"><text>a</text></a></svg>')
    h("html-svg-style", '<svg><style><a href="@@">a</a></style></svg>')
    h("html-svg-style-breakout", '<svg><style><p><a href="@@">a</a></style></svg>')
    h("html-svg-title", '<svg><title><a href="@@">a</a></title></svg>')
    h("html-svg-script", '<svg><script><a href="@@">a</a></script></svg>')
    h("html-svg-foreign", '<svg><foreignObject><a href="@@">a</a></foreignObject></svg>')
    h("html-svg-cdata", '<svg><![CDATA[<a href="no">]]><a href="@@">a</a></svg>')
    h("html-svg-title-style", '<svg><title><style></title></style><a href="@@">a</a></svg>')
    h("html-svg-textarea", '<svg><textarea><a href="@@">a</a></textarea></svg>')
    h("html-svg-set", '<svg><a><set attributeName=href to="@@"/><text>a</text></a></svg>')
    h("html-math-href", '<math href="@@"><mi>a</mi></math>')
    h("html-math-style", '<math><style><mi href="@@">a</mi></style></math>')
    h("html-math-mtext", '<math><mtext><style></mtext></style><a href="@@">a</a></math>')
    h("html-cdata", '<![CDATA[<a href="no">]]><a href="@@">a</a>')
    h("html-select-title", '<select><title></select><a href="@@">a</a></title>')
    h("html-select-xmp", '<select><xmp></select><a href="@@">a</a></xmp>')
    h("html-noscript", '<noscript><a href="@@">a</a></noscript>')
    h("html-noscript-style", '<noscript><style></noscript></style><a href="@@">a</a>')
    h("html-template-shadow", '<div><template shadowrootmode=open><a href="@@">a</a></template></div>')
    h("html-srcdoc", '<iframe srcdoc="&lt;a href=@@&gt;a"></iframe>')
    h("html-srcdoc-deep", '<iframe srcdoc="&lt;iframe srcdoc=&quot;&amp;lt;a href=@@&amp;gt;a&quot;&gt;"></iframe>', LIMIT)
    h("html-data-page", '<a href="data:text/html,<a href=@@>a</a>">a</a>', "data:text/html,<a href=@@>a</a>")
    h("html-data-base64", '<iframe src="data:text/html;base64,%s"></iframe>'
      % base64.b64encode(page_of("html-data-base64").encode()).decode())
    h("html-data-refresh", '<meta http-equiv=refresh content="0;url=data:text/html,%3ca%20href=@@%3ea">')
    h("html-data-svg", '<object data="data:image/svg+xml,<svg><a href=\'@@\'></a></svg>"></object>')
    h("html-javascript", '<a href="javascript:location=\'@@\'">a</a>', "javascript:location='@@'")
    h("html-onclick", '<a href="#" onclick="location=\'@@\'">a</a>')
    h("html-script", "<script>location='@@'</script>")
    h("html-style-import", '<style>@import "@@";</style>')
    h("html-style-import-url", "<style>@import/**/url( '@@' );</style>")
    h("html-style-url", "<style>p{background:url(@@)}</style>")
    h("html-style-escapes", "<style>p{background:u\\72l(https\\3a //hide.example/html-style-escapes)}</style>")
    h("html-style-attribute", '<p style="background-image:url(&quot;@@&quot;)">a</p>')
    h("html-link", '<link rel=stylesheet href="@@">')
    h("html-link-srcset", '<link rel=preload as=image imagesrcset="@@ 2x">')
    h("html-srcset", '<img srcset="data:image/png;base64,AA== 1x, @@ 2x">')
    h("html-srcset-comma", '<img srcset="a.png,b.png 1x,@@">')
    h("html-source", '<picture><source srcset="@@"><img></picture>')
    h("html-ping", '<a href="#a" ping="https://no.example/ @@">a</a>')
    h("html-background", '<table background="@@"><tr><td>a</table>')
    h("html-object", '<object data="@@"></object>')
    h("html-embed", '<embed src="@@">')
    h("html-frame", '<frameset><frame src="@@"></frameset>', None)
    h("html-bgsound", '<bgsound src="@@">')
    h("html-track", '<video><track src="@@"></video>')
    h("html-use", '<svg><use href="@@#a"/></svg>', "@@#a")
    h("html-image", '<svg><image xlink:href="@@"/></svg>')
    h("html-feimage", '<svg><filter><feImage href="@@"/></filter></svg>')
    h("html-q-cite", '<q cite="@@">a</q>')
    h("html-longdesc", '<img longdesc="@@">')
    h("html-comment-bang", '<!-- --!><a href="@@">a</a><!-- -->')
    h("html-comment-short", '<!--><a href="@@">a</a><!-- -->')
    h("html-comment-dash", '<!---><a href="@@">a</a><!-- -->')
    h("html-comment-bogus", '<!x ><a href="@@">a</a>-->')
    h("html-comment-end-tag", '</ x ><a href="@@">a</a>-->')
    h("html-comment-question", '<?x > <a href="@@">a</a>?>')
    h("html-comment-double", '<!-- <!-- --><a href="@@">a</a> -->')
    h("html-mso", '<!--[if mso]><a href="@@">a</a><![endif]-->')
    h("html-mso-vml", '<!--[if mso]><v:roundrect href="@@"></v:roundrect><![endif]-->')
    h("html-mso-not", '<!--[if !mso]><!--><a href="@@">a</a><!--<![endif]-->')
    h("html-plaintext", "<plaintext>@@")
    h("html-xmp", "<xmp>@@</xmp>")
    h("html-textarea", "<textarea>@@</textarea>")
    h("html-title", "<title>@@</title>")
    h("html-textarea-end", '<textarea></textarea/ ><a href="@@">a</a>')
    h("html-title-end", '<title></title\n><a href="@@">a</a>')
    h("html-script-escaped", '<script><!-- <script> </script> --></script><a href="@@">a</a>')
    h("html-style-end-case", '<style></STYLE><a href="@@">a</a>')
    h("html-tags-in-text", "https://hide.ex<b>am</b>ple/html-<i></i>tags-in-text")
    h("html-comment-in-text", "https://hide.ex<!-- a -->ample/html-comment-in-text")
    h("html-references-in-text", "&#104;ttps&colon;//hide&period;example/html-references-in-text")
    h("html-wbr-in-text", "https://hide.<wbr>example/html-wbr-in-text")
    h("html-hidden-inside", "https://hide.ex<style>p{}</style>ample/html-hidden-inside")
    h("html-bare-end", '<a href=@@', "@@</body")
    h("html-long-href", '<a href="@@?%s">a</a>' % ("a" * 9000), LIMIT)
    h("html-many-attributes", "<a %s href=\"@@\">a</a>" % " ".join("a%d=b" % i for i in range(200)))
    h("html-many-links", "<a %s href=\"@@\">a</a>" % ("ping='" + " ".join("//a%d.example" % i for i in range(99)) + "'"))
    h("html-long-tag", '<%s><a href="@@">a</a>' % ("a" * 9000))
    h("html-nested-anchors", "<a href=no>" * 50 + '<a href="@@">a')
    h("html-button-in-anchor", '<a href="https://no.example/"><button formaction="@@">a</button></a>')
    h("html-alternate-scheme", '<a href="HTTPS://hide.example/html-alternate-scheme">a</a>')
    h("html-view-source", '<a href="view-source:@@">a</a>', "view-source:@@")
    h("html-quoted-url", '<a href=\'"@@"\'>a</a>', '"@@"')
    h("html-in-plain", "@@", fields="Content-Type: text/plain\n")


# ---- Header fields ----

def fields():
    def field(name, text, want=None):
        add(name, HEAD.replace("Subject: hello\n", text) + "\nNothing here.\n", want)

    field("subject-folded", "Subject: see @@\n\t and more\n")
    field("subject-words", "Subject: =?utf-8?Q?https=3A//hid?=\n =?utf-8?Q?e.example/subject-words?=\n")
    field("subject-words-b", "Subject: %s\n" % "\n ".join(
        "=?UTF-8?b?%s?=" % base64.b64encode(c.encode()).decode() for c in "https://hide.example/subject-words-b"))
    field("subject-words-mixed", "Subject: =?utf-8?Q?https=3A//hid?= =?iso-8859-1?B?%s?=\n"
          % base64.b64encode(b"e.example/subject-words-mixed").decode())
    field("subject-word-language", "Subject: =?utf-8*en?Q?https=3A//hide.example/subject-word-language?=\n")
    field("subject-word-glued", "Subject: x=?utf-8?Q?_https=3A=2F=2Fhide.example/subject-word-glued?=y\n", "@@y")
    field("subject-word-unknown", "Subject: =?x-odd?Q?https=3A=2F=2Fhide.example/subject-word-unknown?=\n")
    field("subject-word-utf-7", "Subject: =?utf-7?Q?https+ADo-//hide.example/subject-word-utf-7?=\n")
    field("subject-word-utf-16", "Subject: =?utf-16be?B?%s?=\n" % base64.b64encode(
        "https://hide.example/subject-word-utf-16".encode("utf-16-be")).decode())
    field("subject-word-ebcdic", "Subject: =?ibm037?B?%s?=\n" % base64.b64encode(
        "https://hide.example/subject-word-ebcdic".encode("cp037")).decode())
    field("subject-word-blanks", "Subject: =?utf-8?Q?see https=3A=2F=2Fhide.example/subject-word-blanks?=\n")
    field("subject-word-no-padding", "Subject: =?utf-8?B?%s?=\n" % base64.b64encode(
        b"see https://hide.example/subject-word-no-padding").decode().rstrip("="))
    field("subject-word-pad-inside", "Subject: =?utf-8?B?%s?=\n" % (lambda s: s[:6] + "=" + s[6:])(base64.b64encode(
        b"see https://hide.example/subject-word-pad-inside").decode()))
    field("subject-twice", "Subject: hello\nSubject: see @@\n")
    field("subject-capitals", "SUBJECT: see @@\n")
    field("subject-blank-colon", "Subject : see @@\n")
    field("subject-8bit", "Subject: caf\xe9 @@\n")
    field("unsubscribe", "Subject: x\nList-Unsubscribe: <mailto:a@a.example>,\n <@@>\n")
    field("unsubscribe-comment", "Subject: x\nList-Unsubscribe: (a <b>) <@@> (c)\n")
    field("unsubscribe-folded", "Subject: x\nList-Unsubscribe: <https://hide.example/\n unsub\n scribe-folded>\n",
          "https://hide.example/unsubscribe-folded")
    field("unsubscribe-words", "Subject: x\nList-Unsubscribe: =?us-ascii?Q?=3Chttps=3A//hide.example/?=\n"
          " =?us-ascii?Q?unsubscribe-words=3E?=\n")
    field("unsubscribe-bare", "Subject: x\nList-Unsubscribe: @@\n")
    field("external-body", "Subject: x\nContent-Type: message/external-body; access-type=\"URL\";\n"
          " URL*0=\"https://hide.exam\";\n URL*1=\"ple/external-body\"\n")


# ---- More mails, written after the first results ----

def more():
    field = "Content-Transfer-Encoding: base64\n"

    def base(name, change, text=None):
        coded(name, field, lambda s: change(b64(s, 76)).encode("latin-1"), text)

    base("base64-junk-5000-first", lambda s: "*" * 5000 + "\n" + s)
    base("base64-junk-after-5000", lambda s: b64("Dear Bob, " * 501) + "".join(
        "!" + "".join(s.split())[i:i + 24] + "\n" for i in range(0, len(s), 24)))
    base("base64-junk-koi8", lambda s: "*".join(b64(("\u043f\u0440\u0438\u0432\u0435\u0442 " * 5 + base64.b64decode(s).decode()).encode("koi8-r"))))
    base("base64-garbage-first", lambda s: "*".join(b64(bytes(range(256)).decode("latin-1") + base64.b64decode(s).decode())))
    base("base64-pads-everywhere", lambda s: "=".join("".join(s.split())[i:i + 2] for i in range(0, len(s), 2)))
    parts("message-in-qp-escaped", "Content-Type: multipart/mixed; boundary=b1\n", "b1", PLAIN,
          "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n" +
          HEAD.replace(":", "=3A") + "Content=2DType: text/html\n\n" + page_of("message-in-qp-escaped").replace("=", "=3D"))
    for name, cs in (("charset-twice-first", "charset=utf-7; charset=utf-8"),
                     ("charset-2231", "charset*=us-ascii''utf-7"), ("charset-2231-pieces", "charset*0=utf; charset*1=-7"),
                     ("charset-open-quote", 'charset="utf-7'), ("charset-encoded-word", 'charset="=?us-ascii?Q?utf-7?="'),
                     ("charset-comment", "charset=(no)utf-7"), ("charset-blank", "charset = utf-7 ; x=y")):
        body(name, "Content-Type: text/plain; " + cs + "\n", "see https+ADoALwAv-hide+AC4-example/" + name + " now\n")
    body("charset-utf-7-letters", "Content-Type: text/plain; charset=utf-7\n",
         "see +AGgAdAB0AHAAcw-:+AC8ALw-hi+AGQ-e.example/charset-utf-7-letters now\n")
    body("charset-jp-escapes", "Content-Type: text/plain; charset=iso-2022-jp\n",
         "ht\x1b(Jtps://hi\x1b(Bde.ex\x1b(Jample/\x1b(Bcharset-jp-escapes\n")
    body("charset-kr-shifts", "Content-Type: text/plain; charset=iso-2022-kr\n",
         "\x1b$)Cht\x0e\x0ftps://hi\x0e\x0fde.example/charset-kr-shifts\n")
    for name, line in (("field-long-name", "X" * 300 + ": a"), ("field-8bit-name", "X\xe9: a"), ("field-blank-name", "X Y: a"),
                       ("field-empty-name", ": a"), ("field-from-line", "From ada@a.example Thu May  4 10:00:00 2023"), ("field-quoted-from", ">From x"),
                       ("field-nul", "X-A: a\0b"), ("field-control-name", "X\x01: a"), ("field-tab-colon", "X-A\t: a"),
                       ("field-slash-name", "http://a.example/: a"), ("field-very-long", "X-A: " + "b" * 300000), ("field-many", "\n".join("X-%d: a" % i for i in range(20000)))):
        coded(name, line + "\n" + field, in_base64)
    coded("field-no-blank", "Content-Transfer-Encoding:base64\n", in_base64)
    for name, text in (("flowed-delsp-quote-marks", "> see https://hide.exam \n> ple/flowed-delsp-quote-marks\n"),
                       ("flowed-delsp-crlf", "see https://hide.exam \r\nple/flowed-delsp-crlf\r\n"),
                       ("flowed-delsp-stuffed", "see https://hide.exam \n ple/flowed-delsp-stuffed\n"),
                       ("flowed-delsp-deep", ">" * 200 + " https://hide.exam \n" + ">" * 200 + " ple/flowed-delsp-deep\n")):
        body(name, "Content-Type: text/plain; format=flowed; delsp=yes\n", text)
    h = html
    h("html-reference-name", '<a href="https://hide.example/html-reference-name?a=1&copy=2&amp=3">a</a>', "https://hide.example/html-reference-name?a=1&copy=2&amp=3")
    h("html-base-netpath", '<base href="//hide.example/"><a href="html-base-netpath">a</a>')
    h("html-refresh-space", '<meta http-equiv=refresh content="0 @@">')
    h("html-refresh-quote", '<meta http-equiv=refresh content="0;url=&quot;@@&quot;x">')
    h("html-userinfo-reference", '<a href="https://hide.example&#92;@www.bank.example/x">a</a>', "https://hide.example/@www.bank.example/x")
    h("html-name-slashes", '<a//href="@@">a</a>')
    h("html-image-tag", '<image src="@@">')
    h("html-svg-desc-style", '<svg><desc><p></p></desc><style><a href="&#104;ttps://hide.example/html-svg-desc-style">a</a></style></svg>')
    h("html-svg-desc-comment", '<svg><desc><style><!--</style><a href="&#104;ttps://hide.example/html-svg-desc-comment">a</a>--></desc></svg>')
    h("html-svg-p-end", '<svg><foreignObject></p><style></foreignObject><a href="&#104;ttps://hide.example/html-svg-p-end">a</a></style></svg>')
    h("html-math-annotation", '<math><annotation-xml encoding="text/html"><style></annotation-xml></style><a href="&#104;ttps://hide.example/html-math-annotation">a</a></annotation-xml></math>')
    h("html-frameset-style", '<frameset><style></frameset><a href="@@">a</a></style>')
    h("html-table-style", '<table><style></table></style><a href="@@">a</a></table>')
    h("html-template-nested", '<template><template></template><a href="@@">a</a></template>')
    add("html-xml-entity", MIME + 'Content-Type: application/xhtml+xml\n\n<!DOCTYPE html [<!ENTITY u "@@">]>'
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><a href="&u;">a</a></body></html>\n')
    for name, n in (("depth-101", 101),):
        text = "".join("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(n)) + LINK
        add(name, MIME + text, LIMIT)
    add("boundary-5000", MIME + "Content-Type: multipart/mixed; boundary=%s\n\n--%s\n" % ("b" * 5000, "b" * 5000) + LINK, LIMIT)
    field_only = HEAD.replace("Subject: hello\n", "Subject: see https://hide.ex=?utf-8?Q?ample/subject-word-inside?=\n")
    add("subject-word-inside", field_only + "\nNothing here.\n")


def make():
    for group in (structure, types, encodings, charsets, pages, fields, more):
        group()


def write(folder):
    for name, (data, _) in tricks.items():
        with open(os.path.join(folder, name + ".eml"), "wb") as f:
            f.write(data)


def failures(program, folder):
    """Returns the mails whose link is not listed, and those in LEFT whose link is."""
    names = [os.path.join(folder, name + ".eml") for name in tricks]
    run = subprocess.run([program, "-f", "mail", "-t", "json", "--also=limits", "--uniq=none", *names], capture_output=True)
    found = {}
    for line in run.stdout.decode().splitlines():
        link = json.loads(line)
        name = os.path.basename(link["file"])[:-4]
        urls = [LIMIT] if "limit" in link else [link.get(k) for k in ("url", "canonical", "target")]
        found.setdefault(name, set()).update(urls)
    return [(name, want, sorted(filter(None, found.get(name, ())))) for name, (_, want) in tricks.items()
            if (want in found.get(name, ())) == (name in LEFT)]


def main():
    make()
    if sys.argv[1] == "-w":
        write(sys.argv[2])
        with open(os.path.join(sys.argv[2], "urls"), "w", encoding="utf-8") as f:
            f.writelines("%s\t%s\n" % (name, want) for name, (_, want) in tricks.items())
        return 0
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        bad = failures(sys.argv[1], folder)
    for name, want, found in bad:
        print("%s: wanted %s, found %s" % (name, want, found))
    print("%d mails: %d links not as expected, %d left" % (len(tricks), len(bad), len(LEFT)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
