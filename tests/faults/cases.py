# cases.py - the runs that faults.py disturbs: one or more for each command
#
# make_inputs() writes their inputs. CASES has the runs; {in} is the folder of the inputs, {out} an
# empty folder of the run, {b} the build.

import dataclasses
import os
import shutil
import subprocess

STATUSES = {0, 1, 2}


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    words: tuple
    program: str = '{b}/trawl'
    stdin: str = ''  # a file of {in}
    copies: tuple = ()  # files of {in} that are in {out} before the run
    database: str = ''  # a file of {out}; its content is compared, not its bytes
    state: str = ''  # files of {out} that are not compared
    skip: tuple = ()  # trials that are left out: (kind, how)
    env: tuple = ()
    most: int = 2000  # how many of the first calls of a kind are made to fail,
    some: int = 200  # and how many of the later ones
    good: int = 0  # the status of a good run
    again: int = 0  # the status of the next run if the failed run had done all but its last steps


def case(name, words, **more):
    return Case(name, tuple(words.split()), **more)


def pieces(name, words):
    """Returns the case of a filter run that divides even small files among threads."""
    return case(name, words, program='{b}/jobs/trawl', env=(('TRAWL_TEST_JOBS', '400'),))


# libgit2 1.5 crashes or recurses without end when it gets no memory, so its own calls for memory
# are not made to fail. It also does not repeat a call that a signal interrupts.
GIT = (('GIT_CONFIG_NOSYSTEM', '1'), ('FAULT_SPARE', 'libgit2'))
LIBGIT2 = (('open', 'each'), ('read', 'each'))
# The dynamic linker of glibc aborts when a library's thread-local data gets no memory.
LINKER = (('FAULT_SPARE', 'ld-linux'),)
# Without memory for a charset's module, glibc reports that it does not have the charset.
ICONV = (('memory', 'once'),)
SITE = 'site/.trawl-site/*.db*'
SQL = "SELECT url, line FROM trawl_links('http://b\u00fccher.example/ www.a.org x@b.example')"
SQL_FORMS = ("SELECT trawl_canonical('HTTP://A'), trawl_valid('http://a b', 'iri'), trawl_resolve('http://a/b', '../c'),"
             " trawl_html('see http://xn--bcher-kva.example/'), trawl_unbreak('<http://a/\nb>'), trawl_urls('a@b.example')")


