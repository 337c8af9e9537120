# peers.py - the alternatives that trawl is compared with: package, build commands, command line
#
# The programs in this directory are small and only call their library. "F" is a pattern like that of
# a mail filter: 20 schemes with "://", 10 opaque ones, "www.", mail addresses, without trailing
# punctuation; "S" is only schemes with "://". Linkifiers use their own rules. The report names each
# alternative that cannot be built or run, with its package.

import glob
import os
import shutil
import subprocess

SCHEMES = ("https?|ftps?|sftp|ssh|git|svn|ircs?|gopher|telnet|ldaps?|file|nfs|rtsp|rsync|wss?")
OPAQUE = "mailto|news|tel|sips?|urn|xmpp|geo|magnet|cid"
ANY = '[^[:space:]<>"]*'
LAST = '[^[:space:]<>"\'.,;:!?)}]'
PATTERN_S = rf'\b({SCHEMES})://[^[:space:]<>"]+'
PATTERN_F = (rf'\b({SCHEMES})://{ANY}{LAST}|\b({OPAQUE}):{ANY}{LAST}|\bwww\.{ANY}{LAST}'
             r'|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+')
GIGA, MEGA = 10**9, 1 << 20


class Peer:
    """An alternative. slice_mb: how many megabytes of a corpus a slow one gets."""

    def __init__(self, name, package, argv, work, build=None, slice_mb=None, env=None, note='', cwd=None):
        self.name, self.package, self.argv, self.work = name, package, argv, work
        self.build, self.slice_mb, self.env, self.note = build, slice_mb, env or {}, note
        self.cwd = cwd
        self.missing = None  # why it cannot be measured


def pkg(names, what):
    if not names:
        return []
    r = subprocess.run(['pkg-config', what, *names.split()], capture_output=True, text=True)
    return r.stdout.split()


def peers(here, out, cc, cxx):
    """Returns all alternatives. here: this directory; out: the build directory; FILE is the text."""
    def src(name):
        return os.path.join(here, name)

    def exe(name):
        return os.path.join(out, name)

    def c(name, packages):
        return [[*cc, '-std=gnu11', '-O2', '-o', exe(name), src(name + '.c'), *pkg(packages, '--cflags'),
                 *pkg(packages, '--libs')]]

    registry = '/usr/share/cargo/registry'
    cargo = [['cp', '-r', src('linkify'), out],
             ['cargo', 'build', '--quiet', '--release', '--offline', '--manifest-path', exe('linkify/Cargo.toml'),
              '--target-dir', exe('linkify/target'),
              '--config', 'source.crates-io.replace-with="here"',
              '--config', f'source.here.directory="{registry}"']]
    f, s = PATTERN_F, PATTERN_S
    c_locale = {'LC_ALL': 'C'}
    return [
        Peer('memchr', 'gcc', [exe('memchr'), 'FILE'], 'limit', c('memchr', '')),
        Peer('ripgrep', 'ripgrep', ['rg', '--no-config', '-oaN', '--color', 'never', '(?-u)' + f, 'FILE'], 'F'),
        Peer('ripgrep S', 'ripgrep', ['rg', '--no-config', '-oaN', '--color', 'never', '(?-u)' + s, 'FILE'], 'S'),
        Peer('GNU grep', 'grep', ['grep', '-oaE', f, 'FILE'], 'F', slice_mb=32, env=c_locale),
        Peer('ugrep', 'ugrep', ['ugrep', '-oa', '--color=never', f, 'FILE'], 'F', slice_mb=16,
             env=c_locale),
        Peer('Hyperscan', 'libhyperscan-dev', [exe('hyperscan'), f, 'FILE'], 'F', c('hyperscan', 'libhs'),
             slice_mb=128),
        Peer('RE2', 'libre2-dev', [exe('re2'), f, 'FILE'], 'F',
             [[*cxx, '-std=c++17', '-O2', '-o', exe('re2'), src('re2.cc'), *pkg('re2', '--cflags'),
               *pkg('re2', '--libs')]]),
        Peer('PCRE2 JIT', 'libpcre2-dev', [exe('pcre2'), f, 'FILE'], 'F', c('pcre2', 'libpcre2-8'), slice_mb=128),
        Peer('re2c', 're2c', [exe('re2c'), 'FILE'], 'F',
             [['re2c', '-W', '-o', exe('re2c.c'), src('re2c.re')],
              [*cc, '-std=gnu11', '-O2', '-I', here, '-o', exe('re2c'), exe('re2c.c')]], slice_mb=128),
        Peer('Rust linkify', 'librust-linkify-dev, rustc, cargo', [exe('linkify/target/release/peer-linkify'), 'FILE'],
             'own', cargo),
        Peer('Rinku', 'ruby-rinku, ruby', ['ruby', src('rinku.rb'), 'FILE'], 'html', [['ruby', '-rrinku', '-e', '']]),
        Peer('cmark-gfm', 'cmark-gfm', ['cmark-gfm', '-e', 'autolink', 'FILE'], 'html', slice_mb=32),
        Peer('GMime filter', 'libgmime-3.0-dev', [exe('gmime_html'), 'FILE'], 'html',
             c('gmime_html', 'gmime-3.0'), slice_mb=32),
        Peer('GMime mailbox', 'libgmime-3.0-dev', [exe('gmime_mail'), 'FILE'], 'mail',
             c('gmime_mail', 'gmime-3.0'), slice_mb=64),
        Peer('linkify-it', 'nodejs, npm (linkify-it)', ['node', src('linkify_it.mjs'), 'FILE'], 'own',
             [['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', exe('npm'), 'linkify-it@6']],
             slice_mb=16, cwd=exe('npm')),
        Peer('URI::Find', 'liburi-find-perl', ['perl', src('uri_find.pl'), 'FILE'], 'own',
             [['perl', '-MURI::Find', '-e', '']], slice_mb=8),
        Peer('urlscan', 'urlscan', ['urlscan', '-n', 'FILE'], 'own', slice_mb=1),
        Peer('xurls', 'golang-go, golang-mvdan-xurls-dev', [exe('xurls'), 'FILE'], 'own',
             [['env', 'GO111MODULE=off', 'GOPATH=/usr/share/gocode', 'go', 'build', '-o', exe('xurls'),
               src('xurls.go')]], slice_mb=32),
    ]


def built(peer):
    """Returns True when the built programs exist and are newer than their sources."""
    made = peer.argv[0]
    if peer.cwd:
        return os.path.isdir(os.path.join(peer.cwd, 'node_modules', 'linkify-it'))
    if not (peer.build and os.path.isabs(made) and os.path.exists(made)):
        return False
    words = [word for step in peer.build for word in step]
    sources = [a for a in words if a.endswith(('.c', '.cc', '.re', '.go')) and os.path.exists(a)]
    sources += [a for word in words for a in glob.glob(os.path.join(word, 'src', '*.rs'))]
    return all(os.path.getmtime(a) <= os.path.getmtime(made) for a in sources)


def make(peer):
    """Builds an alternative; sets peer.missing when that fails."""
    steps = [] if built(peer) else peer.build or []
    for step in steps:
        if not shutil.which(step[0]):
            peer.missing = f'no {step[0]}'
            return
        r = subprocess.run(step, capture_output=True, text=True)
        if r.returncode:
            lines = (r.stderr or r.stdout).strip().splitlines()
            peer.missing = next((x for x in lines if 'error' in x.lower()), lines[0] if lines else 'does not build')
            return
    if not shutil.which(peer.argv[0]):
        peer.missing = f'no {peer.argv[0]}'
