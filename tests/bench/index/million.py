# million.py - measures every command of an index on a million messages, and compares with bounds
#
#     million.py BUILD [MESSAGES [SITE]]     default: 1000000 222000
#
# "make check-million" runs it, in about half an hour. It writes up to 15 GB to BUILD/million, which
# it removes at the end. SITE is the number of messages for trawl site. CLOCK=cpu compares processor
# time with the bounds, for a machine with other work. Prints a table. Exits with 1 if a bound is
# missed.
#
# Public archives were found to have 1 to 3 links and 0.3 to 1.6 different URLs a message, and up to
# half of their messages have no link. So half of the mail is that of archive.c, with 5 links a
# message; a twentieth has what made commands slow (URLs in several spellings, links with two
# readings, answers to missing messages, the same link in each footer); and the rest is threads
# without links.

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time

BY = ('url', 'host', 'site', 'scheme', 'year', 'month', 'from', 'list')
build = os.path.abspath(sys.argv[1])
messages, on_site = (int(sys.argv[i]) if len(sys.argv) > i else n for i, n in ((2, 1000000), (3, 222000)))
trawl, top = f'{build}/trawl', f'{build}/million'
missed = 0


def run(*args, times=1):
    """Runs trawl. Returns the least of the seconds (see CLOCK), and the most memory in MB."""
    least, memory = 1e9, 0
    for _ in range(times):
        begin = time.monotonic()
        child = subprocess.Popen((trawl, *args), stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 1):
            sys.exit(f'{args}: status {child.returncode}')
        cpu = usage.ru_utime + usage.ru_stime
        least = min(least, cpu if os.environ.get('CLOCK') == 'cpu' else time.monotonic() - begin)
        memory = max(memory, usage.ru_maxrss / 1024)
    return least, memory


def row(what, got, bound=None):
    """Prints a row. The bound is in seconds."""
    global missed
    seconds, memory = got
    late = bound is not None and seconds > bound
    missed += late
    show = lambda s: f'{1000 * s:.0f} ms' if s < 1 else f'{s:.1f} s'
    print(f'| {what} | {show(seconds)} | {"" if bound is None else show(bound)} | {memory:.0f} MB | {"MISSED" if late else ""} |',
          flush=True)


def write_spelled(name, count):
    with open(name, 'w') as out:
        for i in range(count):
            out.write(f'From x@y.example Mon Jan  1 00:00:00 2001\nFrom: "P {i % 9973}" <p{i % 9973}@A{i % 7}.example>\n'
                      f'Message-ID: <s{i}@a.example>\nReferences: <gone{i // 3}@a.example>\n'
                      f'Date: {1 + i % 28} Feb {1999 + i % 9} 00:00:00 +0000\nSubject: s{i}\nList-Id: <spelled.example>\n\n'
                      f'http://H{i}.example:80/%7Ex and http://h{i // 2}.example/~x\nhttp://w.example/a-long-name-{i}/with-\n'
                      f'hyphens/{i}\n-- \nhttp://lists.example/spelled\n\n')


