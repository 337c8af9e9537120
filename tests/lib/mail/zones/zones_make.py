"""zones_make.py - makes mails as mail programs write them, and judges the zones that trawl gives their links (E7)

    zones_make.py TRAWL SEED COUNT [DIRECTORY]

Each mail answers or forwards another one, up to three times, in the shape of one of PROGRAMS and in one of LANGUAGES,
as HTML alone, as plain text alone, or as multipart/alternative. It has links in every zone, as text and as href; the
zone and the depth of each are known from its URL, http://zone-depth.N.example/. Prints precision and recall of "quoted",
what each program has wrong, and how many links have one zone as text and another as href. Exits with 1 below the goals.
With DIRECTORY, the mails are written there. All content is invented; the shapes were learnt from real mail.
"""
import base64
import collections
import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile

WORDS = "the list of all pages was moved to another place and we hope that it can be read there again soon".split()
PEOPLE = [("Ann Lee", "ann@a.example"), ("José Díaz", "jose@b.example"), ("Вера Орлова", "vera@c.example"),
          ("Doe, Joe", "joe@d.example")]
GOAL, GOAL_ZONES, GOAL_NAMED = 0.98, 0.995, 0.5

# ---- Languages: "On ... wrote:" with the time, the name and the address; the header of Outlook ----

LANGUAGES = {
    "en": ("On Mon, May 4, 2020 at 10:15 AM {n} <{a}> wrote:", "From", "Sent", "To", "Subject", "Forwarded message"),
    "de": ("Am Mo., 4. Mai 2020 um 10:15 Uhr schrieb {n} <{a}>:", "Von", "Gesendet", "An", "Betreff",
           "Weitergeleitete Nachricht"),
    "fr": ("Le lun. 4 mai 2020 à 10:15, {n} <{a}> a écrit :", "De", "Envoyé", "À", "Objet", "Message transféré"),
    "es": ("El lun, 4 may 2020 a las 10:15, {n} (<{a}>) escribió:", "De", "Enviado", "Para", "Asunto",
           "Mensaje reenviado"),
    "it": ("Il giorno lun 4 mag 2020 alle ore 10:15 {n} <{a}> ha scritto:", "Da", "Inviato", "A", "Oggetto",
           "Messaggio inoltrato"),
    "pt": ("Em seg., 4 de mai. de 2020 às 10:15, {n} <{a}> escreveu:", "De", "Enviada em", "Para", "Assunto",
           "Mensagem encaminhada"),
    "nl": ("Op ma 4 mei 2020 om 10:15 schreef {n} <{a}>:", "Van", "Verzonden", "Aan", "Onderwerp",
           "Doorgestuurd bericht"),
    "pl": ("W dniu 4.05.2020 o 10:15 {n} <{a}> napisał(a):", "Od", "Wysłano", "Do", "Temat", "Wiadomość przekazana"),
    "ja": ("2020年5月4日(月) 10:15 {n} <{a}>:", "差出人", "送信日時", "宛先", "件名", "転送メッセージ"),
    "ru": ("пн, 4 мая 2020 г. в 10:15, {n} <{a}>:", "От", "Отправлено", "Кому", "Тема", "Пересылаемое сообщение"),
}


# ---- A mail as a tree: paragraphs, signatures, quotes, what was forwarded ----


