#!/usr/bin/env python3
"""parts_make.py - mails whose links are in an odd encoding, charset, page or part, each next to a mail that is as it seems

    parts_make.py TRAWL
    parts_make.py -w FOLDER    writes the mails there

A row has a name, a mail, the URLs that trawl must list, those that it must give as another reading, and the parts that
it must name as not read; nothing else may be listed. The rows that begin with "keep" are honest mails like the row
before them. All content is invented.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

HEAD = "From: a@b.example\nTo: c@d.example\nSubject: x\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\n"
EVIL = "http://evil.example/l"
rows = []


def add(name, mail, urls=(), other=(), unread=()):
    data = mail if isinstance(mail, bytes) else mail.encode()
    rows.append((name, data, sorted(urls), sorted(other), sorted(unread)))


def body(name, fields, text, *urls, **more):
    text = text if isinstance(text, bytes) else text.encode()
    add(name, (HEAD + fields + "\n").encode() + text, urls, **more)


def b64(text):
    return base64.encodebytes(text if isinstance(text, bytes) else text.encode()).decode()


# ---- Quoted-printable in doubt (E4) ----

def quoted():
    field = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n"
    code = "=68=74=74=70://evil.example/l"
    body("x_qp_2", field, "a=b\nc=d\n" + code + "\n", EVIL)
    body("x_qp_5", field, "= " + code + "\n", EVIL)
    body("x_qp_15", field, "w=77w.=65xample.com/l =zz\n", "https://www.example.com/l")
    body("e_qp_invalid", field, "=ZZ =3 " + code + " =", EVIL)
    body("e_qp_host", field, "=zz http://=65=76il.ex=61mple/l\n", EVIL)
    body("e_qp_scheme_end", field, "=zz htt=70://evil.example=2fl\n", EVIL)
    body("e_qp_mail", field, "=zz mailto:a=40=62.com\n", "mailto:a@b.com")
    body("e_qp_far", field, "=zz " + "x y " * 2000 + "\n" + code + "\n", EVIL)
    body("keep_qp_query", field, "a=b\nhttp://a.example/?id=41&x=12\n", "http://a.example/?id=41&x=12",
         other=["http://a.example/?idA&x"])
    body("keep_qp_words", field, "caf\u00e9 size=40 a=41b http://a.example/?a=b\n", "http://a.example/?a=b")
    body("keep_qp_real", field, "caf=C3=A9 http://a.example/?a=3Dx&b=\n=3D2\n", "http://a.example/?a=x&b=2")
    body("keep_qp_capital", field, "=zz http://a.example/?a=3Dx\n", "http://a.example/?a=x")


# ---- Parts (E3, E9) ----

PAGE = '<p><a href="http://evil.example/l">c</a></p>\n'
BASE64 = "Content-Transfer-Encoding: base64\n"


def uuencode(name, data):
    import binascii
    lines = [binascii.b2a_uu(data[i:i + 45]).decode() for i in range(0, len(data), 45)]
    return "hello\n\nbegin 644 %s\n%s`\nend\n" % (name, "".join(lines))


def part(name, fields, text, *urls, **more):
    body(name, "Content-Type: multipart/mixed; boundary=abcd\n",
         "--abcd\nContent-Type: text/plain\n\nhi\n--abcd\n%s\n%s--abcd--\n" % (fields, text), *urls, **more)


def parts():
    two = "--abcd\nContent-Type: text/html\n" + BASE64 + "\n" + b64(PAGE) + "--abcd--\n"
    body("e_mp_type_only", "Content-Type: multipart; boundary=abcd\n", two, EVIL)
    body("e_mp_type_only_upper", "Content-Type: MULTIPART ; boundary=abcd\n", two, EVIL)
    body("keep_type_without_subtype", "Content-Type: text; boundary=abcd\n", "http://a.example/\n", "http://a.example/")
    one = HEAD + "Content-Type: text/html\n" + BASE64 + "\n" + b64(PAGE)
    add("e_crcrlf", one.replace("\n", "\r\r\n"), [EVIL])
    add("x_crcrlf_body", HEAD + "Content-Type: text/html\nContent-Transfer-Encoding: base64\r\r\n" + b64(PAGE), [EVIL])
    add("e_crcrlf_parts", (HEAD + "Content-Type: multipart/mixed; boundary=abcd\n\n" + two).replace("\n", "\r\r\n"), [EVIL])
    body("e_base64_sign", "Content-Type: text/html\nContent-Transfer-Encoding: base64=\n", b64(PAGE), EVIL)
    for control, sign in (("vt", "\v"), ("ff", "\f"), ("nul", "\0")):
        body("e_boundary_" + control, "Content-Type: multipart/mixed; boundary=abcd\n",
             two.replace("--abcd\n", "--abcd%s\n" % sign, 1), EVIL)
    body("e_from", 'From: "see %s" <a@b.example>\n' % EVIL, "x\n", EVIL)
    body("e_from_word", "From: =?utf-8?q?http=3A//evil.example/l?= <a@b.example>\n", "x\n", EVIL)
    body("keep_from", "From: Ann Evil <a@b.example>\n", "x\n")
    signed = b64(b"0o\x06\t*\x86H\x86\xf7\r\x01\x07\x02\xa0b0`\x02\x01\x011\x00" + PAGE.encode())
    part("e_p7m_opaque", "Content-Type: application/pkcs7-mime; smime-type=signed-data\n" + BASE64, signed,
         unread=["part 2, application/pkcs7-mime, was not read"])
    part("e_pdf", "Content-Type: application/pdf; name=a.pdf\n" + BASE64, b64("%PDF-1.4"),
         unread=["part 2, application/pdf, was not read"])
    unread = ["part 2, application/octet-stream, was not read"]
    file = "Content-Type: application/octet-stream\n"
    patch = "--- a/x\n+++ b/x\n+see %s\n" % EVIL
    part("e_patch", file + BASE64, b64(patch), EVIL)
    part("e_script", "Content-Type: application/x-sh; name=get.sh\n", "curl %s\n" % EVIL, EVIL)
    part("e_long", file + BASE64, b64("a line of text\n" * 1000 + EVIL + "\n"), EVIL)
    part("e_letters", file + BASE64, b64("gr\u00fc\u00dfe " * 99 + EVIL), EVIL)
    part("e_letters_cut", file + BASE64, b64("\u20ac" * 999 + " " + EVIL), EVIL)
    part("e_utf_16", file + BASE64, b64(("gr\u00fc\u00dfe " + EVIL).encode("utf-16")), EVIL)
    part("e_latin_1", "Content-Type: application/octet-stream; charset=iso-8859-1\n" + BASE64,
         b64(("gr\u00fc\u00dfe " + EVIL).encode("latin-1")), EVIL)
    part("e_colours", file + BASE64, b64("\x1b[1m %s \x1b[0m and so on, for a line or two\n" % EVIL), EVIL)
    part("keep_latin_1", file + BASE64, b64(("gr\u00fc\u00dfe " + EVIL).encode("latin-1")), unread=unread)
    part("keep_nul", file + BASE64, b64("a\0" + EVIL), unread=unread)
    part("keep_controls", file + BASE64, b64("\x01\x02\x03 " + EVIL), unread=unread)
    part("keep_del", file + BASE64, b64("\x7f\x7f\x7f " + EVIL), unread=unread)
    part("keep_binary_long", file + BASE64, b64(b"text " * 90 + b"\x80\xff" * 9000 + EVIL.encode()), unread=unread)
    part("keep_pdf_of_text", file + BASE64, b64("%PDF-1.4\n" + EVIL), unread=unread)
    part("keep_signature", "Content-Type: application/pkcs7-signature; name=smime.p7s\n" + BASE64, signed)
    part("keep_keys", "Content-Type: application/pgp-keys\n" + BASE64, b64("key"))
    part("keep_picture", "Content-Type: image/png; name=a.png\n" + BASE64, b64("PNG"))
    plain = "Content-Type: text/plain\n"
    body("e_uu_in_text", plain, uuencode("a.html", PAGE.encode()),
         unread=["the uuencoded file a.html was not read"])
    body("keep_uu_in_text", plain, uuencode("a.tar.gz", PAGE.encode()) + "http://a.example/\n", "http://a.example/")
    card = "BEGIN:VCARD\r\nVERSION:2.1\r\nN:a\r\n%sEND:VCARD\r\n"
    body("e_vcf_v21qp", "Content-Type: text/vcard\n" + "Content-Transfer-Encoding: 7bit\n",
         card % "NOTE;ENCODING=QUOTED-PRINTABLE:see http=3A//evil.example/l now\r\n", EVIL)
    body("e_vcf_v21qp_soft", "Content-Type: text/x-vcard\n",
         card % "NOTE;QUOTED-PRINTABLE:=68ttp://evil.exam=\r\nple/l now\r\n", EVIL)
    body("keep_vcf", "Content-Type: text/vcard\n", card % "TEL;TYPE=FAX:1\r\nURL:http://a.exam\r\n ple/?x=3Dy\r\n",
         "http://a.example/?x=3Dy", other=["http://a.example/?x=y"])
    event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n%sEND:VEVENT\r\nEND:VCALENDAR\r\n"
    calendar = "Content-Type: text/calendar; method=REQUEST; charset=utf-8\n"
    body("e_ics_attach", calendar + BASE64,
         b64(event % ("ATTACH;FMTTYPE=text/html;VALUE=BINARY;ENCODING=BASE64:%s\r\n" % b64(PAGE).strip())),
         unread=["a file attached to the calendar was not read"])
    body("e_ics_attach_folded", calendar,
         event % ("ATTACH;VALUE=BINARY;ENCO\r\n DING=BASE64:%s\r\n" % b64(PAGE).strip()),
         unread=["a file attached to the calendar was not read"])
    body("keep_ics", calendar, event % ("ATTACH:http://a.example/1\r\nURL:http://a.example/2\r\n"
         "DESCRIPTION:see http://a.example/3\\nMeeting;ENCODING=BASE64 http://a.exam\r\n ple/4\\, and\r\n"),
         *["http://a.example/%d" % i for i in range(1, 5)])
    for name, file in (("att_html_trailing_dot", "x.html."), ("att_html_trailing_blank", "x.html ")):
        part(name, 'Content-Type: application/octet-stream; name="%s"\n' % file + BASE64, b64(PAGE), EVIL)
    part("keep_name", "Content-Type: application/octet-stream; name=x.html.gz\n" + BASE64, b64("\0" + PAGE),
         unread=["part 2, application/octet-stream, was not read"])


# ---- Pages (E14) ----

def pages():
    field = "Content-Type: text/html; charset=utf-8\n" + BASE64

    def page(name, text, *urls, type="text/html; charset=utf-8", **more):
        body(name, "Content-Type: %s\n" % type + BASE64, b64(text), *urls, **more)

    def svg(name, text, *urls, **more):
        page(name, '<svg width="200" height="50"><a%s<text y="20">c</text></a></svg>' % text, *urls, **more)

    svg("h_svg_animate_values", '><animate attributeName="href" values="%s" begin="0s"/>' % EVIL, EVIL)
    svg("h_svg_animate_list", '><animate values="#a;%s; http://b.example/" attributeName="xlink:href"/>' % EVIL, EVIL,
        "http://b.example/")
    svg("h_svg_set_to", ' href="#x"><set attributeName="href" to="%s" begin="0s"/>' % EVIL, EVIL)
    svg("h_svg_from", '><animate attributeName="href" from="%s" to="#a"/>' % EVIL, EVIL)
    svg("keep_svg_animate", ' href="http://a.example/"><animate attributeName="x" values="0;1" from="0" to="9"/>',
        "http://a.example/")
    link = '<a href="l">c</a>'
    page("h_base_svg", '<svg><base href="http://good.example/"></base></svg><base href="http://evil.example/">' + link, EVIL)
    page("keep_base_after_svg", '<base href="http://a.example/"><svg><base href="http://b.example/"></svg>' + link,
         "http://a.example/l")
    page("keep_base", '<base href="http://a.example/"><noscript>x</noscript>' + link, "http://a.example/l")
    page("keep_noscript", '<noscript><a href="http://a.example/">c</a></noscript>', "http://a.example/")
    xhtml = "application/xhtml+xml; charset=utf-8"
    told = ["entities or attributes that a DOCTYPE declares were not read"]
    inside = '<html xmlns="http://www.w3.org/1999/xhtml"><body>%s</body></html>'
    page("h_x_attlist", '<!DOCTYPE html [<!ATTLIST a href CDATA "%s">]>' % EVIL + inside % "<a>c</a>", type=xhtml,
         unread=told)
    page("h_x_entity", '<!DOCTYPE html [<!ENTITY u "evil.example">]>' + inside % '<a href="http://&u;/l">c</a>',
         "http://&u;/l", type=xhtml, unread=told)
    page("keep_x_doctype", '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/x.dtd">' +
         inside % '<a href="http://a.example/">c</a>', "http://a.example/", type=xhtml)
    page("h_x_xlinkprefix", '<svg xmlns="http://www.w3.org/2000/svg" xmlns:q="http://www.w3.org/1999/xlink">'
         '<a q:href="%s"><text y="20">c</text></a></svg>' % EVIL, EVIL, type="image/svg+xml; charset=utf-8")
    page("keep_html_prefix", '<p q:href="http://a.example/">c</p>')
    coded = inside % '<a href="&#104;ttp:&#47;&#47;evil.example/l">c</a>'
    for name, fields in (("e_at_text-xml", "text/xml; name=x.xml"), ("e_at_application-xml", "application/xml"),
                         ("e_at_xml", 'application/octet-stream; name="x.xml"')):
        part(name, "Content-Type: %s\n" % fields + BASE64, b64(coded), EVIL)
    part("keep_feed", "Content-Type: text/xml\n" + BASE64,
         b64("<rss><link>http://a.example/1</link><enclosure url='http://a.example/2'/></rss>"),
         "http://a.example/1", "http://a.example/2")
    page("keep_iframe_data", '<iframe src="data:text/html;charset=utf-8,%3Ca href=http://a.example/%3E"></iframe>',
         "http://a.example/")
    escaped = '<meta charset=iso-2022-jp><a h\x1b(Bref="ht\x1b(Btp://ev\x1b(Bil.example/l">c</a>'
    page("e_meta_2022jp", escaped, EVIL, type="text/html")
    page("e_meta_2022jp_late", "<!-- <meta charset=utf-8> --><title a='<meta charset=x>'>x</title>" + escaped, EVIL,
         type="text/html; charset=us-ascii")
    page("e_meta_2022jp_equiv", escaped.replace("charset=iso-2022-jp", "http-equiv=content-type content='text/html; "
                                                "charset=iso-2022-jp'"), EVIL, type="text/html")
    page("keep_meta_header", '<meta charset=iso-2022-jp><a href="http://a.example/\u00e9">c</a>',
         "http://a.example/\u00e9")
    body("h_base_noscript", field, b64('<noscript><base href="http://good.example/"></noscript>'
                                       '<base href="http://evil.example/">' + link), EVIL,
         unread=["a <base> that counts only without scripts is not used"])


# ---- Running ----

def records(trawl, folder, name):
    done = subprocess.run([trawl, "-j1", "-f", "mail", "-t", "json", "--also=limits", os.path.join(folder, name)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    return [json.loads(line) for line in done.stdout.decode().splitlines()], done


def judge(trawl, folder, row):
    name, _, urls, other, unread = row
    found, done = records(trawl, folder, name)
    links = [r for r in found if "url" in r]
    got = sorted({r["url"] for r in links}), sorted(a["url"] for r in links for a in r["alt"]), \
        sorted(r["limit"] for r in found if "limit" in r)
    limit = b"(E20)" in done.stderr
    if done.returncode != 2 * limit and done.returncode != 1 or bool(done.stderr) != bool(got[2]) or got != (urls, other, unread):
        print("%s: status %d, %s\n    got    %s\n    wanted %s" % (
            name, done.returncode, done.stderr.decode().strip() or "no message", got, (urls, other, unread)))
        return False
    return True


def write(folder):
    for name, mail, *_ in rows:
        with open(os.path.join(folder, name), "wb") as f:
            f.write(mail)


def main():
    quoted()
    parts()
    pages()
    if len(sys.argv) == 3 and sys.argv[1] == "-w":
        write(sys.argv[2])
        return
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        good = [judge(sys.argv[1], folder, row) for row in rows]
    print("%d mails, %d as wanted" % (len(good), sum(good)))
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