def write_plain(name, count):
    """Writes threads of messages without links, 3 KB each."""
    r = random.Random(count)
    words = [''.join(r.choice('etaoinshrdlu') for _ in range(r.randint(2, 9))) for _ in range(2000)]
    paragraphs = ['\n'.join(' '.join(r.choices(words, k=11)) for _ in range(8)) + '\n\n' for _ in range(2000)]
    with open(name, 'w') as out:
        for i in range(count):
            above = i - r.randint(1, 60)
            answers = f'In-Reply-To: <p{above}@plain.example>\n' if above > 0 and i % 10 < 7 else ''
            when = time.strftime('%a, %d %b %Y %H:%M:%S +0000', time.gmtime(820454400 + i * 757000000 // count))
            out.write(f'From x@y.example Mon Jan  1 00:00:00 2001\nFrom: "P {i % 9001}" <q{i % 9001}@plain.example>\n'
                      f'Message-ID: <p{i}@plain.example>\n{answers}Date: {when}\nList-Id: <plain.example>\n'
                      f'Subject: {"Re: " if answers else ""}{r.choice(words)} {r.choice(words)}\n\n{"".join(r.choices(paragraphs, k=5))}')


def make(name, count):
    folder = f'{top}/{name}'
    subprocess.run([f'{build}/index_archive', str(count // 2), folder], check=True)
    write_spelled(f'{folder}/spelled.mbox', count // 20)
    write_plain(f'{folder}/plain.mbox', count - count // 2 - count // 20)
    return folder


def size_of(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def value(db, sql):
    base = sqlite3.connect(f'file:{db}?mode=ro', uri=True)
    got = base.execute(sql).fetchone()[0]
    base.close()
    return got


def measure_queries(db):
    for by in BY:
        row(f'`query --count-by {by} --limit 20`', run('query', '--count-by', by, '--limit', '20', db, times=3), 1)
    row('`query --count-by url`, all URLs', run('query', '--count-by', 'url', db))
    row('`query --first`', run('query', '--first', db, times=2), 3)
    host = value(db, 'SELECT h.host FROM hosts h JOIN urls u ON u.host = h.id GROUP BY h.id ORDER BY count(*) DESC LIMIT 1')
    words = [[], ['--broken'], ['--not', 'zone=quoted'], ['--places'], ['--valid'], ['--first'], ['--host', host], ['--host', '*.com'],
             ['--site', value(db, 'SELECT site FROM hosts WHERE host = "' + host + '"')],
             ['--from', value(db, 'SELECT address FROM senders WHERE address IS NOT NULL LIMIT 1 OFFSET 999')], ['--from', '*a*'],
             ['--since', '2001'], ['--list', value(db, 'SELECT list FROM lists LIMIT 1')], ['--scheme', 'ftp'], ['--scheme', 'http'],
             ['--url', value(db, 'SELECT url FROM urls LIMIT 1 OFFSET 1000')], ['--url', 'http://www'], ['--zone', 'footer'],
             ['--flag', 'hyphen-break'], ['--thread', str(value(db, 'SELECT parent FROM messages WHERE parent IS NOT NULL LIMIT 1'))]]
    for word in words:
        if word != ['--first']:
            row(f'`query {" ".join([*word, "--limit 10"])}`', run('query', *word, '--limit', '10', db, times=3), .1)


def main():
    shutil.rmtree(top, ignore_errors=True)
    os.makedirs(top)
    mail, db = make('mail', messages), f'{top}/a.db'
    bytes_ = size_of(mail)
    print(f'{messages:,} messages, {bytes_ / 1e6:,.0f} MB\n\n| command | time | at most | memory | |\n| --- | ---: | ---: | ---: | --- |', flush=True)
    row('`index`', run('index', '-q', db, mail))
    row('`index`, a second run', run('index', '-q', db, mail))
    links, size = value(db, 'SELECT count(*) FROM links'), os.path.getsize(db)
    measure_queries(db)
    row('`report`', run('report', '-o', f'{top}/report.html', db), 60)
    row('`forget`, a message', run('forget', '-q', db, value(db, 'SELECT message_id FROM messages LIMIT 1 OFFSET (SELECT count(*) / 2 FROM messages)')))
    row('`forget`, a sender', run('forget', '-q', db, value(db, 'SELECT address FROM senders WHERE address IS NOT NULL LIMIT 1 OFFSET 5')))
    shutil.rmtree(mail)
    os.remove(db)
    measure_site()
    print(f'\n{links:,} links; the index takes {size / 1e6:,.0f} MB: {100 * size / bytes_:.1f} % of the mail, {size / messages:.0f} bytes a message')
    shutil.rmtree(top)
    sys.exit(missed > 0)


def measure_site():
    mail, db, site = make('site-mail', on_site), f'{top}/s.db', f'{top}/site'
    run('index', '-q', db, mail)
    row(f'`site`, {on_site:,} messages', run('site', '-q', db, '-o', site))
    row('`site`, nothing has changed', run('site', '-q', db, '-o', site), 10)
    with open(f'{mail}/one.mbox', 'w') as out:
        out.write('From x@y.example Mon Jan  1 00:00:00 2001\nFrom: New <new@a.example>\nMessage-ID: <new@a.example>\n'
                  'Date: Mon, 1 Feb 2010 00:00:00 +0000\nSubject: new\n\nhttp://new.example/\n')
    run('index', '-q', db, mail)
    row('`site`, one more message', run('site', '-q', db, '-o', site))


main()
