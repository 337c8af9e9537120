"""long.py - runs every output over messages and pages with long and odd values

Usage: long.py make FOLDER | long.py run TRAWL FOLDER

"make" writes the mailbox FOLDER/mbox, the pages FOLDER/pages/N.html and the texts FOLDER/texts/N.txt: a
value of 0 to 70,000 bytes in each attribute, header field, name of a file and piece of a URL that an output
prints. A value has a length at which a buffer or a number of 8 or 16 bits may end, and one of ten alphabets.
"run" starts TRAWL with each output over all of them. An output may not end by a signal, report a fault of
its own, or be a page that is not well-formed. Prints a line for each output, in the Test Anything Protocol;
of an output that fails, the inputs that make it fail alone.
"""
import os
import re
import subprocess
import sys
import xml.parsers.expat

LENGTHS = [0, 1, 2, 3, 7, 31, 32, 63, 64, 127, 128, 129, 250, 251, 252, 253, 254, 255, 256, 257, 258, 300, 510,
           511, 512, 513, 998, 1023, 1024, 1025, 2047, 2048, 4094, 4095, 4096, 4097, 8191, 8192, 8193, 16383,
           16384, 16385, 32767, 32768, 65533, 65534, 65535, 65536, 65537, 70000]
ALPHABETS = ['x', 'ab ', 'é', '中a', '\U0001F4CE', '<&">\'', '%41]', 'http://v.example/y ', '\u202e\u00a0\u0301.', '\x01=;,/']

# An attribute of a page stands in each of these elements; %s is the value.
ELEMENTS = [
    '<a href="http://www.a.example/x">www.a.example/x <img src="l.png" alt="%s"></a>',
    '<img src="http://a.example/i.png" alt="%s" title="%s">', '<p>text <img alt="%s"> text http://a.example/',
    '<a href="%s">text</a>', '<a href="http://a.example/%s">text</a>', '<a href="http://%s/">www.a.example</a>',
    '<a name="%s" href="#%s">here</a>', '<a id="%s" title="%s" href="http://a.example/">%s</a>', '<a href="mailto:%s">m</a>',
    '<a href="http://a.example/" ping="%s" data-x="%s">http://a.example/%s</a>', '<p lang="%s" dir="%s" class="%s">http://a.example/',
    '<p style="color:%s;background:url(%s)">http://a.example/', '<style>a{b:url("%s")}</style>http://a.example/',
    '<blockquote cite="%s" type="%s">http://a.example/</blockquote>', '<input type=image alt="%s" value="%s" src=x><input value="%s">',
    '<area href="http://a.example/" alt="%s"><iframe src="%s" srcdoc="%s">', '<img srcset="%s 1x, http://a.example/%s 2x">',
    '<meta http-equiv=refresh content="0;url=%s">', '<meta charset="%s">http://a.example/', '<base href="http://a.example/%s"><a href="y">z</a>',
    '<title>%s</title>http://a.example/', '<h1>%s</h1><h2 id="%s">%s</h2>', '<pre>%s http://a.example/\n%s</pre>',
    '<ol start="%s"><li value="%s">%s</ol>', '<table><tr><th abbr="%s" width="%s">%s<td colspan="%s">http://a.example/</table>',
    '<dl><dt>%s<dd>%s http://a.example/</dl>', '<form action="%s"><button formaction="%s">%s</button></form>',
    '<svg><a xlink:href="%s"><title>%s</title></a></svg>', '<object data="%s" codebase="%s">%s</object>', '<!-- %s -->http://a.example/',
    '<font color="%s" face="%s">http://a.example/</font>', '<%s>http://a.example/', '<a %s="x" href="http://a.example/">y</a>', '&%s; http://a.example/',
]
# Fields of a message, without a value.
FIELDS = ['From', 'From: Ann <%s@a.example>', 'From: "%s" <ann@a.example>', 'To', 'Cc: a@a.example, %s <b@b.example>', 'Subject',
          'Subject: =?utf-8?q?%s?=', 'Subject: =?%s?b?aHR0cDovL2EuZXhhbXBsZS8=?=', 'Date', 'Date: Mon, 1 Jan 2024 00:00:00 %s',
          'Message-ID: <%s@a.example>', 'Message-ID', 'In-Reply-To: <%s>', 'References: <%s> <%s@a.example>', 'List-Id: %s <%s.a.example>',
          'List-Archive: <http://a.example/%s>', 'Archived-At', 'X-Url: http://a.example/%s', '%s: http://a.example/',
          'Content-Type: %s', 'Content-Type: text/plain; charset="%s"', 'Content-Type: text/plain; name="%s"; format=%s',
          'Content-Type: multipart/mixed; boundary="%s"', 'Content-Transfer-Encoding', 'Content-Disposition: attachment; filename="%s"',
          "Content-Disposition: attachment; filename*=utf-8''%s", 'Content-Description', 'Content-Location', 'Content-ID: <%s>', 'Received',
          'Newsgroups', 'Xref: a %s', 'Organization']
