# nntp.py - a news server with one group and one article, for tests of newsreaders
#
#     python3 tests/contrib/nntp.py ARTICLE PORT
#
# Serves the message of the file ARTICLE as number 1 of its group, on a free port of the loopback
# address, and writes the port to the file PORT. Handles what readers send: the commands of RFC 3977
# that read, with XOVER, XHDR and LISTGROUP. Ends on SIGTERM, or after ten minutes.

import os
import re
import socketserver
import sys
import threading

LIFE = 600.0
OVERVIEW = ('Subject', 'From', 'Date', 'Message-ID', 'References', 'Bytes', 'Lines', 'Xref')


class Article:
    """A message, and what the overview says about it."""

    def __init__(self, data):
        self.lines = data.replace(b'\r\n', b'\n').rstrip(b'\n').split(b'\n')
        blank = self.lines.index(b'')
        self.head, self.body = self.lines[:blank], self.lines[blank + 1:]
        self.fields = {}
        for line in self.head:
            name, _, value = line.decode('utf-8').partition(': ')
            self.fields[name.lower()] = value
        self.group = self.fields['newsgroups']
        self.id = self.fields['message-id']
        self.fields.update({'bytes': str(len(data)), 'lines': str(len(self.body)),
                            'xref': f'stub.example {self.group}:1'})

    def field(self, name):
        return self.fields.get(name.lower().lstrip(':'), '')

    def overview(self):
        row = [self.field(name) for name in OVERVIEW]
        row[-1] = 'Xref: ' + row[-1]
        return '\t'.join(['1'] + row)


class Reader(socketserver.StreamRequestHandler):
    """A connection of a newsreader."""

    def line(self, text):
        self.wfile.write(text.encode('utf-8') + b'\r\n')

    def block(self, status, lines):
        self.line(status)
        for line in lines:
            line = line if isinstance(line, bytes) else line.encode('utf-8')
            self.wfile.write((b'.' if line.startswith(b'.') else b'') + line + b'\r\n')
        self.line('.')

    def handle(self):
        try:
            self.serve()
        except ConnectionError:  # some readers leave without QUIT
            pass

    def serve(self):
        self.line('200 stub ready')
        for line in self.rfile:
            words = line.decode('utf-8', 'replace').split()
            if not words:
                continue
            command = getattr(self, 'do_' + words[0].lower(), None)
            if words[0].upper() == 'QUIT':
                self.line('205 bye')
                return
            if command:
                command(words[1:])
            else:
                self.line('500 what?')
            self.wfile.flush()

    # ---- The commands ----

    def do_capabilities(self, _):
        self.block('101 capabilities', ['VERSION 2', 'READER', 'OVER', 'HDR', 'LIST ACTIVE NEWSGROUPS OVERVIEW.FMT'])

    def do_mode(self, _):
        self.line('200 no posting')

    def do_date(self, _):
        self.line('111 20080630023500')

    def do_list(self, words):
        kind = words[0].lower() if words else 'active'
        rows = {'active': [f'{self.article.group} 1 1 n'], 'newsgroups': [f'{self.article.group} A group'],
                'overview.fmt': [f'{name}:' for name in OVERVIEW[:-1]] + ['Xref:full']}
        if kind in rows:
            self.block('215 list', rows[kind])
        else:
            self.line('503 no such list')

    def do_newgroups(self, _):
        self.block('231 new groups', [])

    def do_group(self, words):
        if words == [self.article.group]:
            self.line(f'211 1 1 1 {self.article.group}')
        else:
            self.line('411 no such group')

    def do_listgroup(self, _):
        self.block(f'211 1 1 1 {self.article.group}', ['1'])

    def do_over(self, words):
        self.block('224 overview', [self.article.overview()] if self.holds(words) else [])

    do_xover = do_over

    def do_hdr(self, words):
        rows = [f'1 {self.article.field(words[0])}'] if self.holds(words[1:]) else []
        self.block('225 headers', rows)

    def do_xhdr(self, words):
        rows = [f'1 {self.article.field(words[0])}'] if self.holds(words[1:]) else []
        self.block('221 headers', rows)

    def holds(self, words):
        """Returns true if the range of numbers has the article in it."""
        numbers = re.fullmatch(r'(\d+)(-?)(\d*)', words[0]) if words else None
        if not numbers:
            return True
        first, to, last = int(numbers[1]), numbers[2], numbers[3]
        return first <= 1 <= (int(last) if last else sys.maxsize if to else first)

    def answer(self, words, code, lines):
        if words and words[0] not in ('1', self.article.id):
            self.line('423 no such article')
        elif lines is None:
            self.line(f'{code} 1 {self.article.id}')
        else:
            self.block(f'{code} 1 {self.article.id}', lines)

    def do_article(self, words):
        self.answer(words, 220, self.article.lines)

    def do_head(self, words):
        self.answer(words, 221, self.article.head)

    def do_body(self, words):
        self.answer(words, 222, self.article.body)

    def do_stat(self, words):
        self.answer(words, 223, None)


def main(article, port):
    with open(article, 'rb') as f:
        Reader.article = Article(f.read())
    socketserver.ThreadingTCPServer.daemon_threads = True
    with socketserver.ThreadingTCPServer(('127.0.0.1', 0), Reader) as server:
        with open(port + '.new', 'w', encoding='ascii') as f:
            f.write(f'{server.server_address[1]}\n')
        os.rename(port + '.new', port)
        threading.Timer(LIFE, lambda: os._exit(0)).start()
        server.serve_forever()


if __name__ == '__main__':
    main(*sys.argv[1:])
