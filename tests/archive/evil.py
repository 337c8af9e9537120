"""evil.py - crafted indexes: another schema, and values that trawl does not write

usage: evil.py TRAWL DB FOLDER

Makes variants of the index DB in FOLDER, and runs each command that reads an index on each of them.
Prints a line for each run that crashes or takes too long, and for each run that succeeds although
the schema is another one. At the end it prints the number of runs. A sanitizer's report counts as a
crash.
"""
import os
import shutil
import sqlite3
import subprocess
import sys

TRAWL, DB, FOLDER = sys.argv[1:]
PATIENCE = 60  # seconds, on a busy machine and with a sanitizer
EVIL = os.path.join(FOLDER, 'evil.db')
MAIL = os.path.join(FOLDER, 'more.eml')
COMMANDS = [
    ['query', '-t', 'json', EVIL], ['query', '--first', '-t', 'html', EVIL], ['query', '--count-by', 'site', EVIL],
    ['report', '-o', os.path.join(FOLDER, 'evil.html'), EVIL],
    ['site', '-q', '--search', '-o', os.path.join(FOLDER, 'evil.site'), EVIL],
    ['forget', '-q', EVIL, 'nobody@x.example'], ['index', '-q', EVIL, MAIL],
]
ENDLESS = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT '

# Variants of the schema: all commands must refuse them.
SCHEMAS = {
    'an endless view of hosts': ['ALTER TABLE hosts RENAME TO h2',
                                 f'CREATE VIEW hosts AS {ENDLESS} x AS id, x AS host, x AS site, x AS surt FROM c'],
    'an endless view of messages': ['ALTER TABLE messages RENAME TO m2', f"""CREATE VIEW messages AS {ENDLESS}
        x AS id, 'a' AS message_id, x AS time, 0 AS zone, '' AS date, 1 AS sender, 'x' AS subject, 0 AS list,
        NULL AS parent, NULL AS same, 0 AS content FROM c"""],
    'an endless view of links': ['DROP VIEW link', f'CREATE VIEW link AS {ENDLESS} x AS message FROM c'],
    'a trigger': ['CREATE TRIGGER t AFTER INSERT ON links BEGIN DELETE FROM links; END'],
    'a virtual table': ['DROP TABLE hosts', 'CREATE VIRTUAL TABLE hosts USING fts5(id, host, site, surt)'],
    'a generated column': ['DROP TABLE flags',
                           'CREATE TABLE flags(bit INTEGER PRIMARY KEY, name AS (hex(zeroblob(bit * 100000))))'],
    'a column of another type': ['PRAGMA writable_schema = ON',
                                 "UPDATE sqlite_schema SET sql = replace(sql, 'at INTEGER', 'at TEXT')"],
    'an index over a costly expression': ['CREATE INDEX costly ON urls(hex(zeroblob(100000)))'],
    'a view of its own': [f'CREATE VIEW mine AS {ENDLESS} x FROM c'],
}