CASES = (
    case('list', '{in}/letter.txt'),
    case('json', '-t json --context 20 {in}/letter.txt'),
    case('tsv', '-u -t csv --fields all {in}/letter.txt'),
    case('csv', '-t csv --fields url,target,file {in}/box.mbox'),
    case('text', '-t text {in}/letter.txt'),
    case('html', '-t html {in}/letter.txt'),
    case('page', '-t html --page {in}/faq.txt'),
    case('md', '-t md {in}/letter.txt'),
    case('term', '-t term {in}/letter.txt'),
    case('notes', '-t notes {in}/box.mbox'),
    case('explain', '--explain {in}/letter.txt'),
    case('count', '-c -H {in}/letter.txt {in}/box.mbox'),
    case('stdin', '-n -', stdin='letter.txt'),
    case('mail', '-t json {in}/newsletter.eml'),
    case('mail-html', '-t html {in}/newsletter.eml'),
    case('mbox', '-t json --zone new,signature {in}/box.mbox'),
    case('maildir', '-t tsv --fields url,file,from {in}/maildir'),
    case('folder', '-H {in}/folder'),
    case('git', '-H {in}/lists.git', env=GIT, skip=LIBGIT2),
    case('gzip', '{in}/two.gz'),
    case('bzip2', '{in}/two.bz2'),
    case('xz', '{in}/two.xz'),
    case('zstd', '{in}/two.zst'),
    case('charsets', '{in}/charsets.mbox', skip=ICONV),
    case('rules', '--rules {in}/common.rules -t json {in}/letter.txt'),
    case('files0', '--files0-from {in}/names'),
    pieces('pieces-list', '-j3 -u {in}/long.txt'),
    pieces('pieces-json', '-j3 -t json {in}/long.txt {in}/box.mbox'),
    pieces('pieces-html', '-j3 -t html {in}/long.txt'),
    pieces('files-list', '-j3 -H {in}/folder {in}/maildir {in}/box.mbox'),
    case('check', 'check -t json -', stdin='urls.txt', good=1),
    case('check-text', 'check http://B\u00fccher.example/a%zz ftp://a.example/', good=1),
    case('check-same', 'check --same=normal HTTP://A.example:80/?utm_source=x http://a.example'),
    case('resolve', 'resolve http://host.example/a/b -', stdin='refs.txt'),
    case('encode', 'encode -t segment -', stdin='refs.txt'),
    case('rewrite', 'rewrite --link --unwrap --untrack {in}/letter.txt'),
    case('rewrite-text', 'rewrite -f text --defang -', stdin='letter.txt'),
    case('rewrite-in-place', 'rewrite -i {out}/letter.txt', copies=('letter.txt',)),
    case('pick', 'pick --print --number 2 {in}/box.mbox', env=(('HOME', '{out}'),)),
    case('pick-plain', 'pick --print --plain {in}/box.mbox', stdin='choices', env=(('HOME', '{out}'),)),
    case('completion', 'help completion bash'),
    case('index', 'index -q -j1 {out}/links.db {in}/archive', database='links.db'),
    case('index-threads', 'index -q -j3 {out}/links.db {in}/filler.mbox {in}/archive {in}/box.mbox', database='links.db'),
    case('index-pieces', 'index -q -j3 {out}/links.db {in}/pieces.mbox', database='links.db'),
    case('index-again', 'index -q -j1 --prune {out}/links.db {in}/box.mbox {in}/maildir',
         copies=('links.db',), database='links.db'),
    case('index-git', 'index -q -j1 {out}/links.db {in}/lists.git', database='links.db', env=GIT, skip=LIBGIT2),
    case('forget', 'forget {out}/links.db 2@lists.example ann@lists.example', copies=('links.db',),
         database='links.db', again=1),
    case('query', 'query -t json {in}/links.db'),
    case('query-first', 'query --first {in}/links.db'),
    case('query-count', 'query --count-by host -t csv {in}/links.db'),
    case('query-message', 'query --message 2 {in}/links.db'),
    case('query-html', 'query -t html {in}/links.db'),
    case('report', 'report --title x {in}/links.db -o {out}/report.html'),
    case('site', 'site -q --search --base https://s.example/ {in}/links.db -o {out}/site', state=SITE, most=60, some=40),
    case('site-mail', 'site -q {in}/box.mbox -o {out}/site', state=SITE, most=60, some=40),
    case('site-threads', 'site -q {in}/filler.mbox {in}/box.mbox {in}/maildir -o {out}/site', state=SITE, most=60, some=40),
    Case('sqlite', ('{b}/trawl.so', SQL, SQL_FORMS), program='{b}/sql_host', env=LINKER),
    Case('sqlite-files', ('{b}/trawl.so', "SELECT url, file, line, subject FROM trawl_read('{in}/maildir')"),
         program='{b}/sql_host', env=LINKER),
)


# ---- Inputs ----

