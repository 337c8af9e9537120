# forget.py - makes an archive whose senders each have a word of their own, and looks for such words
#
#     forget.py make FOLDER PEOPLE SEED       makes an archive of five messages for each person
#     forget.py spell PEOPLE COUNT SEED       prints COUNT random senders, spelled in some way, a line each
#     forget.py look PEOPLE COUNT SEED PATH...  prints where a word of these senders is, in all bytes of
#                                             all files of PATH, and the number of words of others
#
# The word of a person is in the address, the name, the subjects, the message-ids, the links and the
# text. Exit status of "look": 0 if no word of these senders is left, but words of others are.

import base64
import os
import random
import re
import sys


def word(person):
    return f'zq{person}vx'


SPELLINGS = (
    '{local} at {host} ({name})', '{local} (at) {host} ({name})', '{local} [at] {host}', '{name} <{local}@{host}>',
    '{local}@{host} ({name})', '{local}@{host}', '"{name}" <{local}@dontspam.{host}>', '{upper}@{HOST} ({name})', '{upper} at {host} ({name})',
)
ENCODED = ('=?utf-8?q?{q}?= <{local}@{host}>', '=?ISO-8859-1?B?{b}?= <{local}@{host}>')


def spell(person, form):
    w = word(person)
    name = f'Name{w} Lee'
    return form.format(local=w + 'l', upper=(w + 'l').upper(), host=f'{w}h.example', HOST=f'{w}H.EXAMPLE', name=name,
                       q=name.replace(' ', '_'), b=base64.b64encode(name.encode()).decode())


def make(folder, people):
    os.makedirs(folder)
    ids, files = [], [open(os.path.join(folder, f'2001-{month}.txt'), 'w', encoding='ascii')  # pylint: disable=consider-using-with
                      for month in ('January', 'February', 'March')]
    senders = [p for p in range(people) for _ in range(5)]
    random.shuffle(senders)
    for number, person in enumerate(senders):
        w = word(person)
        out = random.choice(files)
        out.write(f'From {w}  Mon Jan  1 00:00:00 2001\nFrom: {spell(person, random.choice(SPELLINGS + ENCODED))}\n')
        out.write(f'Date: Mon, {number % 28 + 1} Jan 2001 00:00:{number % 60:02} +0000\nSubject: subject{w} {number}\n')
        if random.random() < .9:
            out.write(f'Message-ID: <{number}.{w}@{w}i.example>\n')
            ids.append(f'<{number}.{w}@{w}i.example>')
        if ids and random.random() < .7:
            out.write('References: ' + '\n '.join(random.sample(ids, min(len(ids), 1 + number % 5))) + '\n')
        out.write(f'\ntext{w} http://{w}u.example/{number}/{"x" * random.randrange(60)} and http://common.example/{number % 50}\n\n')
    for out in files:
        out.close()


def look(people, chosen, paths):
    bad, others = 0, set()
    gone = {word(p) for p in chosen}
    for path in paths:
        files = [path] if os.path.isfile(path) else [os.path.join(d, f) for d, _, names in os.walk(path) for f in names]
        for name in files:
            with open(name, 'rb') as f:
                data = f.read()
            for match in re.finditer(rb'zq[0-9]+vx', data, re.IGNORECASE):
                found = match.group().decode().lower()
                if found in gone:
                    bad += 1
                    if bad < 4:
                        print(name, match.start(), data[max(0, match.start() - 20):match.end() + 20])
                else:
                    others.add(found)
    print(bad, 'words of those who are forgotten;', 'all' if len(others) == people - len(chosen) else len(others), 'others are there')
    return bad == 0 and len(others) == people - len(chosen)


def main(argv):
    if argv[1] == 'make':
        random.seed(int(argv[4]))
        make(argv[2], int(argv[3]))
        return 0
    people, count = int(argv[2]), int(argv[3])
    random.seed(int(argv[4]))
    chosen = random.sample(range(people), count)
    if argv[1] == 'look':
        return not look(people, chosen, argv[5:])
    for person in chosen:
        print(spell(person, random.choice(SPELLINGS)))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
