"""mailbox_oracle.py - splits mailboxes with Python's mailbox module, for t_container_python.c

Argument: a directory with files NAME.mbox and NAME.mmdf. Prints for each file, in the order of their names, the number of
messages, then each message: a line with its length, and its bytes. Removes the ">" of mboxrd, which the module keeps.
"""
import mailbox
import os
import re
import sys

directory = sys.argv[1]
out = sys.stdout.buffer
for name in sorted(os.listdir(directory)):
    path = os.path.join(directory, name)
    if name.endswith(".mbox"):
        box = mailbox.mbox(path, create=False)
        messages = [re.sub(rb"^>(>*From )", rb"\1", box.get_bytes(key), flags=re.M) for key in sorted(box.keys())]
    else:
        box = mailbox.MMDF(path, create=False)
        messages = [box.get_bytes(key) for key in sorted(box.keys())]
    out.write(b"%d\n" % len(messages))
    for message in messages:
        out.write(b"%d\n%s" % (len(message), message))
