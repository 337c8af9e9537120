# old.py - makes a mailbox, and the pages that programs for list archives make of it
#
#     old.py PROGRAM FOLDER   writes FOLDER/list.mbox and the pages in FOLDER/pages, in the form of
#                             PROGRAM: pipermail, mhonarc, hypermail or hyperkitty; prints "NAME ID"
#                             for each page of a message
#
# The numbers of the pages do not follow the order of the mailbox: every fifth message came before
# its predecessor.

import email.header
import email.utils
import html
import os
import sys
import time
import urllib.parse

MONTHS = ('January February March April May June July August September October November December').split()
R13 = {ord(a): b for a, b in zip('@ABCDEFGHIJKLMNOPQRSTUVWXYZ[abcdefghijklmnopqrstuvwxyz', 'NOPQRSTUVWXYZ[@ABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm')}
PEOPLE = [('Ann Lee', 'ann@a.example'), ('J\u00f6rg "Jo" \u00d6st', 'jo@b.example'), ('', 'none@c.example'), ('Eve at Work', 'eve@d.example')]


def messages():
    for n in range(30):
        name, address = PEOPLE[n % 4]
        subject = ['[devel] A & B <c>', 'Re: [devel] A & B <c>', 'two -- hyphens', 'caf\u00e9 %41'][n // 7 % 4]
        text = f'Text {n}: see http://a.example/{n}?a=1&b=2 or write to {address}\n> quoted\n\n-- \n{name}\n'
        yield {'id': f'{n}-a--b+c=@{n % 3}.example', 'name': name, 'address': address, 'subject': subject, 'time': 1086000000 + 40000 * n, 'text': text}


def mailbox(path, mails):
    with open(path, 'w', encoding='utf-8') as f:
        for m in mails:
            sender = email.utils.formataddr((m['name'], m['address']))
            f.write(f'From a@b  {time.asctime(time.gmtime(m["time"]))}\nFrom: {sender}\nSubject: {email.header.Header(m["subject"]).encode()}\n'
                    f'Date: {email.utils.formatdate(m["time"])}\nMessage-ID: <{m["id"]}>\nContent-Type: text/plain; charset=utf-8\n\n{m["text"]}\n')


def links(text):
    return ''.join(f'<A HREF="{html.escape(w)}">{html.escape(w)}</A>' if w.startswith('http') else html.escape(w, quote=False)
                   for w in __import__('re').split(r'(http\S+)', text))


def pipermail(n, m):
    t = time.gmtime(m['time'] + 7200)
    hidden = m['address'].replace('@', ' at ')
    to = (f'mailto:devel%40a.example?Subject=Re:%20{urllib.parse.quote(m["subject"])}'
          f'&In-Reply-To=%3C{urllib.parse.quote(m["id"])}%3E')
    text = links(m['text'].replace('@', ' at '))
    subject = html.escape(m['subject'])
    return f'{t.tm_year}-{MONTHS[t.tm_mon - 1]}/{n:06}.html', f'''<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML>
 <HEAD>
   <TITLE> {subject}
   </TITLE>
   <LINK REL="Index" HREF="index.html" >
   <LINK REL="made" HREF="{to}">
   <META http-equiv="Content-Type" content="text/html; charset=utf-8">
 </HEAD>
 <BODY BGCOLOR="#ffffff">
   <H1>{subject}</H1>
    <B>{html.escape(m['name'] or hidden)}</B>
    <A HREF="{to}"
       TITLE="{subject}">{hidden}
       </A><BR>
    <I>{time.strftime('%a %b %d %H:%M:%S CEST %Y', t)}</I>
    <HR>
<!--beginarticle-->
<PRE>{text}</PRE>
<!--endarticle-->
</body></html>
'''


def mhonarc(n, m):
    def comment(text):
        return html.escape(text, quote=False).replace('-', '&#45;')
    sender = f'{m["name"]} <{m["address"]}>' if m['name'] else m['address']
    text = links(m['text'])
    return f'msg{n:05}.html', f'''<!-- MHonArc v2.6.19+ -->
<!--X-Subject: {comment(m['subject'])} -->
<!--X-From-R13: {comment(sender.translate(R13))} -->
<!--X-Date: {email.utils.formatdate(m['time']).replace('-', '&#45;')} -->
<!--X-Message-Id: {comment(m['id'])} -->
<!--X-Content-Type: text/plain -->
<!--X-Head-End-->
<html><body>
<!--X-Body-of-Message-->
<pre>{text}</pre>
<!--X-Body-of-Message-End-->
</body></html>
'''


def hypermail(n, m):
    def comment(text):
        return html.escape(text.replace('--', '\u2013\u2013')).replace('\u2013', '&ndash;')
    lines = links(m['text'].replace('@', '_at_')).replace('\n', '<br />\n')
    return f'{n:04}.html', f'''<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html lang="en">
<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="generator" content="hypermail 2.4.1, see http://www.hypermail-project.org/" /></head>
<body>
<!-- received="{time.asctime(time.gmtime(m['time'] + 60))}" -->
<!-- sent="{email.utils.formatdate(m['time'])}" -->
<!-- isosent="{time.strftime('%Y%m%d%H%M%S', time.gmtime(m['time']))}" -->
<!-- name="{comment(m['name'])}" -->
<!-- email="{m['address'].replace('@', '_at_')}" -->
<!-- subject="{comment(m['subject'])}" -->
<!-- id="{comment(m['id'].replace('@', '_at_'))}" -->
<!-- body="start" -->
<div class="mail">
<address class="headers">From: x</address>
{'<a name="start" accesskey="j" id="start"></a>' if n % 2 else ''}<br />
{lines}{'<span id="received"><dfn>Received on</dfn> today</span>' if n % 2 else ''}
</div>
<!-- body="end" -->
</body></html>
'''


def hyperkitty(n, m):
    key = __import__('base64').b32encode(__import__('hashlib').sha1(m['id'].encode()).digest()).decode()
    to = f'mailto:devel@a.example?Subject=Re%3A%20x&amp;In-Reply-To={urllib.parse.quote("<" + m["id"] + ">")}'
    lines = html.escape(m['text']).replace('\n', '<br>\n')
    return f'message/{key}/index.html', f'''<!DOCTYPE HTML>
<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />
<link rel="stylesheet" href="/static/hyperkitty/libs/font-awesome/css/font-awesome.min.css" /></head>
<body><h1 id="x">{html.escape(m['subject'])}</h1>
<div class="email email-first"><div id="{key}" class="email-header">
<span class="name">
{html.escape(m['name'] or '(no name)')}
</span>
<div class="time"><span title="Sender&#39;s time: {time.strftime('%B %d, %Y, %I:%M %p', time.gmtime(m['time'])).replace('AM', 'a.m.').replace('PM', 'p.m.')}">x</span></div>
<div class="messagelink right">(<a href="/list/message/{key}/" title="x">permalink</a>)</div></div>
<div class="email-body">
{lines}
</div>
<div class="email-info"><a class="reply reply-mailto" href="{to}">Reply</a></div></div></body></html>
'''


LISTS = {'pipermail': '<html><BODY>\n<i>This archive was generated by\n Pipermail 0.09 (Mailman edition).</i></BODY></html>\n',
         'mhonarc': '<!-- MHonArc v2.6.19+ -->\n<html><h1>Mail Thread Index</h1></html>\n',
         'hypermail': '<?xml version="1.0"?><html><meta name="generator" content="hypermail 2.4.1, see x" /></html>\n',
         'hyperkitty': '<!DOCTYPE HTML><html><link href="/static/hyperkitty/libs/x.css" /></html>\n'}


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def make(program, folder):
    mails = list(messages())
    os.makedirs(folder)
    mailbox(folder + '/list.mbox', mails)
    order = [n + (1 if n % 5 == 3 else -1 if n % 5 == 4 else 0) for n in range(len(mails))]
    for number, n in enumerate(order):
        name, page = globals()[program](number, mails[n])
        put(f'{folder}/pages/{name}', page)
        print(name, mails[n]['id'])
    put(f'{folder}/pages/thread.html', LISTS[program])


if __name__ == '__main__':
    make(*sys.argv[1:])
