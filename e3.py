exec(open('/tmp/w/ed/e1.py').read().split("r('README.md'")[0])
import re
def sub(path, start, end, new):
    global bad
    s=open(path,encoding='utf-8').read()
    i=s.find(start); j=s.find(end,i)
    if i<0 or j<0 or s.count(start)!=1: bad+=1; print('SUB',path,start[:50],s.count(start)); return
    open(path,'w',encoding='utf-8').write(s[:i]+new+s[j+len(end):])
sub('README.md',"The documents were drawn at random","have each figure and its command.","""The documents were drawn at random; a simple pattern finds nearly all their links. We wrote the
texts of the next three rows to be hard. Searching the file with `memchr()` takes 0.28 of trawl's
time, Hyperscan with a pattern 10 times trawl's. Figures and commands:
[fast programs](doc/benchmarks.md#beside-fast-programs),
[others](doc/benchmarks.md#beside-other-programs).""") if False else sub('README.md',"The documents were drawn at random","and its command.","""The documents were drawn at random; a simple pattern finds nearly all their links. The texts of the
next three rows are ours, and hard. Searching the file with `memchr()` takes 0.28 of trawl's time,
Hyperscan with a pattern 10 times trawl's. [Fast programs](doc/benchmarks.md#beside-fast-programs)
and [the others](doc/benchmarks.md#beside-other-programs) have each figure and its command.""")
sub('README.md',"`make deps check` installs what","13 and unstable.","""`make deps check` installs what the tests of library and command need, and runs them. `deps` calls
the system's package manager, with `sudo` if needed. On a Debian 12 without a compiler, `make deps
try` installs about 57 packages (220 MB), `make deps check` about 41 more (150 MB). Both are
[tested](doc/testing.md#fresh-machines) on Debian 12, 13 and unstable.""")
sub('README.md',"One call of the C library","reads mail.","""One call of the C library ([trawl.h](include/trawl.h)) finds the links of a text and their places;
others find the link under a cursor and make HTML. [trawl_mail.h](include/trawl_mail.h) reads mail.""")
r('bindings/js/README.md',("In markdown-it, most of the time is spent on other work. These are whole pages,\nin milliseconds of processor time, the least of 15 runs in turns, at a load of 19:","In markdown-it, other work takes much of the time. These are whole pages, in\nmilliseconds of processor time, the least of 15 runs in turns, at a load of 19:"),
("""`format` and `validate` can be objects with a function for each kind:
`{ email: false, url: check }`, where `email` is for mail addresses, and `url` for all other links
whose kind has no entry.""","""`format` and `validate` can be objects with a function for each kind. In
`{ email: false, url: check }`, `email` is for links to mail addresses, and `url` for all other
links whose kind has no entry."""))
r('bindings/js/decide.mjs',("// decide.mjs - applies the callback and the options that linkify(), toHtml() and linkifyNodes() share\n","// decide.mjs - applies the callback and the options that linkify(), toHtml() and linkifyNodes()\n// share\n"),
("""// Returns the value of an option for a link. The option has one value, or one for each kind; "email"
// and "url" are for kinds without an entry. A function is called with the text or address of the link.
""","""// Returns the value of an option for a link: the one for all links, or that for its kind; "email" and
// "url" are for kinds without an entry. Functions are called with the text or address of the link.
"""))
r('bindings/js/arguments.mjs',("// Returns the value, or throws a TypeError if it has another type. `name` names the argument or option.","// Returns the value if it has the type, or throws a TypeError with `name`, the argument or option."))
r('bindings/js/rules.mjs',("""// rules.mjs - links by the caller's rules: the text of a rules file, see trawl-rules(5), or an array of
// { match, url }
//
// A pattern is a regular expression of JavaScript, for characters, not bytes. A pattern with a trigger
// sees the line of the trigger, at most 1024 characters from it. Rules over several lines ("lines")
// are refused.
""","""// rules.mjs - links by the caller's rules: the text of a rules file, see trawl-rules(5), or an array
// of { match, url }
//
// Patterns are regular expressions of JavaScript, for characters, not bytes. With a trigger, they see
// its line, at most 1024 characters after it. Rules over several lines ("lines") are refused.
"""))
r('bindings/js/markdown-it.mjs',("""    // The parts of linkify-it that rules of the caller use: the sources of classes of characters, and
    // room for expressions of their own.
""","""    // For rules of the caller: sources of classes of characters, and room for their own expressions.
"""))
r('bindings/python/ext/mail.c',("/* Sets the input. Messages of the modules email and mailbox are read as mail, unless from_ names\n * another kind. */","/* Sets the input. Messages of email and mailbox are read as mail, unless from_ names another kind. */"))
r('bindings/python/README.md',("""`match` works with links, messages and verdicts, and `asdict()` returns their fields, for tables and
JSON. They and settings can be compared, copied and pickled, so other processes can find links:
""","""`asdict()` returns the fields of a result, for tables and JSON, and `match` finds them. Links,
messages, verdicts and settings can be compared, copied and pickled, so other processes can find
links:
"""))
r('bindings/python/speed.md',("were measured while the machine was busier; compare only\ntheir ratios.","were measured while the machine was busier; compare\nonly their ratios."))
r('mk/js.mjs',("// js.mjs FOLDER VERSION - makes the package for node and browsers in FOLDER from bindings/js, and in\n// FOLDER-scalar the package of its modules without vector instructions","// js.mjs FOLDER VERSION - makes the package for node and browsers in FOLDER from bindings/js, and\n// in FOLDER-scalar the package of its modules without vector instructions"))
r('packaging/python/finish.py',('"""What the dynamic linker reads: machine, needed, exports, missing, and the newest glibc version.','"""What the dynamic linker reads: machine, needed, exports, missing, newest glibc version.'))
r('packaging/static/README',("""euc-tw, ibm1133, isiri-3342, iso_6937-2, johab and viscii. EUC-JP lacks the characters of JIS X 0212,
ISO-2022-CN some rare ones, and the code pages of EBCDIC some signs and all two-byte characters.
""","""euc-tw, ibm1133, isiri-3342, iso_6937-2, johab and viscii. EUC-JP lacks the characters of JIS X
0212, ISO-2022-CN some rare ones, and the code pages of EBCDIC some signs and all two-byte
characters.
"""))
r('src/trawl/filter/merge.c',("/* Adds the count of lines or messages before the piece to a number in its output. Returns false when the sum has more or\n * fewer digits, or the note is not about a number. */","/* Adds the lines or messages before the piece to a number in its output. Returns false when the sum\n * has more or fewer digits, or the note is not about a number. */"))
r('src/lib/emit/html/inside.h',("""    /* The lines of the text that are its title, a heading or not: held[from..to). to 0: the text has
     * no such lines, as for a subject. */""","""    /* The lines of the text that are its title, a heading or not: held[from..to). to 0: the text
     * has no such lines, as for a subject. */"""))