# Texts of a body.
TEXTS = ['http://a.example/%s', 'http://%s/', 'http://%s.example/x', 'http://%s@a.example/', 'http://a.example/?%s#%s', '%s://a.example/',
         '<URL:http://a.example/%s>', '<URL:http://a.example/\n%s>', '<http://a.example/%s\nx.html>', 'mailto:%s@a.example', '%s@a.example',
         'www.%s.example/', '%s\n\nhttp://a.example/', 'On Monday, %s wrote:\n> http://a.example/', '%s wrote:\n> > http://a.example/%s',
         '> %s\n> http://a.example/', '%s\n=====\n\nhttp://a.example/', '1.  %s\n2.  http://a.example/%s', 'NAME\n    %s - http://a.example/',
         '%s:  http://a.example/\n%s:  http://b.example/', '| %s | http://a.example/ |\n| %s | y |', '-- \n%s\nhttp://a.example/',
         '[1] %s\n[2] http://a.example/%s', 'Subject: %s\n\nhttp://a.example/', 'diff --git a/%s b/%s\n--- a/%s\n+++ b/x\n@@ -1,%s @@\n+http://a.example/',
         'begin 644 %s\n`\nend', '=ybegin line=128 size=1 name=%s\nk\n=yend size=1', '\x1b]8;;http://a.example/%s\x1b\\%s\x1b]8;;\x1b\\',
         '"http://a.example/x","%s","%s"\n"http://b.example/","%s",""', '[text](http://a.example/%s "%s")', '- %s\n- http://a.example/\n  %s']
FORMATS = ['list', 'list --spell=raw', 'list --spell=canonical', 'list --spell=display', 'json --fields all --context 40', 'tsv --fields all', 'csv --fields all', 'text',
           'html', 'html --page', 'html --page --to=xhtml', 'md', 'term', 'notes', 'list --find url,www,email,domain,msgid,ip --new']
OUTPUTS = [*(f'-j1 -t {f}' for f in FORMATS), '-j1 --explain']
# Commands that read pages or texts, but no mail.
OTHERS = [('rewrite --to https://gate.example/?u={url}', 'pages'), ('rewrite --seal --drop', 'pages'), ('rewrite -f text --defang', 'texts')]