class Mail:
    """Makes the text of each message: nodes (kind, zone, depth, content)."""

    def __init__(self, r, number, program, language):
        self.r, self.number, self.program, self.language = r, number, program, language
        self.forwarded = False
        self.writers, self.written = [], {}  # who is quoted now; who wrote the text around each URL

    def url(self, zone, depth):
        self.number += 1
        url = "http://%s-%d.n%d.example/" % (zone, depth, self.number)
        if zone == "quoted":
            self.written[url] = self.writers[-1][0] if self.writers else ""
        return url

    def paragraph(self, zone, depth):
        words = " ".join(self.r.choice(WORDS) for _ in range(self.r.randint(4, 14)))
        return [("text", words), ("link", self.url(zone, depth), self.r.choice(["href", "named", "bare"])),
                ("text", self.r.choice(WORDS))]

    def paragraphs(self, zone, depth):
        return [("p", self.paragraph(zone, depth)) for _ in range(self.r.randint(1, 3))]

    def who(self):
        return self.r.choice(PEOPLE)

    def signature(self, zone, depth):
        return [("sig", self.paragraph(zone, depth))] if self.r.random() < 0.4 else []

    def old(self, left, depth, zone):
        """Returns the nodes of a message that was answered, with the `left` messages that it
        answers in turn."""
        nodes = self.paragraphs(zone, depth)
        if left == 0:
            return nodes + [("sig", self.paragraph(zone, depth))] if self.r.random() < 0.3 else nodes
        return nodes + self.answered(left - 1, depth, zone)

    def answered(self, left, depth, zone):
        """Returns the nodes that an answer of this zone and depth has besides its own text."""
        if self.program.header and zone == "forwarded":
            return [("header", self.who(), self.old(left, depth, zone))]
        kind = "header" if self.program.header else "quote"
        self.writers.append(self.who())
        nodes = self.old(left, depth + 1, "quoted")
        return [(kind, self.writers.pop(), nodes)]

    def make(self):
        r, left = self.r, self.r.randint(0, 2)
        if self.program.header and r.random() < 0.3:
            self.forwarded = True
            return self.paragraphs("new", 0) + self.answered(left, 0, "forwarded")
        if self.program.forward and r.random() < 0.15:
            return self.paragraphs("new", 0) + [("forward", self.who(), self.paragraphs("forwarded", 0))]
        way = r.choice(["top", "top", "bottom", "inline"]) if self.program.inline else "top"
        if way == "top":
            return self.paragraphs("new", 0) + self.signature("signature", 0) + self.answered(left, 0, "new")
        if way == "bottom":
            return self.answered(left, 0, "new") + self.paragraphs("new", 0) + self.signature("signature", 0)
        first = self.answered(left, 0, "new")
        self.writers.append(first[0][1])
        second = [("more", self.old(0, 1, "quoted"))]
        return first + self.paragraphs("new", 0) + second + self.paragraphs("new", 0) + self.signature("signature", 0)


# ---- Programs: how each writes the nodes, as text and as HTML ----


def line_of(items):
    out = []
    for item in items:
        out.append(item[1] if item[0] == "text" else "words <%s>" % item[1] if item[2] == "named" else item[1])
    return " ".join(out)


def html_of(items):
    out = []
    for item in items:
        if item[0] == "text":
            out.append(html.escape(item[1]))
        elif item[2] == "bare":
            out.append(item[1])
        else:
            out.append('<a href="%s">%s</a>' % (item[1], "words" if item[2] == "named" else item[1]))
    return " ".join(out)


