# inputs.py - keeps the seeds of the fuzz targets, one text file for each
#
#     python3 tests/fuzz/inputs.py unpack FOLDER [TARGET...]  write each input to FOLDER/TARGET/NAME
#     python3 tests/fuzz/inputs.py add TARGET [FILE...]       add files, and put the lines in order
#     python3 tests/fuzz/inputs.py check                      print the files that "add" would change
#
# The file tests/fuzz/corpus/TARGET.txt has an input on each line, in the format of the dictionaries
# of libFuzzer and AFL++: "BYTES", or NAME="BYTES" for an input that has a name. Bytes that are not
# printable ASCII are \xNN, a quote is \", a backslash is \\. A line that begins with "#" is a
# comment. The name of an unnamed input is the SHA-1 of its bytes, as libFuzzer calls its files. The
# lines are sorted, and no input occurs twice, so that the same inputs give the same file.

import glob
import hashlib
import os
import re
import shutil
import sys

CORPUS = 'tests/fuzz/corpus'
LINE = re.compile(r'(?:(\w[\w.-]*)=)?"((?:[ !#-\[\]-~]|\\\\|\\"|\\x[0-9A-F]{2})*)"')
ESCAPE = re.compile(r'\\(x..|.)')


def path_of(target):
    return f'{CORPUS}/{target}.txt'


def all_targets():
    """Returns the targets that have seeds."""
    return sorted(os.path.basename(path)[:-len('.txt')] for path in glob.glob(path_of('*')))


def name_of(data):
    return hashlib.sha1(data).hexdigest()


def decoded(line, where):
    """Returns name and bytes of a line."""
    match = LINE.fullmatch(line)
    if not match:
        sys.exit(f'{where}: not an input: {line[:60]}')
    data = ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if len(m[1]) == 3 else m[1], match[2]).encode('latin-1')
    return match[1] or name_of(data), data


def encoded(name, data):
    """Returns the line of an input, without its end."""
    text = ''.join(f'\\{c}' if c in '"\\' else c if ' ' <= c <= '~' else f'\\x{ord(c):02X}' for c in data.decode('latin-1'))
    return f'"{text}"' if name == name_of(data) else f'{name}="{text}"'


def load(target):
    """Returns the seeds of a target: their bytes by name."""
    if not os.path.exists(path_of(target)):
        return {}
    with open(path_of(target), encoding='ascii') as f:
        lines = [(number, line.rstrip('\n')) for number, line in enumerate(f, 1) if not line.startswith('#')]
    return dict(decoded(line, f'{path_of(target)}:{number}') for number, line in lines)


def packed(target, inputs):
    """Returns the text of a file of seeds. Of inputs with the same bytes, one with a name is kept."""
    named = {data: name for name, data in sorted(inputs.items()) if name != name_of(data)}
    lines = sorted({encoded(named.get(data, name), data) for name, data in inputs.items()})
    return '\n'.join([f'# {target}.txt - seeds of fuzz_{target}.c; inputs.py explains the format', *lines, ''])


def store(target, inputs):
    """Writes the seeds of a target."""
    os.makedirs(CORPUS, exist_ok=True)
    with open(path_of(target), 'w', encoding='ascii') as f:
        f.write(packed(target, inputs))


def unpack(folder, *names):
    """Writes each input to a file of its own, in place of those that are in the folder."""
    for target in names or all_targets():
        to = f'{folder}/{target}'
        shutil.rmtree(to, ignore_errors=True)
        os.makedirs(to)
        for name, data in load(target).items():
            with open(f'{to}/{name}', 'wb') as f:
                f.write(data)


def add(target, *paths):
    """Adds files to the seeds of a target, each by the name of its file."""
    if not glob.glob(f'tests/fuzz/*/fuzz_{target}.c'):
        sys.exit(f'inputs.py: there is no target {target}')
    inputs = load(target)
    for path in paths:
        name = os.path.basename(path)
        with open(path, 'rb') as f:
            data = f.read()
        if not re.fullmatch(r'\w[\w.-]*', name, re.ASCII):
            sys.exit(f'inputs.py: {path}: a name begins with a letter or digit, and has only these and "_.-"')
        if inputs.setdefault(name, data) != data:
            sys.exit(f'inputs.py: {path_of(target)} has another input named {name}')
    store(target, inputs)


def check():
    """Prints the files that "add" would write differently. Returns the exit status."""
    wrong = []
    for target in all_targets():
        with open(path_of(target), encoding='ascii') as f:
            if f.read() != packed(target, load(target)):
                wrong.append(f'{path_of(target)}: not in order; run python3 tests/fuzz/inputs.py add {target}')
        if not glob.glob(f'tests/fuzz/*/fuzz_{target}.c'):
            wrong.append(f'{path_of(target)}: there is no target {target}')
    print('\n'.join(wrong), end='\n' if wrong else '')
    return len(wrong) > 0


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1] not in ('unpack', 'add', 'check') or (len(sys.argv) > 2) == (sys.argv[1] == 'check'):
        sys.exit('usage: inputs.py unpack FOLDER [TARGET...] | add TARGET [FILE...] | check')
    sys.exit({'unpack': unpack, 'add': add, 'check': check}[sys.argv[1]](*sys.argv[2:]))
