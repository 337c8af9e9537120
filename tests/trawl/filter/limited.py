"""limited.py - inputs that exceed many limits, at places where threads cut files wrongly

limited.py worst FILE: writes a mailbox of 2.3 MB that is cut at lines that begin no message, with a
limit in every other message.

limited.py compare CUT COUNT: makes COUNT inputs of at most 300 KB, in all containers, and reads
each with the program CUT, in pieces, by 1, 2 and 8 threads. Standard output, standard error, both
together and the status must be the same. Prints what differs, and at the end how many pieces were
cut at a wrong place.
"""
import base64
import os
import random
import subprocess
import sys
import tempfile

FROM = b'From a@b.example Mon Nov 23 10:00:00 2026\n'
MOST = 300 * 1000
DATED = b'\nFrom the office, 10:30 today\n'  # no message begins here


def page_of_parts(text):
    """Returns an encoded message in another encoded message. It is read as one page, which is
    reported as a limit."""
    def around(message):
        return (b'From: a@b.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: message/rfc822\n'
                b'Content-Transfer-Encoding: base64\n\n' + base64.encodebytes(message) + b'\n')

    return around(around(b'From: a@b.example\n\n' + text))


def worst(path):
    cut = b'From: a@b.example\nSubject: x\n\n' + 6 * DATED + b'\n'
    with open(path, 'wb') as f:
        f.write((FROM + page_of_parts(b'see http://x.example/\n') + FROM + cut) * 5500)


