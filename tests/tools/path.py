# path.py - counts the functions and files that a bare URL passes through between its read and its
# print, and the functions on the stack when it is printed
#
#     python3 tests/tools/path.py TRAWL LOG.so [all]
#
# TRAWL is the command, compiled with -O0 -g -finstrument-functions; LOG.so is path_log.c. Runs the
# command on a line of text with a URL, once for each output, and counts the different functions of
# the project that are entered after the URL is read and before it is written. With "all", prints
# them by file. Then prints how deep the stack is where the third link of a text or mailbox is
# printed; exits with 1 if it is deeper than DEPTHS says. With "all", prints the stacks.

import os
import subprocess
import sys
import tempfile

URL = 'http://host.example/path'
OUTPUTS = ('list', 'json', 'html')
LINE = f'See {URL} for more.\n'
MAILBOX = """From ann@a.example Mon Jan  1 00:00:00 2024
From: Ann <ann@a.example>
Subject: three links

%s
From ann@a.example Mon Jan  1 00:00:00 2024

The end.
""" % (3 * LINE)

# The output, the input, the function that prints a link, and how many functions may be on the stack
# there.
DEPTHS = (('list', 'text', 3 * LINE, 'list_put_link', 21), ('json', 'mailbox', MAILBOX, 'json_put_link', 26),
          ('html', 'mailbox', MAILBOX, 'html_link_piece', 29))


def calls_of(trawl, log_so, output, folder, content=LINE, **more):
    """Returns the addresses of the functions that were logged, in order."""
    text, log = os.path.join(folder, 'text'), os.path.join(folder, 'log')
    with open(text, 'w') as f:
        f.write(content)
    environment = dict(os.environ, LD_PRELOAD=os.path.abspath(log_so), PATH_URL=URL, PATH_LOG=log, **more)
    done = subprocess.run([trawl, '-j', '1', '-t', output, text], env=environment, capture_output=True)
    if done.returncode != 0 or URL.encode() not in done.stdout:
        sys.exit(f'path.py: trawl -t {output}: exit status {done.returncode}: {done.stderr.decode()}')
    with open(log) as f:
        lines = f.read().split('\n')[:-1]
    os.unlink(log)
    if not lines or 'full' in lines:
        sys.exit(f'path.py: trawl -t {output}: no calls were logged, or too many')
    return lines


def functions_of(calls):
    """Returns the pairs of file and function for addresses."""
    found, root = [], os.getcwd() + '/'
    for module in dict.fromkeys(c.rsplit(' ', 1)[0] for c in calls):
        offsets = [c.rsplit(' ', 1)[1] for c in calls if c.rsplit(' ', 1)[0] == module]
        shown = subprocess.run(['addr2line', '-f', '-e', module] + offsets, capture_output=True, check=True, text=True)
        lines = shown.stdout.split('\n')
        for name, place in zip(lines[0::2], lines[1::2]):
            path = os.path.normpath(place.rsplit(':', 1)[0]).removeprefix(root)
            found.append((path, name))
    return found


def offset_of(trawl, function):
    """Returns the address of a function in the command."""
    shown = subprocess.run(['nm', trawl], capture_output=True, check=True, text=True)
    return next(line.split()[0] for line in shown.stdout.split('\n') if line.split()[2:] == [function])


def main():
    trawl, log_so, *words = sys.argv[1:]
    too_deep = False
    with tempfile.TemporaryDirectory() as folder:
        for output in OUTPUTS:
            calls = dict.fromkeys(calls_of(trawl, log_so, output, folder))
            found = list(dict.fromkeys(functions_of(calls)))
            files = dict.fromkeys(path for path, _ in found)
            library = [path for path, _ in found if path.startswith('src/lib/')]
            print(f'{output}: {len(found)} functions in {len(files)} files; '
                  f'of the library {len(library)} in {len(set(library))}')
            for path in files if 'all' in words else ():
                print(f'    {path}: ' + ' '.join(name for p, name in found if p == path))
        for output, kind, content, function, most in DEPTHS:
            found = functions_of(calls_of(trawl, log_so, output, folder, content,
                                          PATH_PRINT=offset_of(trawl, function)))
            too_deep = too_deep or len(found) > most
            print(f'{output} of a {kind}: {len(found)} functions are open at {function}(), at most {most} may be')
            for path, name in found if 'all' in words else ():
                print(f'    {name} {path}')
    sys.exit(too_deep)


main()
