"""transfer_oracle.py - transfer encodings undone by Python's email package, for tests/mail/body/t_transfer_python.c

Standard input: cases, each a line "ENCODING LENGTH" and so many bytes of a message's body. Standard output: for each a
line with the length of what Python makes of it, and that.
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
