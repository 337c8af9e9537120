exec(open('/tmp/w/ed/e1.py').read().split("r('README.md'")[0])
r('README.md',("""`make deps check` installs what the tests of library and command need, and runs them. `deps` calls
the system's package manager, with `sudo` if needed. On a Debian 12 without a compiler, `make deps
try` installs about 57 packages (220 MB), `make deps check` about 41 more (150 MB). Both are
[tested](doc/testing.md#fresh-machines) on Debian 12, 13 and unstable.
""","""`make deps check` installs what the tests of library and command need, and runs them. `deps` calls
the system's package manager, with `sudo` if needed. `make deps try` installs about 57 packages (220
MB) on a Debian 12 without a compiler, and `make deps check` about 41 more (150 MB). Both are
[tested](doc/testing.md#fresh-machines) on Debian 12, 13 and unstable.
"""))
r('src/archive/site/thread/mailbox.c',(""" * messages of a member are those of the last run, it is copied from the old file. The table "member"
 * of the state has the fingerprint and the place of each.
""",""" * messages of a member are those of the last run, it is copied from the old file. The table
 * "member" of the state has the fingerprint and the place of each.
"""))
r('bindings/python/ext/mail.c',("/* Sets the input. Messages of email and mailbox are read as mail, unless from_ names another kind. */","/* Sets the input. Messages of email and mailbox are read as mail, unless from_ says otherwise. */"))
r('bindings/js/decide.mjs',("""// Returns the value of an option for a link: the one for all links, or that for its kind; "email" and
// "url" are for kinds without an entry. Functions are called with the text or address of the link.
""","""// Returns the value of an option for a link: the one for all links, or that for its kind; "email"
// and "url" are for kinds without an entry. Functions are called with the link's text or address.
"""))
r('bindings/js/rules.mjs',("""// Patterns are regular expressions of JavaScript, for characters, not bytes. With a trigger, they see
// its line, at most 1024 characters after it. Rules""","""// Patterns are regular expressions of JavaScript, for characters, not bytes. With a trigger, they
// see its line, at most 1024 characters after it. Rules"""))
r('tests/house.py',("Each container and option of the library is in the lists of tests that pass without it, too.","Each container and option is in the lists of the tests that would pass without it."))
r('packaging/static/libraries.sh',("""# FOLDER/root. CC is a compiler that makes static programs, such as musl-gcc. HOST is the system that
# it compiles for, if that is another one. A library""","""# FOLDER/root. CC is a compiler that makes static programs, such as musl-gcc. HOST is the system
# that it compiles for, if that is another one. A library"""))
print('bad',bad)
