# path.py - counts the functions and files that a bare URL passes from read to print
#
#     python3 tests/tools/path.py TRAWL LOG.so [all]
#
# TRAWL is the command, compiled with -O0 -g -finstrument-functions; LOG.so is path_log.c. Runs the
# command on a line of text with a URL, once for each output, and counts the different functions of
# the project that are entered after the URL is read and before it is written. With "all", prints
# them by file.

import os
import subprocess
import sys
import tempfile

URL = 'http://host.example/path'
OUTPUTS = ('list', 'json', 'html')


def calls_of(trawl, log_so, output, folder):
    """Returns the addresses of the functions that were entered, in order, each once."""
    text, log = os.path.join(folder, 'text'), os.path.join(folder, 'log')
    with open(text, 'w') as f:
        f.write(f'See {URL} for more.\n')
    environment = dict(os.environ, LD_PRELOAD=os.path.abspath(log_so), PATH_URL=URL, PATH_LOG=log)
    done = subprocess.run([trawl, '-j', '1', '-t', output, text], env=environment, capture_output=True)
    if done.returncode != 0 or URL.encode() not in done.stdout:
        sys.exit(f'path.py: trawl -t {output}: exit status {done.returncode}: {done.stderr.decode()}')
    with open(log) as f:
        lines = f.read().split('\n')[:-1]
    os.unlink(log)
    if not lines or 'full' in lines:
        sys.exit(f'path.py: trawl -t {output}: no calls were logged, or too many')
    return list(dict.fromkeys(lines))


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
    return list(dict.fromkeys(found))


def main():
    trawl, log_so, *words = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for output in OUTPUTS:
            found = functions_of(calls_of(trawl, log_so, output, folder))
            files = dict.fromkeys(path for path, _ in found)
            library = [path for path, _ in found if path.startswith('src/lib/')]
            print(f'{output}: {len(found)} functions in {len(files)} files; '
                  f'of the library {len(library)} in {len(set(library))}')
            for path in files if 'all' in words else ():
                print(f'    {path}: ' + ' '.join(name for p, name in found if p == path))


main()
