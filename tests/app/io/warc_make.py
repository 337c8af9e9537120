"""warc_make.py: writes files of WARC for t_warc.sh

    python3 warc_make.py FOLDER

Each file is named after what is in it. The links in them are http://a.example/NUMBER, or partial.
"""

import gzip
import os
import sys
import zlib

NUMBER = 0


def record(kind, block, content='application/http; msgtype=response', uri='http://a.example/d/page', version='1.0',
           length=None, more=''):
    """Returns a record."""
    global NUMBER
    NUMBER += 1
    head = (f'WARC/{version}\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{NUMBER:08}>\r\n'
            f'WARC-Date: 2024-02-03T04:05:06Z\r\nWARC-Target-URI: {uri}\r\nContent-Type: {content}\r\n{more}'
            f'Content-Length: {len(block) if length is None else length}\r\n\r\n')
    return head.encode() + block + b'\r\n\r\n'


def http(body, content='text/html; charset=utf-8', more='', status='200 OK'):
    """Returns a response of HTTP."""
    return f'HTTP/1.1 {status}\r\nServer: http://a.example/server\r\nContent-Type: {content}\r\n{more}\r\n'.encode() + body


def chunks(body, size=7, end=b'0\r\n\r\n'):
    """Returns the body in chunks."""
    parts = [body[i:i + size] for i in range(0, len(body), size)]
    return b''.join(b'%x;x=y\r\n%s\r\n' % (len(p), p) for p in parts) + end


def deflate(body, bits):
    """Returns the body compressed by zlib."""
    packer = zlib.compressobj(9, zlib.DEFLATED, bits)
    return packer.compress(body) + packer.flush()


def page(number, text='See'):
    """Returns a page with a link, a partial link and a bare one."""
    return (f'<!DOCTYPE html><html><head><title>x</title></head><body><p>{text} <a href="http://a.example/{number}">'
            f'this</a>, <a href="part/{number}">that</a> and http://a.example/text/{number} too.</p></body></html>').encode()


CHUNKED = 'Transfer-Encoding: chunked\r\n'
PLAIN = [
    record('warcinfo', b'software: http://a.example/software\r\n', 'application/warc-fields', ''),
    record('request', b'GET /d/page HTTP/1.1\r\nReferer: http://a.example/referer\r\n\r\n', 'application/http; msgtype=request'),
    record('response', http(page(1))),
    record('response', http(b'see http://a.example/2 here\n', 'text/plain'), uri='<http://a.example/in-brackets>'),
    record('response', http(b'\x89PNG http://a.example/image', 'image/png')),
    record('response', http(page(3), 'application/xhtml+xml'), version='1.1'),
    record('metadata', b'via: http://a.example/via\r\n', 'application/warc-fields'),
    record('revisit', http(b'')),
    record('resource', b'see http://a.example/4 here\n', 'text/plain'),
    record('resource', page(5), 'text/html', 'http://b.example/x/'),
    record('conversion', 'sée http://a.example/6 hère\n'.encode(), 'text/plain'),
    record('response', http('<p title="ü">http://a.example/ü7</p>'.encode('latin-1'), 'text/html; charset=iso-8859-1')),
    record('response', b'20060920 a.example', 'text/dns', 'dns:a.example'),
    record('response', http(b'')),
    record('response', http(page(8), status='404 Not Found')),
]
CODED = [
    record('response', http(chunks(page(1)), more=CHUNKED)),
    record('response', http(gzip.compress(page(2)), more='Content-Encoding: gzip\r\n')),
    record('response', http(chunks(gzip.compress(page(3)), 20), more=CHUNKED + 'Content-Encoding: x-gzip\r\n')),
    record('response', http(deflate(page(4), 15), more='Content-Encoding: deflate\r\n')),
    record('response', http(deflate(page(5), -15), more='content-encoding:  DEFLATE\r\n')),
    record('response', http(page(6), more=CHUNKED + 'Content-Encoding: gzip\r\n')),
    record('response', http(page(7), more='Content-Encoding: identity\r\n')),
    record('response', http(gzip.compress(b'<URL:http://a.example/8/' + b'\n'.join(b'part%d/' % i for i in range(5)) + b'>\n' +
                                          b'see http://a.example/9 here\n' * 5000), 'text/plain', 'Content-Encoding: gzip\r\n')),
]
FAULTS = {
    'brotli': [record('response', http(b'\x8b\x02\x80abc\x03', more='Content-Encoding: br\r\n')), PLAIN[2]],
    'short': [PLAIN[2], record('response', http(page(9)), length=60), PLAIN[3]],
    'long': [PLAIN[2], record('response', http(page(9)), length=10**12), PLAIN[3]],
    'cut': [PLAIN[2], record('response', http(page(9)))[:-120]],
    'cut-head': [PLAIN[2], record('response', b'')[:70]],
    'cut-gzip': [PLAIN[2], record('response', http(gzip.compress(page(9))[:-20], more='Content-Encoding: gzip\r\n')), PLAIN[3]],
    'bad-gzip': [record('response', http(gzip.compress(page(9) * 20)[:30] + b'\xff' * 90, more='Content-Encoding: gzip\r\n')), PLAIN[3]],
    'bad-chunks': [record('response', http(chunks(page(9))[:40] + b'zz\r\nhttp://a.example/lost', more=CHUNKED)), PLAIN[3]],
    'huge-head': [record('response', http(page(9)), more='X: y\r\n' * 40000), PLAIN[3]],
    'huge-http': [record('response', http(page(9), more='X: y\r\n' * 40000)), PLAIN[3]],
    'huge-line': [record('response', http(page(9)), more='X: ' + 'y' * 200000 + '\r\n'), PLAIN[3]],
    'no-length': [record('response', http(page(9))).replace(b'Content-Length', b'X-Length'), PLAIN[3]],
    'between': [b'http://a.example/before\r\nWARC/2.0\r\nWARC/1.0 no\r\n', PLAIN[2], b'http://a.example/between\r\n', PLAIN[3]],
    'nothing': [b'http://a.example/nothing\n'],
}


def write(folder, name, records, pack=None):
    """Writes a file; with `pack`, each record is a member."""
    with open(os.path.join(folder, name), 'wb') as f:
        for one in records:
            f.write(pack(one) if pack else one)


def main():
    """Writes all files."""
    folder = sys.argv[1]
    write(folder, 'plain.warc', PLAIN)
    write(folder, 'coded.warc', CODED)
    write(folder, 'members.warc.gz', PLAIN, gzip.compress)
    write(folder, 'whole.warc.gz', [gzip.compress(b''.join(PLAIN))])
    write(folder, 'lf.warc', [one.replace(b'\r\n', b'\n') for one in PLAIN[8:11]])
    for name, records in FAULTS.items():
        write(folder, name + '.warc', records)
    if len(sys.argv) > 2:  # a bomb: unpacks to more than 256 MiB
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        bomb = b''.join(packer.compress(b' ' * (1 << 20)) for _ in range(257)) + packer.flush()
        write(folder, 'bomb.warc', [record('response', http(bomb, more='Content-Encoding: gzip\r\n')), PLAIN[3]])
    write(folder, 'cut.warc.gz', [gzip.compress(PLAIN[2]), gzip.compress(PLAIN[3])[:-30]])


main()