def value(slot, length):
    """An odd value whose UTF-8 has this many bytes, or a few less."""
    text = ALPHABETS[(slot + LENGTHS.index(length)) % len(ALPHABETS)]
    return (text.encode() * (length // len(text.encode()) + 1))[:length].decode(errors='ignore')


def fill(shape, slot, length):
    return shape.replace('%s', value(slot, length))


def values(count, most):
    """The lengths of each slot: all of them up to `most`, and some of the longer ones."""
    for slot in range(count):
        for n, length in enumerate(LENGTHS):
            if length <= most or (slot + n) % 5 == 0:
                yield slot, length


def messages():
    """Yields each message: a value in a field, or a text, or a page."""
    for slot, length in values(len(FIELDS), 1025):
        field = FIELDS[slot] if ':' in FIELDS[slot] else FIELDS[slot] + ': %s'
        v = fill(field, slot, length).replace('\n', ' ')
        rest = '\n--%s\n\nhttp://p.example/' % value(slot, length) if 'boundary' in field else ''
        yield f'Message-ID: <f{slot}.{length}@a.example>\nSubject: field {slot}\n{v}\n\nhttp://a.example/{slot}{rest}\n'
    for slot, length in values(len(TEXTS), 1025):
        yield f'Message-ID: <t{slot}.{length}@a.example>\n\n{fill(TEXTS[slot], slot, length)}\n'
    for slot, length in values(len(ELEMENTS), 1025):
        yield f'Message-ID: <e{slot}.{length}@a.example>\nContent-Type: text/html; charset=utf-8\n\n{fill(ELEMENTS[slot], slot, length)}\n'


def make(folder):
    for name in ('pages', 'texts'):
        os.makedirs(f'{folder}/{name}')
    with open(f'{folder}/mbox', 'wb') as f:
        for m in messages():
            f.write(b'From ann@a.example Mon Jan  1 00:00:00 2024\n' + re.sub('(?m)^From ', '>From ', m).encode() + b'\n')
    for name, shapes, suffix in (('pages', ELEMENTS, 'html'), ('texts', TEXTS, 'txt')):
        for slot, length in values(len(shapes), 300):
            with open(f'{folder}/{name}/{slot}-{length}.{suffix}', 'wb') as f:
                f.write(fill(shapes[slot], slot, length).encode())
    for n in (1, 100, 255):
        with open(f'{folder}/texts/' + ('n&<"' * 64)[:n].replace('/', ''), 'wb') as f:
            f.write(b'http://a.example/\n')


def fault(trawl, words, names):
    """Returns why an output over the files is wrong, or None."""
    run = subprocess.run([trawl, *words, '--', *names], capture_output=True, stdin=subprocess.DEVNULL, timeout=300)
    own = re.search(rb'.*(?:CHECK failed|Sanitizer|runtime error).*', run.stderr)
    if run.returncode not in (0, 1, 2) or own or b'--help"' in run.stderr:
        return f'status {run.returncode}: {(own.group() if own else run.stderr[:200]).decode(errors="replace")}'
    if '--to=xhtml' in words and (names[1:] == []):
        try:
            xml.parsers.expat.ParserCreate().Parse(run.stdout, True)
        except xml.parsers.expat.ExpatError as e:
            return f'not well-formed: {e}'
    return None


def alone(trawl, words, names):
    """The first files that make an output fail when they are read alone."""
    said = []
    for name in names:
        why = fault(trawl, words, [name])
        if why:
            said.append(f'{name}: {why}')
        if len(said) == 5:
            break
    return said


def messages_alone(folder):
    """Writes each message of the mailbox as a file, and returns their names."""
    for n, m in enumerate(messages()):
        with open(f'{folder}/{n}.eml', 'wb') as f:
            f.write(m.encode())
    return [f'{folder}/{n}.eml' for n in range(n + 1)]


def tries(folder):
    """Yields each output with its files, and a function that returns the files to try alone."""
    files = {kind: sorted(os.path.join(f'{folder}/{kind}', n) for n in os.listdir(f'{folder}/{kind}')) for kind in ('pages', 'texts')}
    for output in OUTPUTS:
        yield f'{output} -f mbox', [f'{folder}/mbox'], lambda: messages_alone(folder)
        yield f'{output} -f html', files['pages'], lambda: files['pages']
        yield f'{output} -f text', files['texts'], lambda: files['texts']
    for output, kind in OTHERS:
        for n in range(0, len(files[kind]), 400):
            yield output, files[kind][n:n + 400], lambda: files[kind][n:n + 400]


def run(trawl, folder):
    failed = count = 0
    for output, files, each in tries(folder):
        count += 1
        why = fault(trawl, output.split(), files)
        print(f'{"not ok" if why else "ok"} {count} - {output} {files[0][len(folder):]}')
        for line in [why, *alone(trawl, output.replace('mbox', 'mail').split(), each())] if why else []:
            print(f'# {line}')
        failed += why is not None
    print(f'1..{count}')
    return failed > 0


if __name__ == '__main__':
    sys.exit(make(sys.argv[2]) if sys.argv[1] == 'make' else run(sys.argv[2], sys.argv[3]))
