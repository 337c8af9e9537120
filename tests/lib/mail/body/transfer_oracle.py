"""transfer_oracle.py - decodes transfer encodings with Python's email package, for tests/lib/mail/body/t_transfer_python.c

Standard input: cases, each a line "ENCODING LENGTH" and a message body of LENGTH bytes. Standard output: for each case a
line with the length of the decoded body, and the body.
"""
import email
import sys


def main():
    read, write = sys.stdin.buffer, sys.stdout.buffer
    for line in read:
        encoding, length = line.split()
        body = read.read(int(length))
        message = email.message_from_bytes(b"Content-Transfer-Encoding: " + encoding + b"\n\n" + body)
        text = message.get_payload(decode=True)
        write.write(b"%d\n" % len(text))
        write.write(text)


main()
