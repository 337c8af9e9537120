# threads.py - compares the threads of an index with those of a Python program
#
#     threads.py TRAWL FOLDER COUNT SEED   makes an archive of COUNT messages in FOLDER, indexes it in
#                                          several runs, and compares the threads after each of them
#
# The Python program is written from https://www.jwz.org/doc/threading.html, without its last step,
# which joins threads by subject. Messages are threaded in the order of their dates, then of their
# ids. The archive has the faults of References and In-Reply-To that real mail has. The Python
# program does not read these fields: it gets the ids that a reader should see in spite of the
# faults.
#
# Exit status: 0 if equal; 1 if not, after printing the first differences.

import copy
import os
import random
import sqlite3
import subprocess
import sys
import time

# ---- The archive ----


class Message:
    """A message as it was written, and the references that a reader should see."""

    def __init__(self, number):
        self.number = number
        self.id = f'{number}.{random.getrandbits(32):x}@{random.choice("abc")}.example'
        self.time = 946684800 + number * 61
        self.above = None   # the message that it really answers
        self.chain = []     # the ids above it, before the faults
        self.refs = []      # the ids that the reader should see
        self.head = ''


def faulty_references(m, others):
    """Returns the bodies of References and In-Reply-To, and sets m.refs."""
    ids = list(m.chain)
    roll = random.random()
    if roll < .10:
        ids = ids[-1:]
    elif roll < .16 and len(ids) > 2:
        del ids[1:-1]
    elif roll < .20:
        random.shuffle(ids)
    elif roll < .24 and ids:
        ids.insert(random.randrange(len(ids)), random.choice(ids))
    elif roll < .28:
        ids.insert(random.randrange(len(ids) + 1), m.id)
    elif roll < .32:
        ids.insert(random.randrange(len(ids) + 1), random.choice(others).id)
    elif roll < .34:
        ids.append(random.choice(others).id)
    elif roll < .36:
        ids.insert(0, f'nobody.{random.randrange(40)}@lost.example')
    m.refs = list(ids)
    words = [f'<{i}>' for i in ids]
    roll = random.random()
    if words and roll < .05:    # the end is cut off
        words[-1] = words[-1][:-4]
        m.refs.pop()
    elif words and roll < .10:  # the beginning is cut off
        words[0] = words[0][3:]
        m.refs.pop(0)
    elif words and roll < .15:  # an id is folded
        words[0] = words[0][:4] + '\n\t' + words[0][4:]
    elif len(words) > 1 and roll < .18:
        words[0] = words[0][:-1]  # loses its bracket
        m.refs.pop(0)
    elif roll < .20:
        words.insert(random.randrange(len(words) + 1), '<>')
    return random.choice((' ', '\n ', '\n\t', '')).join(words)


def faulty_reply(m):
    """Returns the body of In-Reply-To, and the id in it or None."""
    name, person = random.choice((('Ann Lee', 'ann@a.example'), ('Bo', 'bo.b@b.example')))
    other = f'other.{random.randrange(30)}@lost.example'
    answer = m.chain[-1] if m.chain else other
    if random.random() < .1:
        answer = other
    forms = (
        (f'<{answer}>', answer), (f'<{answer}>', answer), (f'<{answer}>', answer),
        (f'Your message of "Mon, 1 Jan 2001 10:00:00 +0000" <{answer}>', answer),
        (f'Your message of "Mon, 1 Jan 2001 10:00:00 +0000."\n             <{answer}> ', answer),
        (f'Message from {name} <{person}> of "Mon, 1 Jan 2001" <{answer}>', answer),
        (f'Message from {person} of "Mon, 1 Jan 2001" <{answer}>', answer),
        (f'<{answer}> from {name} <{person}>', answer),
        (f'<{answer}> from "{name}" at Jan 1, 2001 10:00:00 am', answer),
        (f"{name} <{person}>'s message of Monday <{answer}>", answer),
        (f'<{answer}> <{other}>', answer),
        (f'message <{answer}> of 1 Jan', answer),
        (f'"{name}" <{person}>\n\t"Re: bells" (Jan  1, 10:00am)', None),
        (person, None), (f'{name} <{person}>', None), (f'Message from {name} <{person}>', None),
        ('Your message of Monday', None), (f'<{answer}', None), ('', None),
    )
    return random.choice(forms)


def put_head(m):
    lines = [f'From: p{m.number % 17}@p.example']
    if m.time is None:
        lines += random.choice(([], ['Date: yesterday']))
    else:
        lines.append('Date: ' + time.strftime('%a, %d %b %Y %H:%M:%S +0000', time.gmtime(m.time)))
    if m.id:
        lines.append(f'Message-ID: <{m.id}>')
    lines += m.fields
    lines.append(f'Subject: {random.choice(("Re: ", ""))}bells {m.number % 50}')
    m.head = '\n'.join(lines) + f'\n\nhttp://a.example/{m.number}\n\n'


