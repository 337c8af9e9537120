# bench.py - measures trawl index and query with archives of growing size
#
#     bench.py BUILD [MESSAGES...]     default: 10000 100000
#
# "make bench-index SIZES='10000 100000 1000000'" runs it. The archives are in BUILD/archive and are
# made once; a million messages take 5 GB. Each line of the table is one size. The time of a query
# is the least of five, including the start of the process; the files are in the page cache.

import os
import sqlite3
import subprocess
import sys
import time


def run(*command, out=subprocess.DEVNULL):
    """Returns seconds of the clock, seconds of the processors, and the most memory in MB."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=out)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f'{command}: failed')
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(*command):
    return 1000 * min(run(*command)[0] for _ in range(5))


def remove(db):
    for end in ('', '-wal', '-shm', '-lock'):
        if os.path.exists(db + end):
            os.remove(db + end)


def archive_of(build, size):
    folder = f'{build}/archive/{size}'
    if not os.path.exists(folder):
        os.makedirs(f'{build}/archive', exist_ok=True)
        subprocess.run([f'{build}/index_archive', str(size), folder + '.new'], check=True)
        os.rename(folder + '.new', folder)
    return folder


def measure(build, size):
    trawl, db, folder = f'{build}/trawl', f'{build}/archive/{size}.db', archive_of(build, size)
    mail = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)
    run(trawl, '-q', '--flag', 'pixel', folder)  # reads all
    json_time = run(trawl, '-t', 'json', folder)[0]
    remove(db)
    wall, cpu, memory = run(trawl, 'index', '-q', db, folder)
    again = run(trawl, 'index', '-q', db, folder)[0]
    base = sqlite3.connect(db)
    count = lambda sql: base.execute(sql).fetchone()[0]
    links, messages, places = count('SELECT count(*) FROM links'), count('SELECT count(*) FROM message'), \
        count('SELECT count(*) FROM places')
    # The host and the URL with a median number of links.
    host = count('SELECT h.host FROM hosts h JOIN urls u ON u.host = h.id JOIN links l ON l.url = u.id GROUP BY h.id'
                 ' ORDER BY count(*) DESC LIMIT 1 OFFSET 100')
    url = count('SELECT url FROM urls LIMIT 1 OFFSET 1000')
    base.close()
    bytes_ = os.path.getsize(db)
    print(f'| {size:,} | {mail / 1e6:,.0f} MB | {links:,} | {wall:.1f} s | {cpu:.1f} s | {links / wall:,.0f} | {json_time / wall:.2f}'
          f' | {100 * bytes_ / mail:.1f} % | {bytes_ / links:.0f} | {bytes_ / messages:.0f} | {memory:.0f} MB | {again:.2f} s'
          f' | {least(trawl, "query", "--url", url, "--first", db):.1f} ms'
          f' | {least(trawl, "query", "--url", url[:-4], db):.1f} ms'
          f' | {least(trawl, "query", "--host", host, "--count-by", "year", db):.1f} ms |', flush=True)
    assert places >= messages


def main(argv):
    print('| messages | mail | links | time | processors | links/s | of json | of mail | a link | a message | memory'
          ' | unchanged | --first | prefix | host by year |')
    print('|' + '---|' * 15)
    for size in argv[2:] or ('10000', '100000'):
        measure(argv[1], int(size))


main(sys.argv)
