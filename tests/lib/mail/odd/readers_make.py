#!/usr/bin/env python3
"""readers_make.py - 300 mails of odd shapes: a link that a mail program shows must be listed by trawl, or reported as not read

    readers_make.py TRAWL [N]
    readers_make.py -w FOLDER  writes the mails there

Each mail combines a structure, a transfer encoding, a charset and a way to write the link in a text or a page, by a
fixed formula. Its link is http://NUMBER.hide.example/l. N is the number of mails, 40 by default; READERS=1 in the
environment adds mutt, neomutt and Chromium to Python's email package and w3m. A mail counts as missed if a program
shows the host, and trawl neither lists it nor reports a limit or a part that is not read.
"""
import base64
import email
import email.policy
import html
import json
import os
import quopri
import re
import shutil
import subprocess
import sys
import tempfile

LONG = os.environ.get("READERS") == "1"
HEAD = "From: Ada <ada@a.example>\nTo: bob@b.example\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\n"


def odd_base64(data):
    return b" ".join(base64.b64encode(data)[i:i + 30] + b"\n" for i in range(0, len(base64.b64encode(data)), 30))


def lower_qp(data):
    return b"".join(b"=%02x" % c if c in b"=:/.@" or c > 126 else bytes([c]) for c in data)


def soft_qp(data):
    return b"=\n".join(quopri.encodestring(data[i:i + 17]).rstrip(b"=\n") + (b"\n" if data[i:i + 17].endswith(b"\n") else b"")
                       for i in range(0, len(data), 17)).replace(b"\n=\n", b"\n")


CODES = (("7bit", lambda d: d), ("base64", base64.encodebytes), ("BASE64 ", odd_base64), ("quoted-printable", lower_qp),
         ("quoted-printable", soft_qp), ("Quoted-Printable (x)", quopri.encodestring), ("8bit; x=y", lambda d: d))
CHARSETS = (("utf-8", "utf-8"), ("us-ascii", "ascii"), ("ISO-8859-15", "iso8859-15"), ("utf-16le", "utf-16-le"),
            ("utf-16", "utf-16"), ("UTF-32BE", "utf-32-be"), ("utf-7", "utf-7"), ("IBM1026", "cp1026"),
            ("iso-2022-jp", "iso2022_jp"), ("cp500", "cp500"), ("koi8-r", "koi8-r"), ("\"gb18030\"", "gb18030"),
            ("shift_jis", "shift_jis"), ("x-unknown", "ascii"))
TEXTS = ("see @ now\n", "<URL:@>\n", "a (@) b\n", "> quoted\n> @\n", "-- \n@\n", "@", "\n\n \n@\n", "\"@\"\n",
         "see:\n\n    @\n\nbye\n", "http://other.example/ @\n")
PAGES = ('<a href="@">c</a>', "<A\nHREF\n=\n@>c</a>", "<a href='&#104;ttp&colon;//@host/l'>c</a>",
         '<p title=">"><a href="@">c</a>', "<!-- x --><a/href=@>c</a>", '<a href="\thttp:/\t/@host/l\n">c</a>',
         "<table><tr><td><a href=@>c", '<div hidden></div><a class="x"href="@">c</a>', "<title>x</title><a href=@ >c</a>",
         '<base href="http://@host/"><a href="l">c</a>', '<svg><a href="@"><text y="9">c</text></a></svg>',
         '<form action="@"><input type=submit></form>', '<img src="@">', "<iframe srcdoc='&lt;a href=@&gt;c'></iframe>",
         '<a href="//@host/l">c</a>', "<!--><a href=@>c</a>-->", '<map><area href="@"></map>', "<p>@</p>",
         "<textarea>@</textarea>", "<a href=\"@\" href=\"#\">c</a>")


def wrap(k, part):
    """Returns a mail of structure number k with the part, which is given as fields and body."""
    fields, body = part
    plain = b"Content-Type: text/plain\n\nhello\n"
    whole = fields.encode() + b"\n" + body + b"\n"
    if k == 0:
        return HEAD.encode() + whole
    names = ("mixed", "alternative", "related", "digest", "report", "x-odd", "signed", "parallel")
    if k <= len(names):
        multi = "Content-Type: multipart/%s; boundary=\"=_%d\"\n\n" % (names[k - 1], k)
        inner = b"" if names[k - 1] != "digest" else b"Content-Type: message/rfc822\n\n"
        return HEAD.encode() + multi.encode() + b"--=_%d\n" % k + inner + whole + b"--=_%d\n" % k + plain + b"--=_%d--\n" % k
    if k == 9:
        return HEAD.encode() + b"Content-Type: message/rfc822\n\n" + HEAD.encode() + whole
    if k == 10:
        return (HEAD.encode() + whole).replace(b"\n", b"\r\n")
    attached = fields.replace("Content-Type: text/html", "Content-Type: application/octet-stream; name=a.htm", 1)
    return HEAD.encode() + b"Content-Type: multipart/mixed;\n boundary=b\n\npreamble\n--b\n" + attached.encode() + b"\n" + body + \
        b"\n--b--\nepilogue\n"