# Values: each statement is a variant, applied to tables that are not strict while it runs.
VALUES = [
    "UPDATE messages SET parent = (SELECT max(id) FROM messages)", "UPDATE messages SET parent = id",
    "UPDATE messages SET same = id, parent = id", "UPDATE messages SET subject = zeroblob(10)",
    "UPDATE messages SET subject = CAST(x'80c0ff00f8' AS TEXT), message_id = CAST(x'00ff' AS TEXT)",
    "UPDATE messages SET time = 9223372036854775807", "UPDATE messages SET time = -9223372036854775808, zone = 2147483647",
    "UPDATE messages SET time = 1e300, zone = 'x'", "UPDATE messages SET time = 'x', zone = zeroblob(3)",
    "UPDATE messages SET sender = -1, list = -2", "UPDATE messages SET message_id = '../../x' || id",
    "UPDATE messages SET content = 'x', date = zeroblob(100000)",
    "UPDATE links SET at = 9223372036854775807, length = 9223372036854775807, "
    "more = '9999999999999999999999,1 1-2 ' || hex(zeroblob(10000))",
    "UPDATE links SET at = -9223372036854775808, length = -1, line = -1, column = -1",
    "UPDATE links SET flags = -1", "UPDATE links SET flags = 'x', line = 'y'", "UPDATE links SET url = url + 100000",
    "UPDATE links SET context = -5", "UPDATE links SET raw = zeroblob(100), anchor = CAST(x'ff00' AS TEXT)",
    "UPDATE links SET more = '-,-9223372036854775809--1,'", "UPDATE links SET url = 'x', context = zeroblob(8)",
    "UPDATE places SET at = at + 1, length = 1 << 62", "UPDATE places SET length = -1",
    "UPDATE places SET length = 1 << 40", "UPDATE places SET at = -9223372036854775808 WHERE at = 0",
    "UPDATE places SET length = 'x'", "UPDATE contexts SET packed = CAST(id AS BLOB) || randomblob(100)",
    "UPDATE contexts SET packed = CAST(id AS BLOB) || zeroblob(1000000)",
    "UPDATE contexts SET kind = '<script>', zone = zeroblob(5), type = 'x', header = '<b>', attribute = '<i>'",
    "UPDATE contexts SET quote = -9223372036854775808", "UPDATE contexts SET quote = 1 << 62, part = zeroblob(9)",
    "UPDATE hosts SET host = char(id), site = ''", "UPDATE hosts SET host = '../../../etc/x' || id, surt = zeroblob(4)",
    "UPDATE hosts SET host = CAST(x'ff00' AS TEXT) || id, site = CAST(x'00ff' AS TEXT)",
    "UPDATE urls SET url = 'javascript:alert(1)//' || id, canonical = '', normal = NULL", "UPDATE urls SET host = -1",
    "UPDATE urls SET url = CAST(x'c3' AS TEXT) || id, canonical = zeroblob(1000000)",
    "UPDATE senders SET address = '../../../.../x<script>' || id, name = zeroblob(7)",
    "UPDATE senders SET written = CAST(zeroblob(9) AS TEXT) || id", "UPDATE lists SET list = '../' || zeroblob(3) || id",
    "UPDATE folders SET path = '/etc' || id", "UPDATE folders SET path = zeroblob(10000) || id",
    "UPDATE sources SET sub = NULL, name = 'passwd', size = 100000, state = NULL, input = 'text', complete = 1",
    "UPDATE sources SET size = -1, mtime = -1, head = -1, tail = -1, position = -1",
    "UPDATE sources SET position = 9223372036854775807, size = 9223372036854775807",
    "UPDATE sources SET name = zeroblob(5), input = 'ldif', complete = 'x'", "UPDATE flags SET name = '<script>'",
    "UPDATE flags SET bit = bit * 1000", "DELETE FROM flags", "INSERT INTO flags VALUES (-9223372036854775808, 'x')",
    "UPDATE meta SET value = '<script>' || value", "UPDATE meta SET value = zeroblob(100)", "DELETE FROM meta",
    "DELETE FROM urls", "DELETE FROM hosts", "DELETE FROM contexts", "DELETE FROM sources", "DELETE FROM messages",
    "UPDATE readings SET url = '', why = zeroblob(3)", "UPDATE readings SET k = k * 4611686018427387904",
]


def connect():
    """Opens a fresh copy of the index."""
    for end in ('', '-wal', '-shm', '-lock', '-journal'):
        if os.path.exists(EVIL + end):
            os.unlink(EVIL + end)
    shutil.copy(DB, EVIL)
    return sqlite3.connect(EVIL, isolation_level=None)


def set_values(statement):
    """Runs a statement while no table is strict; afterwards the schema is as before."""
    db = connect()
    was = db.execute('SELECT rowid, sql FROM sqlite_schema').fetchall()
    db.execute('PRAGMA writable_schema = ON')
    db.execute("UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT, ', ') '), ') STRICT', ')')")
    db.close()
    db = sqlite3.connect(EVIL, isolation_level=None)
    try:
        db.execute(statement)
    except sqlite3.Error as e:
        print('no such variant:', statement, e)
    db.execute('PRAGMA writable_schema = ON')
    db.executemany('UPDATE sqlite_schema SET sql = ?2 WHERE rowid = ?1', was)
    db.close()


def run(words, name, refused):
    """Runs a command, and prints what is wrong."""
    shutil.rmtree(os.path.join(FOLDER, 'evil.site'), ignore_errors=True)
    try:
        p = subprocess.run([TRAWL] + words, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        print(f'{name}: {words[0]}: no end')
        return
    err = p.stderr.decode('latin-1')
    if p.returncode < 0 or p.returncode > 2 or 'Sanitizer' in err or 'runtime error' in err:
        print(f'{name}: {words[0]}: status {p.returncode}: {err[:2000]}')
    elif refused and p.returncode != 2:
        print(f'{name}: {words[0]}: not refused, status {p.returncode}')


def main():
    """Runs all variants. With EVIL=long in the environment every command reads each variant, else
    two commands read each variant of the values."""
    runs = 0
    with open(MAIL, 'w', encoding='ascii') as f:
        f.write('From: b@b.example\nMessage-ID: <more@x.example>\n\nhttp://more.example/\n')
    for name, statements in SCHEMAS.items():
        db = connect()
        try:
            for one in statements:
                db.execute(one)
        except sqlite3.Error as e:
            print('no such variant:', name, e)
        db.close()
        for words in COMMANDS:
            run(words, name, True)
            runs += 1
    every = os.environ.get('EVIL') == 'long'
    for i, statement in enumerate(VALUES):
        for k, words in enumerate(COMMANDS):
            if every or (i + k) % 4 == 0:
                set_values(statement)
                run(words, statement, False)
                runs += 1
    print('runs:', runs > 100)


main()