TESTDATA = 'testdata'
LETTER = '''See http://www.example.org/a, www.example.net and ann@example.org.
Hosts: http://b\u00fccher.example/stra\u00dfe http://xn--bcher-kva.example/ https://\u043f\u0440\u0438\u043c\u0435\u0440.example/.
Broken: <URL:http://a.example/long-
part/of> and http://b.example/directory/
next/part.html (see RFC 1738, section 3.1).

* An item: http://c.example/?utm_source=x&a=1
* Another: javascript:alert(1) http://a@evil.example/

> Quoted http://quoted.example/x
-- 
http://signature.example/
'''
MESSAGE = '''From ann@lists.example Fri Nov 20 10:0%d:00 2026
From: Ann <ann@lists.example>
Date: Fri, 20 Nov 2026 10:0%d:00 +0100
Subject: Towers %d http://subject.example/%d
Message-ID: <m%d@lists.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=%s
Content-Transfer-Encoding: quoted-printable

See http://b=E4ll.example/%d and http://plain.example/%d.
--b
Content-Type: text/html; charset=utf-8

<p>See <a href="http://other.example/%d">www.example.com</a> <img src="http://t.example/" width=1 height=1></p>
--b--

'''
CHARSETS = ('big5', 'cp949', 'euc-jp', 'gb18030', 'iso-2022-kr', 'iso-2022-jp', 'hz-gb-2312', 'utf-16', 'shift_jis',
            'viscii', 'tcvn', 'euc-tw', 'iso-2022-cn')


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def make_git(folder):
    """An archive of public-inbox: a message in each commit's file m."""
    git = ['git', '-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'init.defaultBranch=master']
    env = {**os.environ, 'GIT_CONFIG_NOSYSTEM': '1', 'HOME': folder, 'GIT_COMMITTER_DATE': '1700000000 +0000',
           'GIT_AUTHOR_DATE': '1700000000 +0000'}
    write(f'{folder}/m', '')
    subprocess.run([*git, 'init', '-q'], check=True, env=env)
    for i in range(3):
        write(f'{folder}/m', MESSAGE.split('\n', 1)[1] % ((i,) * 4 + ('utf-8',) + (i,) * 3))
        subprocess.run([*git, 'add', 'm'], check=True, env=env)
        subprocess.run([*git, 'commit', '-q', '-m', f'm{i}'], check=True, env=env)
    shutil.move(f'{folder}/.git', folder + '.git')
    shutil.rmtree(folder)


def make_large(folder):
    """Mailboxes with few links. trawl index starts threads after 1 MiB and cuts a mailbox of 4 MiB into pieces."""
    message = '''From ann@lists.example Fri Nov 20 10:00:00 2026
From: Ann <ann@lists.example>
Date: Fri, 20 Nov 2026 10:00:00 +0100
Subject: Long %d
Message-ID: <long%d@lists.example>

See http://long.example/%d here.
''' + 8000 * 'A line of text without a link, to fill a mailbox.\n' + '\n'
    write(f'{folder}/filler.mbox', ''.join(message % (i, i, i) for i in range(3)))
    write(f'{folder}/pieces.mbox', ''.join(message % (i, i, i) for i in range(12)))


def make_texts(folder):
    write(f'{folder}/letter.txt', LETTER)
    write(f'{folder}/long.txt', 12 * LETTER)
    write(f'{folder}/long-lines.txt', LETTER.replace('\n', ' '))
    write(f'{folder}/urls.txt', 'http://a.example/\nhttp://b\u00fccher.example/ x\nftp:x\nhttp://xn--bcher-kva.example/\n')
    write(f'{folder}/choices', '2 3\n')
    write(f'{folder}/refs.txt', '../d\n?q\nhttp:g\n//host.example/x y\n')
    write(f'{folder}/box.mbox', ''.join(MESSAGE % ((i,) * 5 + ('iso-8859-1',) + (i,) * 3) for i in range(4)))
    make_large(folder)
    write(f'{folder}/charsets.mbox', ''.join(MESSAGE % ((i % 9,) * 5 + (name,) + (i,) * 3) for i, name in enumerate(CHARSETS)))
    write(f'{folder}/names', ''.join(f'{folder}/{name}\0' for name in ('letter.txt', 'two.gz', 'maildir')))
    for i in range(5):
        write(f'{folder}/folder/deeper/{i}.txt', LETTER)
    for name in 'two.gz', 'two.bz2', 'two.xz', 'two.zst':
        shutil.copy(f'{TESTDATA}/packed/{name}', folder)
    for name in 'mail/newsletter.eml', 'rules/common.rules', 'structure/faq.txt':
        shutil.copy(f'{TESTDATA}/{name}', folder)
    shutil.copytree(f'{TESTDATA}/mail/maildir', f'{folder}/maildir')


def make_inputs(folder, b):
    """Writes the inputs of all cases."""
    os.makedirs(folder)
    make_texts(folder)
    subprocess.run([f'{b}/index_archive', '24', f'{folder}/archive'], check=True)
    make_git(f'{folder}/lists')
    trawl = f'{b}/trawl'
    run = lambda *words, **more: subprocess.run([trawl, *words], check=True, **more)
    run('index', '-q', f'{folder}/links.db', f'{folder}/archive', f'{folder}/box.mbox')
