# changes.py - changes an archive at random, and compares its site with a new one after each change
#
#     python3 changes.py TRAWL FOLDER STEPS SEED [MESSAGES NAMES]
#
# It begins with MESSAGES messages, which have up to NAMES senders, subjects and hosts.
# Runs of "trawl site" are killed now and then, and files of the site are removed. Prints each file
# that differs from that of a new site of the same index, with the changes before it. Ends with 1 if
# any file differs.

import os
import random
import shutil
import signal
import subprocess
import sys
import time

trawl, folder, steps, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
first, names = (int(word) for word in sys.argv[5:7]) if len(sys.argv) > 6 else (100, 0)
r = random.Random(seed)
mail, db, site, new = (os.path.join(folder, name) for name in ('mail', 'c.db', 'site', 'new'))
ids, done, count = [], [], 0
options = []


def run(*args, status=(0,)):
    p = subprocess.run([trawl, *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if p.returncode not in status:
        sys.exit(f'{args}: {p.returncode} {p.stderr}')


def boxes():
    return sorted(os.path.join(mail, name) for name in os.listdir(mail))


def url():
    """Returns one of a few URLs, sometimes without its end."""
    base = f'http://h{r.randrange(names or 9)}.example/a-long-name-of-a-page-{r.randrange(5)}'
    return base + r.choice(['', '/x', '-\nmore/of-it', '-more/of-it'])


def message():
    global count
    count += 1
    lines = [f'From x@y.example Thu Jan  1 00:00:00 1970', f'Message-ID: <m{count}@a.example>']
    lines.append(r.choice(['From: "Ann {0}" <P{0}@a.example>', 'From: Anna {0} <p{0}@a.example>', 'From: p{0}@a.example', 'X: {0}'])
                 .format(r.randrange(names or 6)))
    if r.random() < .9:
        lines.append(f'Date: {r.randint(1, 28)} {r.choice(["Jan", "Mar", "Apr", "Aug", "Nov"])} {r.randint(2001, 2004)} {r.randrange(24)}:00:00 +0200')
    lines.append(f'Subject: {r.choice(["", "Re: ", "[PATCH] ", "[PATCH v2 1/2] "])}subject {r.randrange(names or 9)}')
    if r.random() < .7:
        above = [f'<m{max(1, count + r.randint(-30, 5))}@a.example>' for _ in range(r.randint(1, 3))]
        lines.append(r.choice(['References: ', 'In-Reply-To: ']) + ' '.join(above))
    if r.random() < .5:
        few = r.random() < .4  # a list with a few messages, of which some have no pages
        lines.append(f'List-Id: <few{count // 20}.example>' if few else f'List-Id: <l{r.randrange(3)}.example>')
    if r.random() < .03:
        lines.append('X-No-Archive: yes')
    lines += ['', f'Text {r.randrange(99)} <p{r.randrange(6)}@a.example>'] + [url() for _ in range(r.randrange(3))]
    ids.append(f'm{count}@a.example')
    return '\n'.join(lines) + '\n\n'


def add(n=1):
    for _ in range(n):
        with open(os.path.join(mail, f'box{r.randrange(4)}'), 'a') as f:
            f.write(message())
    return f'{n} messages to {count}'


def edit():
    name = r.choice(boxes())
    with open(name) as f:
        text = f.read()
    with open(name, 'w') as f:
        f.write(text.replace(f'Text {r.randrange(9)}', 'Gone 0'))
    return f'edited {name}'


def drop():
    name = r.choice(boxes()[1:])
    os.remove(name)
    return f'removed {name}'


def copy():
    name = r.choice([name for name in boxes() if 'copy' not in name])
    shutil.copy(name, os.path.join(mail, f'copy{r.randrange(2)}'))
    return f'copied {name}'


def forget():
    what = r.choice(ids[-60:] + [f'p{r.randrange(6)}@a.example'])
    run('forget', '-q', db, what, status=(0, 1))
    return f'forgot {what}'


def spoil():
    paths = [os.path.join(top, name) for top, _, names in os.walk(site) for name in names if '.trawl-site' not in top]
    path = r.choice(sorted(paths))
    os.remove(path)
    return f'removed {path}'


def change_options():
    options[:] = r.choice([[], ['--title', 'T'], ['--addresses=obscured'], ['--search', '--base', 'https://b.example/']])
    return f'options {options}'


def kill():
    p = subprocess.Popen([trawl, 'site', '-q', *options, db, '-o', site], stderr=subprocess.DEVNULL)
    time.sleep(r.random() * .2)
    p.send_signal(signal.SIGKILL)
    p.wait()
    return 'killed'


def compare():
    shutil.rmtree(new, ignore_errors=True)
    run('site', '-q', *options, db, '-o', new)
    p = subprocess.run(['diff', '-r', '-q', '-x', '.trawl-site', site, new], stdout=subprocess.PIPE, text=True)
    if p.stdout:
        print(p.stdout, *done, sep='\n')
        sys.exit(1)


os.mkdir(mail)
add(first)
run('index', '-q', '--prune', db, mail)
for step in range(steps):
    run('site', '-q', *options, db, '-o', site)
    compare()
    done.append(add())
    run('index', '-q', '--prune', db, mail)
    for _ in range(r.choice([0, 0, 1, 2])):
        done.append(r.choices([add, edit, drop, copy, forget, spoil, change_options, kill], [5, 2, 1, 2, 1, 1, 1, 2])[0]())
        run('index', '-q', '--prune', db, mail)
    done.append('')
