"""said_make.py - makes small mails with introductions, marks and signatures, and compares the zone of each link (E7)

    said_make.py TRAWL SEED COUNT [DIRECTORY]

Each mail is plain text; the name in each URL, http://new.N.example/, is the zone that the link has by construction. The
shapes: an answer with its text above a quote, with or without marks, below a line that begins with the name or with the
date, in 14 languages; a signature below a closing, a separator, or a program's line; and text that looks like these.
Prints each link whose zone is another one, and exits with 1. With DIRECTORY, the mails are written there.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

NAMES = ['Ann Lee', 'José Díaz', 'Вера Орлова', 'Jan van Dijk', 'Łukasz Nowak', 'Åsa Öberg', 'Ann']
ADDRESS = 'ann@a.example'

# {n}: the name; {a}: the address; {d}: a date that has five digits or more
FIRST = {
    'en': ['{n} wrote:', '{n} <{a}> wrote:', '{n} wrote on {d}:', '{n} <{a}> writes:'],
    'de': ['{n} schrieb:', '{n} <{a}> schrieb am 3. Mai 2024 um 10:12:', '{n} schrieb am {d}:'],
    'fr': ['{n} a écrit :', '{n} <{a}> a écrit le {d} :', '{n} a écrit\u00a0:'],
    'es': ['{n} escribió:', '{n} <{a}> escribió el {d}:'],
    'it': ['{n} ha scritto:', '{n} <{a}> ha scritto il {d}:'],
    'pt': ['{n} escreveu:', '{n} <{a}> escreveu em {d}:'],
    'nl': ['{n} schreef:', '{n} schreef op {d}:', '{n} <{a}> schreef op {d}:'],
    'sv': ['{n} skrev:', '{n} <{a}> skrev den {d}:'],
    'da': ['{n} skrev:', '{n} skrev {d}:'],
    'pl': ['{n} napisał(a):', '{n} pisze:', '{n} <{a}> napisała w dniu {d}:'],
    'cs': ['{n} napsal:', '{n} <{a}> napsal(a) dne {d}:'],
    'ru': ['{n} пишет:', '{d}, {n} пишет:', '{d}, {n} <{a}> написал(а):'],
    'ja': ['{n}さんは書きました:', '{n} <{a}> さんは書きました：', '{d} {n} <{a}>:'],
    'zh': ['{n} <{a}> 于{d}写道：', '{n} 写道：'],
}
DATED = ['On {d}, {n} <{a}> wrote:', 'Am {d} schrieb {n} <{a}>:', 'Il {d} {n} <{a}> ha scritto:',
         'Op {d} schreef {n} <{a}>:', 'W dniu {d} {n} <{a}> pisze:', '2024年5月3日(金) 10:12 {n} <{a}>:']
DATES = ['03.05.2024 10:12', '2024-05-03 10:12', '3.5.2024']
MARKS = ['> ', '>', '| ', '|', ': ', '% ', '} ', '# ', '» ', '＞ ']
PROSE = ['I have read the page that you sent', 'we hope that it can be read there soon', 'it was moved to another place']
CLOSINGS = ['Best regards,', 'Kind regards', 'Cheers,', 'Thanks,', 'Mit freundlichen Grüßen', 'Viele Grüße,', 'Cordialement,',
            'Saludos,', 'Met vriendelijke groet,', 'Med vänlig hälsning', 'Pozdrawiam', 'С уважением,', 'Cordiali saluti',
            '--', '-- \t', '--\u00a0', '—', '–', '___', '__________', '________________________', '-----']
DEVICES = ['Sent from my iPhone', 'Sent from Gmail Mobile', 'Sent from Mimestream', 'Sent via BlackBerry',
           'Get Outlook for Android', 'Von meinem iPhone gesendet', 'Envoyé de mon iPhone', 'Enviado desde mi iPhone',
           'Inviato da iPhone', 'Verstuurd vanaf mijn iPhone', 'Skickat från min iPhone', 'Wysłane z iPhone']
# The author's own words below lines that look like introductions: the link below each is new
ALIKE = ['As Ann wrote:', 'I wrote:', 'Then Ann wrote:', 'In the old mail Ann wrote:', 'Ann wrote a page about this:',
         'the author wrote:', 'In 2019 Ann wrote:', 'Here it is:', 'Ann Lee:', 'See what he wrote:', 'как он пишет:',
         'She said that Ann wrote:', 'Was Ann schrieb:', 'Changes in version 20240503:', 'They wrote:']
# ... and below lines that look like those above a signature
ALIKE_SIGNED = ['Best regards are sent with', 'Thanks, this is where it was:', '--', '—', '___', 'Cheers']


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.number = 0

    def link(self, zone):
        self.number += 1
        return '%s http://%s.n%d.example/ ok' % (self.r.choice(PROSE), zone, self.number)

    def text(self, zone, most=3):
        """Returns paragraphs of lines, with an empty line between them."""
        out = []
        for _ in range(self.r.randint(1, most)):
            out += [self.link(zone)] + [self.r.choice(PROSE)] * self.r.randint(0, 2) + ['']
        return out

    def introduction(self):
        form = self.r.choice(DATED if self.r.random() < 0.25 else self.r.choice(list(FIRST.values())))
        return form.format(n=self.r.choice(NAMES), a=ADDRESS, d=self.r.choice(DATES))

    def marked(self, mark):
        return [mark + line if line else mark.rstrip() for line in self.text('quoted')[:-1]]

    def top(self):
        blank = [''] * self.r.randint(0, 1)
        return self.text('new') + [self.introduction()] + blank + self.text('quoted')

    def top_marked(self):
        return self.text('new') + [self.introduction()] + [''] * self.r.randint(0, 1) + self.marked(self.r.choice(MARKS))

    def bottom(self):
        return [self.introduction()] + self.marked(self.r.choice(MARKS)) + [''] + self.text('new')

    def short(self):
        """The introduction is the first line, without a date, and the quote has no marks: nothing is hidden."""
        return [self.r.choice(['Ann wrote:', 'Ann Lee schreef:', 'José Díaz escribió:']), ''] + self.text('new')

    def alike(self):
        return self.text('new') + [self.r.choice(ALIKE)] + [''] * self.r.randint(0, 1) + self.text('new')

    def alike_signed(self):
        return self.text('new') + [self.r.choice(ALIKE_SIGNED)] + [''] * self.r.randint(0, 1) + self.text('new')

    def signed(self):
        name = self.r.choice(['Ann Lee', 'Ann'])
        about = ['Example Inc.', '+49 30 1234567', 'a street in a town'][:self.r.randint(0, 2)]
        return self.text('new') + [self.r.choice(CLOSINGS), name] + about + [self.link('signature')]

    def device(self):
        return self.text('new') + [self.r.choice(DEVICES), self.link('signature')]

    def after(self):
        """Text below a signature and an empty line is the author's again, or a quote."""
        return self.signed() + [''] + (self.text('new') if self.r.random() < 0.5 else [self.introduction(), ''] + self.text('quoted'))

    SHAPES = [top, top, top_marked, top_marked, bottom, bottom, short, alike, alike, alike_signed, signed, signed, device, after]

    def mail(self):
        shape = self.r.choice(self.SHAPES)
        head = ['From: Ann Lee <ann@a.example>', 'Subject: Re: pages' if self.r.random() < 0.5 else 'Subject: pages',
                'In-Reply-To: <1@b.example>', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=UTF-8', '']
        return shape.__name__, self.r.choice(['\n', '\n', '\r\n']).join(head + shape(self)) + '\n'


def main(trawl, seed, count, directory=None):
    maker, faults = Maker(int(seed)), 0
    with tempfile.TemporaryDirectory() as made:
        for i in range(int(count)):
            shape, mail = maker.mail()
            path = os.path.join(directory or made, '%d.eml' % i)
            with open(path, 'w', encoding='utf-8', newline='') as f:
                f.write(mail)
            found = subprocess.run([trawl, '-t', 'json', '-f', 'mail', path], stdout=subprocess.PIPE, check=True).stdout
            zones = {link['url']: link['zone'] for link in map(json.loads, found.splitlines()) if 'url' in link}
            wanted = [word for word in mail.split() if word.startswith('http:')]
            for url in wanted:
                if zones.get(url) != url[7:].split('.')[0]:
                    faults += 1
                    print('%s, mail %d: %s is %s\n%s' % (shape, i, url, zones.get(url), mail.split('\n', 6)[-1]))
                    break
    print('%s mails: %d faults' % (count, faults))
    return faults > 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