class Program:
    header = False   # a header precedes the quoted message, as Outlook writes it
    inline = True    # the answer may be between quotes or below them
    forward = True
    both = True      # it writes HTML
    answer = False   # In-Reply-To is needed to understand it
    device = ""      # "Sent from ..." in place of "-- "

    def wrote(self, mail, who):
        return LANGUAGES[mail.language][0].format(n=who[0], a=who[1])

    def fields(self, mail, who):
        _, sender, sent, to, subject, _ = LANGUAGES[mail.language]
        return [(sender, "%s <%s>" % who), (sent, "Monday, May 4, 2020 10:15 AM"), (to, "the-list@l.example"),
                (subject, "Re: pages")]

    # -- text --

    def text(self, mail, nodes):
        out = []
        for node in nodes:
            out += getattr(self, "text_" + node[0])(mail, *node[1:]) + [""]
        return out

    def text_p(self, mail, items):
        return [line_of(items)]

    def text_sig(self, mail, items):
        return [self.device, line_of(items)] if self.device else ["-- ", line_of(items)]

    def marked(self, lines):
        return [(">" if line.startswith(">") else "> " if line else ">") + line for line in lines]

    def text_quote(self, mail, who, nodes):
        return [self.wrote(mail, who), ""] + self.text_more(mail, nodes)

    def text_more(self, mail, nodes):
        return self.marked(self.text(mail, nodes))

    def text_header(self, mail, who, nodes):
        return ["%s: %s" % field for field in self.fields(mail, who)] + [""] + self.text(mail, nodes)

    def text_forward(self, mail, who, nodes):
        head = ["From: %s <%s>" % who, "Date: Mon, May 4, 2020 at 10:15 AM", "Subject: pages", ""]
        return ["---------- %s ---------" % LANGUAGES[mail.language][5]] + head + self.text(mail, nodes)

    # -- HTML --

    paragraph = "<div>%s</div><div><br></div>\n"
    sig = '<div>-- <br></div><div>%s</div>\n'
    quote = '<div>{wrote}<br></div><blockquote type="cite"><div>{inner}</div></blockquote>\n'
    more = '<blockquote type="cite"><div>{inner}</div></blockquote>\n'
    forwarded = "<div>---------- {words} ---------<br>From: {who}<br>Subject: pages<br><br>{inner}</div>\n"

    def html(self, mail, nodes):
        return "".join(getattr(self, "html_" + node[0])(mail, *node[1:]) for node in nodes)

    def html_p(self, mail, items):
        return self.paragraph % html_of(items)

    def html_sig(self, mail, items):
        return self.sig % html_of(items)

    def html_quote(self, mail, who, nodes):
        wrote = html.escape(self.wrote(mail, who)).replace(who[1], '<a href="mailto:%s">%s</a>' % (who[1], who[1]))
        return self.quote.format(wrote=wrote, inner=self.html(mail, nodes))

    def html_more(self, mail, nodes):
        return self.more.format(inner=self.html(mail, nodes))

    def html_header(self, mail, who, nodes):
        fields = "<br>\n".join("<b>%s:</b> %s" % (name, html.escape(value)) for name, value in self.fields(mail, who))
        return self.head.format(fields=fields, inner=self.html(mail, nodes))

    def html_forward(self, mail, who, nodes):
        return self.forwarded.format(words=LANGUAGES[mail.language][5], who=html.escape("%s <%s>" % who),
                                     inner=self.html(mail, nodes))


class Gmail(Program):
    sig = '<span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">%s</div>\n'
    more = '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);' \
        'padding-left:1ex"><div dir="ltr">{inner}</div></blockquote>\n'
    quote = '<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{wrote}<br></div>' + more + '</div>\n'
    forwarded = '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- {words} ---------<br>' \
        'From: {who}<br>Subject: pages<br></div><br><br>{inner}</div>\n'


class GmailAndroid(Gmail):
    quote = '<div class="gmail_extra"><br><div class="gmail_quote">{wrote}<br type="attribution">' \
        '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{inner}</blockquote></div></div>\n'
    more = '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{inner}</blockquote>\n'


class Outlook(Program):
    header, inline, forward = True, False, False
    paragraph = '<p class="MsoNormal">%s<o:p></o:p></p>\n<p class="MsoNormal"><o:p>&nbsp;</o:p></p>\n'
    head = '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">\n' \
        '<p class="MsoNormal">{fields}<o:p></o:p></p></div></div>\n{inner}'
    sig = '<p class="MsoNormal">-- <br>%s</p>\n'


class OutlookWeb(Outlook):
    sig = '<div id="Signature"><div>%s</div></div>\n'
    head = '<div id="appendonsend"></div>\n<hr style="display:inline-block;width:98%" tabindex="-1">' \
        '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{fields}</font><div>&nbsp;</div></div>\n<div>{inner}</div>\n'

    def text_header(self, mail, who, nodes):
        return ["________________________________"] + Outlook.text_header(self, mail, who, nodes)


class AppleMail(Program):
    quote = '<div><br><blockquote type="cite"><div>{wrote}</div><br class="Apple-interchange-newline">' \
        '<div>{inner}</div></blockquote></div>\n'

    def text_quote(self, mail, who, nodes):
        return self.marked([self.wrote(mail, who), ""] + self.text(mail, nodes))


class AppleMobile(AppleMail):
    device, forward = "Sent from my iPhone", False
    sig = '<div id="AppleMailSignature" dir="ltr">Sent from my iPhone<br>%s</div>\n'
    quote = '<div dir="ltr"><br><blockquote type="cite">{wrote}<br><br></blockquote></div>' \
        '<blockquote type="cite"><div dir="ltr">{inner}</div></blockquote>\n'


