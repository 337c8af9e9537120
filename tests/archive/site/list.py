# list.py - makes the mailbox of a list: threads, long subjects, attachments, HTML, private messages
#
#     python3 tests/archive/site/list.py MESSAGES [SEED] >list.mbox
#
# The same arguments give the same bytes. A message with a higher number is later; some are answers
# to messages that are not in the mailbox.

import base64
import random
import sys
import time

WORDS = ('modem kernel patch driver crash font menu buffer cache thread socket printer network build '
         'release branch merge review test window mouse keyboard audio video disk driver queue lock '
         'locale unicode parser grammar index table column report archive message header body').split()
PICTURE = base64.b64decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')
NAMES = ('Ada Quill', 'Brian Ott', 'Carla Mendes', 'Dmitri Orlov', 'Emma Stone', 'Farid Haddad', 'Grace Lin',
         'Hugo Brandt', 'Ines Costa', 'Jan Novak', 'Kaori Abe', 'Liam Walsh')


def sentence(r, n):
    words = [r.choice(WORDS) for _ in range(n)]
    return ' '.join(words).capitalize() + '.'


def text(r, quoted):
    lines = []
    if quoted:
        lines += ['On some day somebody wrote:', '> ' + sentence(r, 9), '>> ' + sentence(r, 7), '']
    for _ in range(r.randint(1, 4)):
        words = ' '.join(sentence(r, 9) for _ in range(r.randint(2, 7))).split()
        line = ''
        for word in words:
            if len(line) + len(word) > 70:
                lines.append(line)
                line = ''
            line += (' ' if line else '') + word
        lines += [line, '']
    if r.random() < .6:
        lines += ['See http://%s.example.org/%s/%d for more.' % (r.choice(WORDS), r.choice(WORDS), r.randint(1, 900)), '']
    return '\n'.join(lines + ['-- ', 'http://lists.example.org/devel/', ''])


def message(r, number, people):
    name, address = r.choice(people)
    when = 1000000000 + number * 3600 + r.randint(0, 3000)
    answered = number - r.randint(1, 40) if r.random() < .7 else None
    subject = sentence(r, r.randint(2, 9) if r.random() < .98 else 120)[:-1] + ' %d' % number
    if answered is not None:
        subject = 'Re: ' + sentence(random.Random(answered), 5)
    head = ['From %s Thu Jan  1 00:00:00 1970' % address, 'From: "%s" <%s>' % (name, address), 'To: devel@lists.example.org',
            'Subject: ' + subject, 'Message-ID: <%d.devel@lists.example.org>' % number,
            'Date: ' + time.strftime('%a, %d %b %Y %H:%M:%S +0000', time.gmtime(when)), 'List-Id: <devel.lists.example.org>',
            'MIME-Version: 1.0']
    if answered is not None:
        head.append('In-Reply-To: <%d.devel@lists.example.org>' % answered)
    if number % 211 == 0:
        head.append('X-No-Archive: yes')
    body = text(r, answered is not None)
    if number % 17 == 0:
        data = base64.b64encode(PICTURE + r.randbytes(900)).decode()
        data = '\n'.join(data[i:i + 76] for i in range(0, len(data), 76))
        return '\n'.join(head + ['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', body,
                                 '--b', 'Content-Type: image/png; name="shot %d.png"' % number,
                                 'Content-Transfer-Encoding: base64', '', data, '--b',
                                 'Content-Type: text/x-patch', 'Content-Disposition: attachment; filename="fix.patch"', '',
                                 '--- a/x.c', '+++ b/x.c', '@@ -1 +1 @@', '-old', '+new', '--b--', '', ''])
    if number % 13 == 0:
        page = '<html><body><p>%s</p><a href="http://html.example.org/%d">here</a></body></html>' % (sentence(r, 20), number)
        return '\n'.join(head + ['Content-Type: multipart/alternative; boundary=c', '', '--c', 'Content-Type: text/plain', '',
                                 body, '--c', 'Content-Type: text/html', '', page, '--c--', '', ''])
    return '\n'.join(head + ['', body, ''])


def main():
    count = int(sys.argv[1])
    seed = sys.argv[2] if len(sys.argv) > 2 else '1'
    r = random.Random('people')
    people = [('%s %d' % (r.choice(NAMES), i), 'writer%d@people.example' % i) for i in range(max(5, count // 50))]
    for number in range(count):
        sys.stdout.write(message(random.Random('%s-%d' % (seed, number)), number, people))


if __name__ == '__main__':
    main()
