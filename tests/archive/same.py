# same.py - makes messages with the same Message-ID, and checks which one has the address, which are
# copies and which are lost
#
#     same.py make FOLDER IDS SEED           makes mailboxes 0 and 1 and a third of 2: six messages of each id, in each order
#     same.py grow|whole FOLDER IDS SEED     makes two thirds of mailbox 2, or all of it
#     same.py check DB SITE FOLDER IDS SEED [forgotten]  compares the index and the site; with the last
#                                            word, those whose sender is eve@evil.example are gone
#
# Exit status of "check": 0 if equal; 1 if not, after printing the first differences.

import base64
import hashlib
import itertools
import os
import random
import sqlite3
import sys

FOOTER = '_______________________________________________\n{0} mailing list\n{0}@lists.example\nhttp://lists.example/mailman/listinfo/{0}\n'


def variants(n):
    """Yields six messages with one id: the sender, date and text of each, and its source."""
    sender, date, text = f'Ann <ann{n}@x.example>', 'Mon, 1 Jan 2001 00:00:00 +0000', f'Release r{n}: https://good.example/{n}\n\nUmlaut \u00e4.\n'
    eve, later, other = 'Eve <eve@evil.example>', 'Tue, 2 Jan 2001 00:00:00 +0000', f'Release r{n}: https://evil.example/{n}\n\nUmlaut \u00e4.\n'
    for who, when, what, way in ((sender, date, text, ''), (eve, date, text, ''), (sender, later, text, ''), (sender, date, other, ''),
                                 (sender, date, text, 'footer'), (sender, date, text, 'transport')):
        head = f'From: {who}\nDate: {when}\nMessage-ID: <{n}@pc.example>\nMIME-Version: 1.0\n'
        if way == 'footer':
            head += f'Subject: [devel] s{n}\nList-Id: <devel.lists.example>\nContent-Type: text/plain; charset=utf-8\n'
            body = what + FOOTER.format('devel')
        elif way == 'transport':
            head = f'Received: from a by b; {when}\n{head}Subject: s{n}\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n'
            body = base64.encodebytes(what.replace('\n', '\r\n').encode('latin-1')).decode()
        else:
            head += f'Subject: s{n}\nContent-Type: text/plain; charset=utf-8\n'
            body = what
        yield (who, when, what), head + '\n' + body + '\n'


def mailboxes(ids, seed):
    """Returns the three mailboxes: lists of (id, group, text). Five seeds with 144 ids have each order of six messages once."""
    random.seed(seed)
    boxes = [[], [], []]
    orders = list(itertools.permutations(range(6)))
    for n in range(ids):
        messages = list(variants(n))
        messages = [messages[i] for i in orders[(5 * n + seed - 1) % len(orders)]]
        cuts = sorted(random.randrange(7) for _ in range(2))
        for i, (group, text) in enumerate(messages):
            boxes[sum(i >= cut for cut in cuts)].append((n, group, text))
    return boxes


def write(folder, ids, seed, part):
    os.makedirs(folder, exist_ok=True)
    for number, box in enumerate(mailboxes(ids, seed)):
        if part > 1 and number < 2:
            continue
        with open(os.path.join(folder, f'{number}.mbox'), 'w', encoding='utf-8') as out:
            for _, _, text in box[:len(box) * part // 3] if number == 2 else box:
                out.write('From x@y Mon Jan  1 00:00:00 2001\n' + text)


def check(database, site, folder, ids, seed, forgotten):
    db = sqlite3.connect(f'file:{database}?mode=ro', uri=True)
    got = {(path, at): (message, first, sender) for path, at, message, first, sender in db.execute(
        'SELECT p.source, p.offset, p.message, m.first, m.from_address FROM place p JOIN message m ON m.id = p.message')}
    groups, first, wrong, gone = {}, {}, [], 0
    for number, box in enumerate(mailboxes(ids, seed)):
        at = 0
        path = os.path.join(os.path.realpath(folder), f'{number}.mbox')
        for n, group, text in box:
            at += len('From x@y Mon Jan  1 00:00:00 2001\n')
            first.setdefault(n, group)
            if forgotten and 'evil.example>' in group[0]:
                gone += 1
                wrong += [('not erased', n, group)] if (path, at) in got else []
            elif (path, at) not in got:
                wrong.append(('lost', n, group))
            else:
                groups.setdefault((n, group), set()).add(got[path, at])
            at += len(text.encode())
    seen = {}
    for (n, group), messages in groups.items():
        if len(messages) != 1:
            wrong.append(('several messages', n, group))
        message, other, _ = min(messages)
        if seen.setdefault(message, (n, group)) != (n, group):
            wrong.append(('two are one', n, group))
        if (first[n] == group) != (other is None):
            wrong.append(('the wrong one has the address', n, group, first[n]))
    pages = [os.path.join(d, f) for d, _, names in os.walk(os.path.join(site, 'm')) for f in names if f.endswith('.html')]
    if len(pages) != len(groups):
        wrong.append((len(pages), 'pages', len(groups), 'messages'))
    for n, group in first.items():
        name = hashlib.sha256(f'{n}@pc.example'.encode()).hexdigest()[:40]
        path = os.path.join(site, 'm', name[:2], name[2:] + '.html')
        if forgotten and 'evil.example>' in group[0]:
            wrong += [('a forgotten page', n)] if os.path.exists(path) else []
            continue
        with open(path, encoding='utf-8') as page:
            text = page.read()
        link = group[2].split()[2]
        if link not in text or f'mailto:{group[0].split("<")[1][:-1]}' not in text or text.count('Message-ID:</p>') != 1:
            wrong.append(('the page shows another one', n, group))
    print(f'{len(got)} places, {len(groups)} messages, {gone} erased; wrong: {len(wrong)}', *wrong[:4], sep='\n')
    return bool(wrong)


def main(argv):
    if argv[1] == 'check':
        return check(argv[2], argv[3], argv[4], int(argv[5]), int(argv[6]), len(argv) > 7)
    for_part = {'make': 1, 'grow': 2, 'whole': 3}[argv[1]]
    write(argv[2], int(argv[3]), int(argv[4]), for_part)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
