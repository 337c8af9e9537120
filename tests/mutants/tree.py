# tree.py - a copy of the source with a build of its own, in which faults and mutants are tried

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time

JOBS = os.environ.get('JOBS') or '2'
HANG = 'a hang of '
FAILED = re.compile(r'^not ok (?!.*# TODO)|^Result: FAIL')
BROKEN = re.compile('CHECK failed: ')


class Copy:
    """A copy of the source with its build."""

    def __init__(self, root):
        self.root = root
        for name in subprocess.check_output(['git', 'ls-files', '-z'], text=True).split('\0')[:-1]:
            if os.path.exists(name):
                self.write(name, open(name, 'rb').read())

    def write(self, name, data):
        """Writes a file unless it has this content already, so that make sees what changed."""
        path = os.path.join(self.root, name)
        if not os.path.exists(path) or open(path, 'rb').read() != data:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as f:
                f.write(data)
            os.chmod(path, os.stat(name).st_mode)

    def restore(self, name):
        self.write(name, open(name, 'rb').read())

    def make(self, *words):
        """Runs make, silently; prints the end of its output and raises when it fails."""
        done = subprocess.run(['make', f'-j{JOBS}', '--no-print-directory', *words], cwd=self.root,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f'make {" ".join(words)} failed:\n' + done.stdout[-2000:])

    def run(self, command, pattern, deadline, env=None):
        """Runs a command up to the first line of its output that matches, or to the deadline.
        Returns the match; True when the command was stopped; else None or False."""
        run = subprocess.Popen(command, cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors='replace', start_new_session=True, env={**os.environ, **(env or {})})
        late = threading.Event()

        def stop():
            late.set()
            os.killpg(run.pid, signal.SIGKILL)
        timer = threading.Timer(max(1, deadline - time.monotonic()), stop)
        timer.start()
        found = next((m for m in map(pattern.search, run.stdout) if m), None)
        timer.cancel()
        if found:
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        return found or late.is_set()

    def test(self, tests, deadline, *words, env=None, sign=FAILED):
        """Builds and runs tests, given settings of make. Returns the first one that fails; None if all
        pass until the deadline. If there is only one, it fails when its output has the sign; if it
        reaches the deadline, returns its name with HANG before it."""
        flags = '-v --nocolor' if len(tests) == 1 else f'-j{JOBS}'
        command = ['prove', *flags.split(), *tests]
        if words or any(t.endswith('.sh') for t in tests):
            command = ['make', '--no-print-directory', *words, 'check', f'TESTS={" ".join(tests)}',
                       f'PROVEFLAGS={flags}']
            self.make(*words, 'check', f'TESTS={" ".join(tests)}', 'PROVEFLAGS=--dry')
        else:
            self.make(*tests)  # without the programs, to save time
        if len(tests) == 1:  # stops at the first check that fails; prove holds lines back without a terminal
            command = ['script', '-qec', shlex.join(command), '/dev/null']
            found = self.run(command, sign, deadline(), env)
            if found is True and sign is BROKEN:
                return None  # it hangs, for another reason
            return (HANG if found is True else '') + tests[0] if found else None
        found = self.run(command, re.compile(r'^(\S*t_\S+) \.+ (?!ok|skipped)'), deadline(), env)
        return found[1] if found and found is not True else None