def mail(i):
    host = "h%d.hide.example" % i
    page = i % 3 != 0
    text = (PAGES[i // 3 % len(PAGES)] if page else TEXTS[i // 3 % len(TEXTS)])
    text = text.replace("@host", host).replace("@", "http://%s/l" % host)
    label, codec = CHARSETS[i // 2 % len(CHARSETS)]
    name, code = CODES[i % len(CODES)]
    if codec in ("utf-16-le", "utf-16", "utf-32-be", "cp1026", "cp500") and "bit" in name:
        name, code = CODES[1]
    fields = "Content-Type: text/%s; charset=%s\nContent-Transfer-Encoding: %s\n" % ("html" if page else "plain", label, name)
    return wrap(i // 5 % 12, (fields, code(text.encode(codec))))


# ---- The judges: each returns what it shows of a mail ----

def parts_of(data):
    for policy in (email.policy.compat32, email.policy.default):
        try:
            for part in email.message_from_bytes(data, policy=policy).walk():
                if part.get_content_maintype() not in ("multipart", "message"):
                    yield part.get_content_type(), part.get_payload(decode=True) or b"", part.get_content_charset()
        except (LookupError, ValueError, TypeError, AttributeError, KeyError):
            pass


def texts_of(data):
    for kind, body, charset in parts_of(data):
        if not kind.startswith("text/") and b"<" not in body:
            continue
        try:
            yield kind, body.decode(charset or "utf-8", "replace")
        except LookupError:
            yield kind, body.decode("latin-1")


def by_python(data, _):
    return "\n".join(text if kind == "text/plain" else html.unescape(text) for kind, text in texts_of(data))


def by_w3m(data, _):
    shown = ""
    for kind, text in texts_of(data):
        if kind != "text/plain":
            shown += subprocess.run(["w3m", "-dump", "-T", "text/html", "-I", "UTF-8", "-o", "display_link_number=1"],
                                    input=text.encode("utf-8", "replace"), stdout=subprocess.PIPE, check=False,
                                    timeout=20).stdout.decode("utf-8", "replace")
    return shown


def by_mutt(program):
    def show(data, folder):
        box, out, rc = (os.path.join(folder, n) for n in ("box", "out", "rc"))
        with open(box, "wb") as f:
            f.write(b"From a@a.example Mon Nov 23 10:00:00 2026\n" + data)
        with open(rc, "w", encoding="ascii") as f:
            f.write("set folder=%s pipe_decode wait_key=no quit=yes charset=utf-8 mailcap_path=%s/mailcap\n"
                    "auto_view text/html\npush '<pipe-message>cat >%s<enter><exit>'\n" % (folder, folder, out))
        with open(os.path.join(folder, "mailcap"), "w", encoding="ascii") as f:
            f.write("text/html; w3m -dump -T text/html -o display_link_number=1 %s; copiousoutput\n")
        if os.path.exists(out):
            os.unlink(out)
        subprocess.run(["timeout", "5", "script", "-qec", "%s -n -F %s -R -f %s" % (program, rc, box), "/dev/null"],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                       env=dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", HOME=folder))
        if not os.path.exists(out):
            return ""
        with open(out, "rb") as f:
            return f.read().decode("utf-8", "replace")
    return show


def by_chromium(data, folder):
    shown, path = "", os.path.join(folder, "page.html")
    script = ("<script>onload=()=>{let s='';for(const e of document.querySelectorAll('[href],[src],[action]'))"
              "s+=(e.href&&e.href.baseVal||e.href||e.src||e.action)+' ';for(const f of document.querySelectorAll('iframe'))"
              "for(const a of f.contentDocument?f.contentDocument.links:[])s+=a.href+' ';document.title=s}</script>")
    for kind, text in texts_of(data):
        if kind == "text/plain":
            continue
        with open(path, "w", encoding="utf-8", errors="replace") as f:
            f.write("<meta charset=utf-8>" + script + text)
        dom = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=500",
                              "--user-data-dir=" + os.path.join(folder, "chromium"), "--dump-dom", "file://" + path],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, timeout=60)
        shown += " ".join(re.findall("<title>(.*?)</title>", dom.stdout.decode("utf-8", "replace"), re.S))
    return shown


def judges():
    found = {"python": by_python}
    if shutil.which("w3m"):
        found["w3m"] = by_w3m
    if LONG:
        found.update({p: by_mutt(p) for p in ("mutt", "neomutt") if shutil.which(p) and shutil.which("script")})
        if shutil.which("chromium"):
            found["chromium"] = by_chromium
    return found


# ---- Running ----

def by_trawl(trawl, path):
    done = subprocess.run([trawl, "-j1", "-f", "mail", "-t", "json", "--also=limits", "--uniq=none", path], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    return [json.loads(line) for line in done.stdout.decode("utf-8", "replace").splitlines()]


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "-w":
        for i in range(300):
            with open(os.path.join(sys.argv[2], "%03d.eml" % i), "wb") as f:
                f.write(mail(i))
        return
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    n = int(sys.argv[2]) if len(sys.argv) == 3 else 300 if LONG else 40
    shown, missed, programs = {}, 0, judges()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mail")
        for k in range(n):
            i = k * (300 // n)
            host, data = "h%d.hide.example" % i, mail(i)
            with open(path, "wb") as f:
                f.write(data)
            records = by_trawl(sys.argv[1], path)
            listed = any(host in r.get("url", "") or "limit" in r for r in records)
            who = [name for name, show in programs.items() if host in show(data, folder)]
            for name in who:
                shown[name] = shown.get(name, 0) + 1
            if who and not listed:
                print("mail %d: shown by %s, not listed" % (i, ", ".join(who)), flush=True)
                missed += 1
    print("%d mails, %d missed; shown by %s" % (n, missed, ", ".join("%s %d" % s for s in sorted(shown.items()))))
    sys.exit(missed > 0 or not shown)


if __name__ == "__main__":
    main()
