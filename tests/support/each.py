"""each.py - the links of many texts, each read as a file of its own"""
import json
import os
import subprocess
import tempfile


def records_of(trawl, texts, find, fields):
    """Returns a list for each text: the records with the fields, of the links of these kinds."""
    found = [[] for _ in texts]
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(texts):
            with open(os.path.join(folder, str(i)), 'wb') as f:
                f.write(text)
        command = [os.path.abspath(trawl), '-f', 'text', '-t', 'json', '--find', find, '--fields', fields + ',file', '.']
        done = subprocess.run(command, stdout=subprocess.PIPE, cwd=folder, check=False)
    assert done.returncode < 2, command
    for line in done.stdout.splitlines():
        record = json.loads(line)
        found[int(os.path.basename(record['file']))].append(record)
    return found