r('src/archive/site/home.c',("When the message of a URL changes, arrives or is removed, the pages with the URL are\n * made again.","When the message of a URL arrives, changes or is removed, the pages with the URL\n * are made again."))
r('src/archive/site/same.c',("It tests the files of a folder, and their sizes, only if the time\n * of the folder is not that of the last run.","It tests the files of a folder, and their sizes, only if the\n * time of the folder is not that of the last run."))
r('src/archive/site/site.h',("notes the groups of files that are missing or have another size.\n * Tests only","notes the groups of files that are missing or changed in size.\n * Tests only"))
r('src/archive/site/thread/mailbox.c',(""" * message whose address begins with 00 to 07, so its bytes depend only on its own messages. A member
 * whose messages are those of the last run is copied from the old file. The table "member" of the
 * state has the fingerprint and the place of each.
""",""" * message whose address begins with 00 to 07, so its bytes depend only on its own messages. If the
 * messages of a member are those of the last run, it is copied from the old file. The table "member"
 * of the state has the fingerprint and the place of each.
"""))
sub('src/archive/site/thread/lore.c'," * has an \"@\", which","lead from \"ID/\" to the page."," * has an \"@\", which no other name in the folder has. A page has as many folders in its path here as\n * in its other path, so its links are good at both places. The maps redirects-lore.map and\n * redirects-lore.txt lead from \"ID/\" to the page.")
r('doc/trawl-rewrite.1',("""But an input without tags and entities is read as text, unless
.Fl -link ,
.Fl -seal
or an option for HTML only is given.
So
.Fl -defang
and
.Fl -drop
also change""","""But an input without tags and entities is read as text if links are changed, and there
is neither
.Fl -link
nor
.Fl -seal
nor an option for HTML only.
So
.Fl -defang
and
.Fl -drop
also change"""))
r('doc/trawl-site.1',("""If another list has the same, it is the whole name, and
.Nm
reports this.
""","""If another list has the same, it is the whole name, and a message reports this.
"""))
r('tests/bench/report.py',("# the page: the speed of each program on ordinary text, and the speed of trawl by the number of links.","# the page: the speed of each program on ordinary text, and that of trawl by the number of links."))
r('tests/house.py',('"""Each container and option of the library is in the lists of tests that would also pass without it."""','"""Each container and option of the library is in the lists of tests that pass without it, too."""'))
r('tests/bench/report.py',('"""Returns trawl\'s processor time divided by that of each program; in memory if that one is, too."""','"""Returns trawl\'s processor time divided by that of each program, both in memory or not."""'))
print('bad',bad)
