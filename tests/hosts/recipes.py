#!/usr/bin/env python3
"""recipes.py - a web server for t_recipes.sh: recipes.py PORTFILE

Writes its port to PORTFILE. Paths with "dead" do not exist; paths with "slow" get no answer. HEAD
is refused, as some servers do. Each path that was asked for is a line of PORTFILE.asked.
"""
import http.server
import os
import sys
import threading

LIFE = 600  # seconds


class Handler(http.server.BaseHTTPRequestHandler):
    """A request."""

    def do_GET(self):
        with open(sys.argv[1] + '.asked', 'a', encoding='ascii') as f:
            f.write(self.path + '\n')
        if 'slow' in self.path:
            threading.Event().wait(LIFE)
        self.send_response(404 if 'dead' in self.path else 200)
        self.send_header('Content-Length', '2')
        self.end_headers()
        self.wfile.write(b'x\n')

    def do_HEAD(self):
        self.send_error(405)

    def log_message(self, *args):
        pass


def main(port):
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler) as server:
        with open(port + '.new', 'w', encoding='ascii') as f:
            f.write(f'{server.server_address[1]}\n')
        os.rename(port + '.new', port)
        threading.Timer(LIFE, lambda: os._exit(0)).start()
        server.serve_forever()


if __name__ == '__main__':
    main(sys.argv[1])
