# hostile.py - makes a mailbox of messages that attack an archive: markup and paths in each place
#
#     python3 tests/archive/site/hostile.py >hostile.mbox

import sys

ATTACKS = ['"><script>alert(1)</script>', "'><img src=x onerror=alert(1)>", '</title><script>alert(1)</script>',
           '</pre></main><svg onload=alert(1)>', '../../../../etc/passwd', '..\\..\\windows\\win.ini', '/etc/passwd',
           '%2e%2e%2f%2e%2e%2fx', 'a/../../b', 'CON', 'nul.html', '.htaccess', '-->', ']]>', '&lt;b&gt;&#60;b&#62;',
           'javascript:alert(1)', '\x1b]0;x\x07', '\u202egnp.exe', '\u2028x', 'x' * 9000, 'A@Case.example', 'a@case.example',
           '${x}', '`id`', '$(id)', '{{7*7}}', 'a;b', '"; DROP TABLE page; --', "' OR 1=1 --", '.', '..', '~', '*', '\xff\xfe']


def put(lines, body):
    sys.stdout.buffer.write(('From x Thu Jan  1 00:00:00 1970\n' + '\n'.join(lines) + '\n\n' + body + '\n\n')
                            .encode('utf-8', 'surrogateescape'))


def main():
    for i, attack in enumerate(ATTACKS):
        quoted = attack.replace('\\', '\\\\').replace('"', '\\"')
        put(['From: "%s" <u%d@a.example>' % (quoted, i), 'Subject: ' + attack, 'Message-ID: <%s>' % attack,
             'Date: Mon, 30 Jun 2008 02:34:00 +0000', 'In-Reply-To: <%s>' % ATTACKS[i - 1], 'List-Id: %s <%s>' % (attack, attack),
             'Content-Type: multipart/mixed; boundary=b'],
            '--b\nContent-Type: text/plain; name="%s"\n\n%s\nhttp://a.example/%s http://%s/ <URL:javascript:alert(1)>\n'
            'data:text/html,<script>alert(1)</script> mailto:x@y.example?subject=%s\n'
            '--b\nContent-Type: image/png; name="%s"\nContent-Transfer-Encoding: base64\n\nAAAAAAAA\n'
            '--b\nContent-Type: text/html\n\n<p>%s</p><a href="javascript:alert(1)">x</a><a href="http://b.example/%s">%s</a>\n--b--'
            % (quoted, attack, attack, attack, attack, quoted, attack, attack, attack))
    # circles of answers, answers to themselves, missing and repeated ids, dates out of range
    for a, b in (('c1', 'c2'), ('c2', 'c3'), ('c3', 'c1'), ('d1', 'c1'), ('self', 'self'), ('late', 'later')):
        put(['From: c@a.example', 'Message-ID: <%s@a.example>' % a, 'In-Reply-To: <%s@a.example>' % b, 'Subject: circle'], a)
    for date in ('Mon, 1 Jan 0001 00:00:00 +0000', 'Fri, 31 Dec 9999 23:59:59 -1200', 'never', 'Thu, 1 Jan 1970 00:00:00 +0000',
                 'Wed, 1 Jan 1800 00:00:00 +0000', 'Tue, 1 Jan 2999 00:00:00 +0000'):
        put(['Date: ' + date], 'without an id, of ' + date)
    put(['Message-ID: <same@a.example>', 'Subject: one'], 'http://one.example/')
    put(['Message-ID: <same@a.example>', 'Subject: two'], 'http://two.example/')
    put(['Message-ID: <>', 'Subject: an empty id'], 'x')
    # messages that are not to be published
    for i, field in enumerate(('X-No-Archive: yes', 'x-no-archive: Yes', 'Archive: no', 'Restrict: no-external-archive',
                               'X-Robots-Tag: noindex, nofollow', 'X-Robots-Tag: googlebot: none')):
        put([field, 'Message-ID: <private%d@a.example>' % i, 'Subject: kept out', 'From: Secret Person <secret@a.example>'], 'kept out')
    put(['Message-ID: <first-line@a.example>', 'Subject: kept out'], 'X-No-Archive: yes\n\nkept out')
    put(['Message-ID: <answer@a.example>', 'In-Reply-To: <private0@a.example>', 'Subject: an answer'], 'X-Robots-Tag: none')
    put(['Message-ID: <public@a.example>', 'X-No-Archive: no', 'Subject: public'], 'text\nX-No-Archive: yes')


if __name__ == '__main__':
    main()