def make_messages(count):
    """Returns the messages that the archive has, in the order in which they were sent."""
    messages = [Message(n) for n in range(count * 9 // 8)]
    for m in messages:
        if m.number and random.random() < .8:
            m.above = messages[max(0, m.number - int(random.expovariate(1 / 12)) - 1)]
            m.chain = [*m.above.chain, m.above.id]
    for m in messages:
        references, (reply, answer) = faulty_references(m, messages), faulty_reply(m)
        fields = []
        if random.random() < .75:
            fields.append(f'References: {references}')
        else:
            m.refs = []
        if m.chain and random.random() < .7 or random.random() < .05:
            fields.append(f'In-Reply-To: {reply}')
            if answer and m.refs[-1:] != [answer]:
                m.refs.append(answer)
        random.shuffle(fields)
        m.fields = fields
    for m in messages:
        roll = random.random()
        if roll < .03:
            m.time = None
        elif roll < .08:
            m.time = random.randrange(1, 2000000000)
        elif roll < .10:
            m.time = messages[random.randrange(len(messages))].number * 61 + 946684800
        if roll > .98 and m.time is not None:
            m.id = None
        elif roll > .96:
            m.id = random.choice(messages).id or m.id
    for m in messages:
        put_head(m)
    return [m for m in messages if random.random() < 8 / 9]


# ---- Threads ----


class Container:
    def __init__(self, name):
        self.name, self.message, self.parent, self.children = name, None, None, []

    def has_below(self, other):
        while other is not None and other is not self:
            other = other.parent
        return other is self

    def unlink(self):
        if self.parent:
            self.parent.children.remove(self)
        self.parent = None

    def adopt(self, child):
        child.unlink()
        child.parent = self
        self.children.append(child)


def make_threads(messages):
    """Returns the containers at the top, before empty ones are taken out."""
    table, made = {}, []

    def container(name):
        if name not in table:
            table[name] = Container(name)
            made.append(table[name])
        return table[name]

    for m in sorted(messages, key=lambda m: (m.time is None, m.time or 0, (m.id or '').encode())):
        if m.id is None:
            own = Container(None)
            made.append(own)
        else:
            own = container(m.id)
        own.message = m
        before = None
        for name in m.refs:
            c = container(name)
            if c is own:
                continue
            if before and c.parent is None and not c.has_below(before) and not before.has_below(c):
                before.adopt(c)
            before = c
        if before and own.has_below(before):
            before = None
        own.unlink()
        if before:
            before.adopt(own)
    return [c for c in made if c.parent is None]


def prune(containers, top):
    """Returns the list without empty containers, as the description says."""
    out = []
    for c in containers:
        c.children = prune(c.children, False)
        if c.message or (top and len(c.children) > 1):
            out.append(c)
        else:
            out += c.children
    return out


def expected(messages):
    """Returns {number: (parent, thread)} with numbers of messages, and ids of missing ones."""
    rows = {}

    def name(c):
        return c.message.number if c.message else c.name

    todo = [(c, None, name(c)) for c in prune(make_threads(messages), True)]
    while todo:
        c, parent, thread = todo.pop()
        if c.message:
            rows[c.message.number] = (parent, thread)
        todo += [(child, name(c), thread) for child in c.children]
    return rows


# ---- The index ----


def write_file(path, messages):
    with open(path, 'w', encoding='ascii', newline='\n') as out:
        for m in messages:
            out.write('From p@p.example Mon Jan  1 00:00:00 2001\n')
            m.place = (path, out.tell())
            out.write(m.head)


def indexed(database, messages):
    """Returns the messages that are not copies of others, and their threads in the form of
    expected().

    A message whose id another message had first gets an id of its own."""
    db = sqlite3.connect(f'file:{database}?mode=ro', uri=True)
    places = {m.place: m for m in messages}
    variants = db.execute('SELECT source, offset, message, variant FROM place').fetchall()
    numbers = {variant: places[source, offset].number for source, offset, message, variant in variants
               if message == variant}
    missing = dict(db.execute('SELECT id, message_id FROM messages WHERE content IS NULL'))
    assert db.execute('SELECT count(*) FROM unthreaded').fetchone() == (0,)
    names = {None: None, **missing, **numbers}
    rows = {names[id]: (names[parent], names[thread])
            for id, parent, thread in db.execute('SELECT id, parent, thread FROM message')}
    by_number = {m.number: m for m in messages}
    shown = [copy.copy(by_number[number]) for number in numbers.values()]
    others = {numbers[id] for id, in db.execute('SELECT id FROM message WHERE first IS NOT NULL')}
    for m in shown:
        if m.number in others:
            m.id += f' {m.number}'
    return shown, rows


def compare(trawl, database, folder, messages, step):
    subprocess.run([trawl, 'index', '-q', database, folder], check=True)
    shown, got = indexed(database, messages)
    want = expected(shown)
    wrong = [n for n in want if got.get(n) != want[n]]
    for n in wrong[:3]:
        print(f'{step}: message {n}: got {got.get(n)}, want {want[n]}')
    if wrong or set(got) != set(want) or len(want) < 10:
        print(f'{step}: {len(wrong)} of {len(want)} are wrong; {len(got)} in the index')
        sys.exit(1)


def main(trawl, folder, count, seed):
    random.seed(seed)
    sys.setrecursionlimit(100000)
    os.makedirs(folder)
    messages = make_messages(count)
    parts = [[] for _ in range(7)]
    for m in messages:  # mostly in order, as a list's months
        late = random.random() < .1
        parts[random.randrange(7) if late else m.number * 7 // (count * 9 // 8 + 1)].append(m)
    for part in parts:
        if random.random() < .5:
            random.shuffle(part)
    database = folder + '.db'
    paths = [os.path.join(folder, f'{random.randrange(1000)}-{n}') for n in range(7)]

    def put(numbers, step, half=None):
        there = []
        for n in range(7):
            if n in numbers:
                part = parts[n][:len(parts[n]) // 2] if n == half else parts[n]
                write_file(paths[n], part)
                there += part
            elif os.path.exists(paths[n]):
                there += parts[n]
        compare(trawl, database, folder, there, step)

    order = list(range(7))
    random.shuffle(order)
    put(order[:3], 'the first run', order[0])
    put(order[:1], 'a file that grew')
    put(order[3:], 'more files')
    put(order[2:3], 'a file that shrank', order[2])
    put(order[2:3], 'all')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