class Maker:
    """Makes the parts of one input; each link differs from most others."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.links = 0

    def link(self):
        self.links += self.random.random() < 0.9
        return b'http://h%d.example/%d' % (self.links % 7, self.links)

    def long_boundary(self):
        return (b'From: c@d.example\nContent-Type: multipart/mixed; boundary="%s"\n\n--b\n\n%s\n' %
                (b'b' * 2000, self.link()))

    def long_url(self):
        return b'From: c@d.example\n\nhttp://e.example/%s %s\n' % (b'y' * 9000, self.link())

    def long_listed(self):
        url = b'http://e.example/' + b'y' * 9000
        return self.random.choice((
            b'From: c@d.example\nList-Help: <%s>\n\n%s\n',
            b'From: c@d.example\nContent-Type: text/uri-list\n\n%s\n%s\n')) % (url, self.link())

    def long_attribute(self):
        return (b'From: c@d.example\nContent-Type: text/html\n\n<a href="http://e.example/%s">x</a> %s\n' %
                (b'y' * 9000, self.link()))

    def nested_page(self):
        return (b'From: c@d.example\nContent-Type: text/html\n\n'
                b"<iframe srcdoc=\"&lt;iframe srcdoc='&amp;lt;a href=//x.example&amp;gt;x'&gt;\"></iframe>%s\n" %
                self.link())

    def deep_parts(self):
        text = b'From: c@d.example\n'
        for i in range(104):
            text += b'Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n' % (i, i)
        return text + b'\n' + self.link() + b'\n'

    def long_field(self):
        return b'Subject: ' + b'word ' * 3300 + self.link() + b'\n\nbody ' + self.link() + b'\n'

    def late_base(self):
        return (b'Content-Type: text/html\n\n<a href="/x">x</a>%s<base href="http://base.example/">\n' %
                (b'<p>text</p>' * 30))

    def false_starts(self):
        return b'From: a@b.example\nSubject: %s\n\n%s\n' % (self.link(), b''.join(
            DATED + self.link() + b'\n' for _ in range(self.random.randint(1, 9))))

    def inside(self):
        """Yields lines that look like the start of a message, at places inside of something."""
        lines = b''.join(b'\n' + FROM + b'Subject: x\n\n%s\n' % self.link() for _ in range(3))
        head = self.random.choice([
            b'Content-Type: multipart/mixed; boundary=q\n\n--q\nContent-Type: text/html\n\n<!-- ',
            b'\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n- ',
            b'\nbegin 644 x\n#0V%T\n#0V%T\n',
            b'Content-Length: %d\n\n' % len(lines),
            b'\n<URL:http://open.example/'])
        return b'From: a@b.example\n' + head + lines

    def plain(self):
        return b'From: a@b.example\nMessage-ID: <%d@x.example>\n\n%s and <%s>\n-- \n%s\n' % (
            self.links, self.link(), self.link(), self.link())

    def message(self):
        few = [self.long_boundary, self.long_attribute, self.long_url, self.long_listed, self.nested_page, self.deep_parts,
               self.long_field, self.late_base, self.inside, self.plain]
        many = [lambda: page_of_parts(self.link() + b'\n'), self.false_starts]
        return self.random.choice(few + 8 * many)()

    def messages(self):
        """Yields messages of a size that leaves room for their containers."""
        left = self.random.randint(5000, MOST - 60 * 1000)
        while left > 0:
            message = self.message()
            left -= len(message) + 100
            yield message


def mbox(m):
    return b''.join(FROM + t + b'\n' for t in m.messages())


def mbox_tight(m):
    return b''.join(FROM + t for t in m.messages())


def mbox_crlf(m):
    return mbox(m).replace(b'\n', b'\r\n')


def mboxrd(m):
    return b''.join(FROM + t.replace(b'\nFrom ', b'\n>From ') + b'\n' for t in m.messages())


def mboxcl(m):
    return b''.join(FROM + b'Content-Length: %d\n' % len(t.partition(b'\n\n')[2]) + t + b'\n' for t in m.messages())


def mmdf(m):
    return b''.join(4 * b'\1' + b'\n' + t + 4 * b'\1' + b'\n' for t in m.messages())


def rnews(m):
    return b''.join(b'#! rnews %d\n' % len(t) + t for t in m.messages())


def nntp(m):
    return b''.join(b'220 1 <a@b.example> article\r\n' + t.replace(b'\n.', b'\n..').replace(b'\n', b'\r\n') +
                    b'.\r\n' for t in m.messages())


def digest(m):
    return (b'From: a@b.example\nContent-Type: multipart/digest; boundary=dd\n\n' +
            b''.join(b'--dd\n\n' + t + b'\n' for t in m.messages()) + b'--dd--\n')


def babyl(m):
    return b'BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\037' + b''.join(
        b'\014\n0,,\n*** EOOH ***\n' + t + b'\037' for t in m.messages())


def one_message(m):
    return m.message()


def text(m):
    return b''.join(t + DATED for t in m.messages())


SINGLE = [mbox, mbox_tight, mbox_crlf, mboxrd, mboxcl, mmdf, rnews, nntp, digest, babyl, one_message, text]
OFTEN = [mbox, mbox_tight]  # these are cut at wrong places


def write(path, data):
    with open(path, 'wb') as f:
        f.write(data)


def make_folder(m, folder, maildir):
    parts = ['cur', 'new', 'tmp'] if maildir else ['.']
    for part in parts:
        os.makedirs(os.path.join(folder, part), exist_ok=True)
    for i, t in enumerate(m.messages()):
        write(os.path.join(folder, parts[0], f'{i}.a:2,S' if maildir else str(i + 1)), t)
    if not maildir:
        os.symlink('nowhere', os.path.join(folder, '7.1'))


def make(seed, folder):
    """Returns the operands for one input, and a name for its kind."""
    m = Maker(seed)
    kind = seed % (len(SINGLE) + 2 + 2 * len(OFTEN))
    path = os.path.join(folder, str(seed))
    if kind >= len(SINGLE) + 2 * len(OFTEN):
        make_folder(m, path, kind % 2)
        return [path, os.path.join(folder, 'missing')], 'folder'
    container = (SINGLE + 2 * OFTEN)[kind]
    data = container(m)
    assert len(data) <= MOST + 60 * 1000, (container.__name__, len(data))
    write(path, data[:MOST])
    return [path], container.__name__


FORMATS = [[], [], ['-t', 'json'], ['-t', 'tsv'], ['-t', 'html'], ['-c'], ['-u'], ['-q'], ['-nH'], ['-t', 'csv'],
           ['-u', '-t', 'json'], ['--find', '+domain']]


def read(cut, threads, options, operands, piece, again):
    env = dict(os.environ, TRAWL_TEST_JOBS=str(piece), TRAWL_TEST_AGAIN=again)
    command = [cut, '--sandbox=off', f'-j{threads}', *options, *operands]
    apart = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    both = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)
    return apart.returncode, apart.stdout, apart.stderr, both.returncode, both.stdout


def compare(cut, count):
    warned = 0
    with tempfile.TemporaryDirectory() as folder:
        again = os.path.join(folder, 'again')
        write(again, b'')
        for seed in range(count):
            operands, name = make(seed, folder)
            options = FORMATS[seed // 7 % len(FORMATS)]
            piece = (300, 1500, 8000)[seed % 3]
            one = read(cut, 1, options, operands, piece, again)
            warned += b' more such message' in one[2]
            for threads in 2, 8:
                many = read(cut, threads, options, operands, piece, again)
                for what, a, b in zip(('status', 'output', 'messages', 'status', 'both'), one, many):
                    if a != b:
                        print(f'{name}, seed {seed}, -j{threads} {" ".join(options)}: {what} differs')
        with open(again, 'rb') as f:
            refuted = len(f.read())
    if refuted < count or warned < count // 4:
        print(f'only {refuted} pieces were cut at a wrong place, and only {warned} inputs had counted messages')
    print(f'{count} inputs compared, {refuted} pieces cut at a wrong place', file=sys.stderr)


if sys.argv[1] == 'worst':
    worst(sys.argv[2])
else:
    compare(sys.argv[2], int(sys.argv[3]))