class Thunderbird(Program):
    paragraph = "<p>%s</p>\n"
    sig = '<pre class="moz-signature" cols="72">-- \n%s</pre>\n'
    quote = '<div class="moz-cite-prefix">{wrote}<br>\n</div>\n<blockquote type="cite" cite="mid:1@m.example">{inner}' \
        '</blockquote>\n'
    forwarded = '<div class="moz-forward-container"><br><br>-------- {words} --------<table class="moz-email-headers-' \
        'table"><tbody><tr><th>From: </th><td>{who}</td></tr></tbody></table><br>{inner}</div>\n'


class Yahoo(Program):
    inline = forward = False
    quote = '<div id="ydp12yahoo_quoted_3" class="ydp12yahoo_quoted"><div style="font-size:13px"><div>{wrote}</div>' \
        '<div><br></div>{inner}</div></div>\n'

    def text_quote(self, mail, who, nodes):
        return ["    " + self.wrote(mail, who) + "  ", " "] + self.text(mail, nodes)


class Proton(Program):
    forward = False
    sig = '<div class="protonmail_signature_block"><div>-- </div><div>%s</div></div>\n'
    more = '<blockquote class="protonmail_quote" type="cite">{inner}</blockquote>\n'
    quote = '<div class="protonmail_quote">{wrote}<br><br>' + more + '</div>\n'


class Fastmail(Program):
    quote = '<div>{wrote}<br></div><blockquote type="cite" id="qt" style=""><div>{inner}</div></blockquote>\n'


class Roundcube(Program):
    quote = '<p id="reply-intro">{wrote}</p>\n<blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px ' \
        'solid; margin: 0"><div id="replybody1">{inner}</div></blockquote>\n'


class Zimbra(Outlook):
    paragraph = Program.paragraph
    sig = Program.sig
    head = '<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">{fields}<br></div>\n<div>{inner}</div>\n'


class Notes(Outlook):
    paragraph = '<font size=2 face="sans-serif">%s</font><br><br>\n'
    sig = '<font size=2 face="sans-serif">-- <br>%s</font><br>\n'
    head = '<br><font size=1 color=#5f5f5f face="sans-serif">{fields}</font><br>\n<hr noshade><br>\n{inner}'

    def fields(self, mail, who):
        return [("From", "        %s <%s>" % who), ("To", "        the-list@l.example"),
                ("Date", "        05/04/2020 10:15 AM"), ("Subject", "        Re: pages")]


class HyperKitty(Program):
    """Uses plain elements: only In-Reply-To shows that they are quotes."""
    forward, answer = False, True
    paragraph = "<p>%s</p>\n"
    sig = "<p>-- <br>%s</p>\n"
    quote = "<p>Somebody wrote:</p><blockquote>{inner}</blockquote>\n"
    more = "<blockquote>{inner}</blockquote>\n"


class Exchange(OutlookWeb):
    """Puts "x_" before the names of a message that it quotes."""

    def html_header(self, mail, who, nodes):
        page = OutlookWeb.html_header(self, mail, who, nodes)
        at = page.index("</div>\n<div>")
        return page[:at] + re.sub(r'(class|id)="', r'\1="x_', page[at:])


class Mutt(Program):
    both = False


PROGRAMS = [Gmail, GmailAndroid, Outlook, OutlookWeb, AppleMail, AppleMobile, Thunderbird, Yahoo, Proton, Fastmail, Roundcube,
            Zimbra, Notes, HyperKitty, Exchange, Mutt]


# ---- A whole message ----

FOOTER = ["_______________________________________________", "pages mailing list", "Subscribe: %s"]


def part(kind, body):
    return "Content-Type: %s; charset=utf-8\nContent-Transfer-Encoding: base64\n\n%s" % (
        kind, base64.encodebytes(body.encode()).decode())


def broken(r, page):
    """Returns the page with line breaks in its source, as servers put them there."""
    parts = re.split(r"(<pre.*?</pre>|<[^>]*>)", page, flags=re.DOTALL)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"(?<!--) (?=\S)", lambda m: r.choice(" \n   "), parts[i])
    return "".join(parts).replace("<br>", r.choice(["<br>", "\n<br>", "<br>\n"]))


def message(r, number, program, form, written):
    """Returns a mail as bytes. Adds to `written` who wrote the text around each quoted URL."""
    mail = Mail(r, number * 1000, program, r.choice(list(LANGUAGES)))
    nodes = mail.make()
    written.update(mail.written)
    footer = mail.url("footer", 0) if r.random() < 0.3 else ""
    text = "\n".join(program.text(mail, nodes) + (FOOTER if footer else []) + [""])
    page = "<html><body>%s%s</body></html>\n" % (program.html(mail, nodes), "<br>\n".join(FOOTER) if footer else "")
    text, page = (body.replace("%s", footer) for body in (text, page))
    if r.random() < 0.5:
        page = broken(r, page)
    head = "From: Joe\nSubject: %s: pages\nMIME-Version: 1.0\n" % r.choice(
        ["FW", "Fwd", "[all] WG", "Tr "] if mail.forwarded else ["Re", "AW", "[all] RE[2]", "SV "])
    head += "In-Reply-To: <1@m.example>\n" * (program.answer or mail.forwarded)
    if form == "text":
        return (head + part("text/plain", text)).encode()
    if form == "html":
        return (head + part("text/html", page)).encode()
    return (head + 'Content-Type: multipart/alternative; boundary="b"\n\n--b\n' + part("text/plain", text) + "\n--b\n" +
            part("text/html", page) + "\n--b--\n").encode()


# ---- The judge ----


def judge(trawl, directory, names):
    """Returns for each link {name, kind, wanted, got, writer}, where wanted and got are (zone, depth)."""
    done = subprocess.run([trawl, "-t", "json", "--uniq=none"] + [os.path.join(directory, name) for name in names],
                          stdout=subprocess.PIPE, check=False)
    for line in done.stdout.decode().splitlines():
        link = json.loads(line)
        if link.get("url", "").startswith("http://") and link["url"].endswith(".example/"):
            zone, depth = link["url"][7:].split(".")[0].rsplit("-", 1)
            yield (os.path.basename(link["file"]), link["part"], link["url"], link["kind"]), (zone, int(depth)), \
                (link["zone"], link["quote"]), link.get("quoted_by")


def main():
    trawl, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    r = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary:
        directory = sys.argv[4] if len(sys.argv) > 4 else temporary
        names, written = [], {}
        for i in range(count):
            program = PROGRAMS[i % len(PROGRAMS)]()
            form = ("html", "text", "alternative")[i // len(PROGRAMS) % 3] if program.both else "text"
            names.append("%03d-%s-%s.eml" % (i, type(program).__name__, form))
            with open(os.path.join(directory, names[-1]), "wb") as out:
                out.write(message(r, i, program, form, written))
        links = list(judge(trawl, directory, names))
    table, wrong, writers, places = collections.Counter(), collections.Counter(), collections.Counter(), {}
    for (name, of, url, kind), wanted, got, writer in links:
        if writer or got[0] == "quoted":
            writers[name.split("-")[1], writer == written.get(url) if writer else None] += 1
        table[wanted[0], got[0]] += 1
        if wanted != got:
            wrong[name.split("-")[1], name.split("-")[2], wanted, got] += 1
        places.setdefault((name, of, url), set()).add(got)
    right = table["quoted", "quoted"]
    precision = right / max(1, sum(n for (_, got), n in table.items() if got == "quoted"))
    recall = right / max(1, sum(n for (wanted, _), n in table.items() if wanted == "quoted"))
    zones = sum(wanted == got for _, wanted, got, _ in links) / max(1, len(links))
    differ = sum(len(got) > 1 for got in places.values())
    print("# %d links of %d mails: quoted: precision %.4f, recall %.4f; zone and depth right: %.4f; %d differ as text and as href" % (
        len(links), count, precision, recall, zones, differ))
    named, true = (sum(n for (_, right), n in writers.items() if right in these) for these in ((True, False), (True,)))
    print("# %d writers of %d quoted links are named, %.4f of them right" % (
        named, sum(writers.values()), true / max(1, named)))
    for what, n in wrong.most_common(12):
        print("# %4d %s, %s: wanted %s, got %s" % ((n,) + what))
    sys.exit(min(precision, recall) < GOAL or true < GOAL * named or named < GOAL_NAMED * sum(writers.values()) or zones < GOAL_ZONES or differ > 0 or len(links) < 2 * count)


main()
