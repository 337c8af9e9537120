import sys
bad=0
def r(path, *pairs):
    global bad
    s=open(path,encoding='utf-8').read()
    for old,new in pairs:
        if s.count(old)!=1:
            bad+=1; print('COUNT',s.count(old),path,repr(old[:70])); continue
        s=s.replace(old,new)
    open(path,'w',encoding='utf-8').write(s)

r('README.md',
("""The documents were drawn by chance: there, a simple pattern finds nearly all. The next three rows
are texts of ours with what is hard. Reading the file with `memchr()` takes 0.28 of trawl's time,
Hyperscan with a pattern 10 times as much. Each figure and its command:
[fast programs](doc/benchmarks.md#beside-fast-programs),
[the others](doc/benchmarks.md#beside-other-programs).

`make deps check` installs what the tests of the library and the command need, and runs the tests.
`deps` calls the system's package manager, with `sudo` if needed. On a Debian 12 without a compiler,
`make deps try` installs about 57 packages (220 MB), `make deps check` about 41 more (150 MB). Both
are [tested](doc/testing.md#fresh-machines) in Debian 12, 13 and unstable.
""",
"""The documents were drawn at random; a simple pattern finds most of their links. We wrote the texts
of the next three rows to be hard. Searching the file with `memchr()` takes 0.28 of trawl's time,
Hyperscan with a pattern 10 times trawl's. [Fast programs](doc/benchmarks.md#beside-fast-programs)
and [the others](doc/benchmarks.md#beside-other-programs) have each figure and its command.

`make deps check` installs what the tests need, and runs them. `deps` calls the system's package
manager, with `sudo` if needed. On a Debian 12 without a compiler, `make deps try` installs about 57
packages (220 MB), `make deps check` about 41 more (150 MB). Both are
[tested](doc/testing.md#fresh-machines) on Debian 12, 13 and unstable.
"""),
("""JSON has the place, kind, readings and flags of each link. `trawl --explain` shows why a text is a
link:
""","""`trawl --explain` shows why a text is a link. JSON has the place, kind, readings and flags of each:
"""),
("""[trawl rewrite](doc/trawl-rewrite.1) puts links into HTML, or unwraps, defangs or removes those that
are there, and changes no other byte. With `--seal`, the page leads to other sites, and loads from
them, only through a gateway.
""","""[trawl rewrite](doc/trawl-rewrite.1) puts links into HTML, or unwraps, defangs or removes its links,
and changes no other byte. With `--seal`, a page reaches other sites only through a gateway.
"""),
("""One call of the C library ([trawl.h](include/trawl.h)) finds the links of a text and their places,
another finds the link under a cursor, and a third makes HTML. [trawl_mail.h](include/trawl_mail.h)
reads mail.
""","""One call of the C library ([trawl.h](include/trawl.h)) finds the links of a text, another the link
under a cursor, and a third makes HTML. [trawl_mail.h](include/trawl_mail.h) reads mail.
"""),
("""Run `make`, then `sudo make install` (15 MB; `install-debug` keeps symbols for debuggers). You may
have to run `sudo ldconfig` once before your own programs find the library. `PREFIX` (`/usr/local`)
and `DESTDIR` work as usual. You need GNU make, pkg-config, a C11 compiler (tested: gcc 12, 14 and
16, clang 14) and PCRE2. Optional are libidn2 (canonical forms of host names beyond ASCII), ncursesw
(without it `trawl pick` lists the links and reads a number), SQLite 3.37 (the commands of an index
and `trawl site`; 3.31 for the extension), zlib, libzstd, liblzma and libbz2 (compressed files), and
iconv (East Asian charsets). `dpkg-buildpackage -us -uc -b` makes Debian packages;
[packaging](packaging/README.md) has files for other systems.
""","""Run `make`, then `sudo make install` (15 MB; `install-debug` keeps symbols for debuggers). If your
programs do not find the library, run `sudo ldconfig` once. `PREFIX` (`/usr/local`) and `DESTDIR`
work as usual. You need GNU make, pkg-config, a C11 compiler (tested: gcc 12, 14 and 16, clang 14)
and PCRE2. Optional are libidn2 (canonical forms of host names beyond ASCII), ncursesw (without it
`trawl pick` lists the links and reads a number), SQLite 3.37 (indexes and `trawl site`; 3.31 for
the extension), zlib, libzstd, liblzma and libbz2 (compressed files), and iconv (East Asian
charsets). `dpkg-buildpackage -us -uc -b` makes Debian packages, `make static` programs that need no
library; [packaging](packaging/README.md) has files for other systems.
"""),
("""[MIT](LICENSE). Some tables come from other people's data and keep their terms: the
[Public Suffix List](src/gen/LICENSE.publicsuffix) (MPL 2.0),
[UTS #39 and UTS #58](src/gen/LICENSE.unicode) (Unicode License V3), and
[HTML's character references](src/gen/LICENSE.whatwg) (BSD 3-Clause).
""","""[MIT](LICENSE). Some tables come from others and keep their terms: the [Public Suffix
List](src/gen/LICENSE.publicsuffix) (MPL 2.0), [UTS #39 and UTS #58](src/gen/LICENSE.unicode)
(Unicode License V3), [HTML's character references](src/gen/LICENSE.whatwg) (BSD 3-Clause).
"""),
)
r('CHANGELOG.md',
("""with `-o`; its name may choose the format: links.csv
  is a table, page.html a page.
""","""with `-o`; the end of its name chooses the format, as
  in `links.csv` or `page.html`.
"""),
("""- Follow old links: a link into another archive (lore, Patchwork, Mailman 3, `mid:` and others)
  whose message-id is that of a message of the site leads to its page; with `--old-url`, so does an
  address of a proved old page. `trawl query --resolve URL` finds the message of an address.
""","""- Follow links into other archives (lore, Patchwork, Mailman 3, `mid:` and others) within the site:
  a link with the message-id of a message of the site leads to the page of that message. With
  `--old-url`, so do the addresses of proved old pages. `trawl query --resolve URL` finds the
  message that an address names.
"""),
("and so does `b4`; of two lists `devel`, the second has its whole name there.","and so does `b4`. The folder of a list there is the first label of its name, such\n  as `devel`, or the whole name if another list has that folder."),
("""its texts are UTF-8, and a byte that is not part of a
  character is kept as a character of private use (trawl-index(5)). An index of version 7 is brought
  into this form without reading files.
""","""its texts are UTF-8, and a byte that is not part of a
  character is stored as a private-use character (trawl-index(5)). An index of version 7 is converted
  without reading files.
"""),
("""- Call it from Python, where results can be pickled and type checkers refuse wrong options, and
  with the interfaces of bleach, linkify-it-py, Django's urlize and URLExtract; `make wheels` makes
  wheels for Linux on x86-64 and aarch64 that need only glibc
  ([bindings/python](bindings/python/README.md)).
""","""- Call it from Python, also with the interfaces of bleach, linkify-it-py, Django's urlize and
  URLExtract. Results can be pickled, and type checkers find wrong options. `make wheels` makes
  wheels for Linux on x86-64 and aarch64 that need only glibc
  ([bindings/python](bindings/python/README.md)).
"""),
)
r('bindings/js/README.md',
("""The module is fetched from the folder of the script; bundlers find it through
`new URL(..., import.meta.url)`, except for [some](#bundlers-workers-deno-and-bun). With `init(part, bytes)` you pass the bytes of the module yourself.
""","""The module is fetched from the folder of the script. Most bundlers find it through
`new URL(..., import.meta.url)`; [some](#bundlers-workers-deno-and-bun) need two lines more. With
`init(part, bytes)` you pass the bytes of the module yourself.
"""),
("""`structure` and `title`. An unknown option or word throws a RangeError, and a wrong type a TypeError; the message has
the name of the argument, and what is expected.
""","""`structure` and `title`. An unknown option or word throws a RangeError, and a wrong type a TypeError.
The message names the argument and says what is expected.
"""),
("""In Cloudflare Workers and others that import modules, the same lines do it, with `await init(...)` inside
of your handler. `make""","""In Cloudflare Workers and other engines that import modules, use the same lines, with `await init(...)`
in your handler. `make"""),
("""`linkify`, `toHtml` and `linkifyNodes` call your function for each link. It can
change the address, the text and the attributes; for `false`, the text stays without a link:
""","""`linkify`, `toHtml` and `linkifyNodes` call your function for each link. It can change the address,
the text and the attributes. If it returns `false`, the text stays without a link:
"""),
("""also calls your function for each `<a>` that is in the HTML already: `new` is false for these. Your
function is responsible for the addresses and attributes that it sets. `linkify` does not show it an
`<a>` whose address is longer than 8192 bytes, but removes that link. Without a function, these options
decide:
""","""also calls your function for each `<a>` that is already in the HTML; its `new` is false. Your function
is responsible for the addresses and attributes that it sets. With a function, `linkify` removes each
link whose address is longer than 8192 bytes, without calling it. These options need no function:
"""),
("elements in which no links are made, as `skip`","elements in which no links are made; another name of `skip`"),
("a function `(href, kind)` that returns whether it is a link, or true or false","a function `(href, kind)` that returns true for a link; or true or false for all links"),
("""where `url` is for all kinds without an entry.""","""where `email` is for mail addresses, and `url` for all other links whose kind has no entry."""),
("""`linkifyNodes` makes links in the text below an element, and returns the new `<a>` elements. A URL may run
over several nodes. Nothing is changed inside of `a`, `pre`, `code`, `button`, `script` and the like, of
elements that are edited, and of shadow roots; `ignoreTags` replaces `pre` and `code`. A second call
changes nothing. Text becomes text: it cannot make elements. Links have the schemes http, https and
mailto, and those in `live`. The options are those of `find` and those above.

Frameworks make their elements themselves. `parts` returns a text as strings and anchors; this is a
component for React:
""","""`linkifyNodes` makes links in the text below an element, and returns the new `<a>` elements. A URL may run
over several nodes. `a`, `pre`, `code`, `button`, `script` and the like, editable elements and shadow
roots stay as they are; `ignoreTags` replaces `pre` and `code`. A second call changes nothing. Text
cannot become markup. Links have the schemes http, https and mailto, and those in `live`. The options
are those of `find` and those above.

Frameworks create elements themselves. For them, `parts` returns a text as strings and anchors. This is
a component for React:
"""),
("On a server, `linkify` and `toHtml` make the same of HTML and text.","On a server, use `linkify` for HTML and `toHtml` for text."),
("""Their kind is `rule`. The patterns are regular expressions of JavaScript, also those of a rules file:
they have no limit of steps, and what only PCRE2 knows is refused, and so is `lines`.
""","""These links have the kind `rule`. The patterns are regular expressions of JavaScript, also in a rules
file, and have no limit of steps. Syntax that only PCRE2 has is refused, and so is `lines`.
"""),
("""In a
browser, call `await init()` first. Rules of your own find in `self.re` the sources `src_ZPCc`,
`src_Any` and so on of linkify-it, but no other expressions. The types of markdown-it 14
(`@types/markdown-it`) do not allow to assign `md.linkify`; in TypeScript, write
""","""In a
browser, call `await init()` first. For rules of your own, `self.re` has the sources `src_ZPCc`,
`src_Any` and so on of linkify-it, but no other expressions. The types of markdown-it 14
(`@types/markdown-it`) do not let you assign `md.linkify`; in TypeScript, write
"""),
("the least of 15 runs by turns at a load of 19:","the least of 15 runs in turns, at a load of 19:"),
("In markdown-it the rest of the work is larger. These are whole pages","In markdown-it, most of the time is spent on other work. These are whole pages"),
)
r('bindings/python/README.md',
("""module that declares that it does not need the
GIL: only a `Scanner` and
an iterator of `mail()` have a state, and they refuse a second thread. No such Python has run it
yet.
""".replace("the\nGIL","the GIL") ,"") if False else (
"""GIL, the sdist compiles a module that declares that it does not need the GIL: only a `Scanner` and
an iterator of `mail()` have a state, and they refuse a second thread. No such Python has run it
yet.
""","""GIL, the sdist compiles a module that declares that it does not need the GIL. Only a `Scanner` and
an iterator of `mail()` have state, and they refuse a second thread. This has not been tested on
such a Python yet.
"""),
("""Links, messages, verdicts and settings can be compared, copied and pickled, so other processes can
find links; `asdict()` gives the fields of a result, for tables and JSON, and `match` knows them:
""","""`match` works with links, messages and verdicts, and `asdict()` returns their fields, for tables and
JSON. They and settings can be compared, copied and pickled, so other processes can find links:
"""),
("""In columns of data some texts are missing. With""","""In columns of data, some texts may be missing. With"""),
(""" on made inputs. Of 10,014
paragraphs of real text and mail linkify_it read 11 differently, django none, and bleach 25; of
2,000 of HTML, many of them cut or badly encoded, bleach read 84 differently. These differences
remain:
""",""" on generated inputs. Of
10,014 paragraphs of real text and mail, linkify_it reads 11 differently from the original, bleach
25, and django none. Of 2,000 paragraphs of HTML, many of them cut or badly encoded, bleach reads 84
differently. These differences remain:
"""),
)
r('bindings/python/speed.md',
("""were measured when the machine had more other work; only
their ratios can be compared.""","""were measured while the machine was busier; compare only
their ratios."""))
r('doc/benchmarks.md',
("""runs. The texts had 16 MB; the slow programs read the beginning.""","""runs. The texts have 16 MB; the slow programs read only the beginning."""),
("""* "in memory" are five passes over a text that is already in memory, without printing: the links and
  their spans from `trawl_feed()`, and those from `LinkFinder::links()`. Both rows show the speed of
  that program, and the ratio of the two.
* "memchr", the patterns of ripgrep, Hyperscan and GNU grep, and what the others look for are
  described below.
""","""* The rows "in memory" are five passes over a text in memory, without printing: `trawl_feed()` for
  links and their spans, and `LinkFinder::links()`. The ratio is that of these two.
* What memchr and the others look for, and the patterns of ripgrep, Hyperscan and GNU grep, are
  described below.
"""),
("""drawn by chance
by `python3 tests/bench/neutral.py build`. Only links with `://` or `www.` count. In 186 paragraphs
five programs print the same links; one of those is cut short by all five, after "release-". In the
other 14, a reader decided. trawl misses that link only; linkify, without domains, misses five that
begin with `www.` and a broken one, and lists `ldap:///`;""","""drawn at random
by `python3 tests/bench/neutral.py build`. Only links with `://` or `www.` count. In 186 paragraphs,
five programs print the same links; one of these links is cut short by all five, after "release-". A
reader judged the other 14 paragraphs. trawl misses only the link that is cut short. linkify, without
domains, misses five that begin with `www.` and a broken one, and lists `ldap:///`;"""),
("""The speeds in the README are those of natural text in the table of speeds above
(`make bench PART=texts`). The speed of xurls was computed from the processor time for 16 MB of this
text.
""","""The times in the README are ratios for natural text. Those of linkify, ripgrep, Hyperscan and
memchr are from [the table of fast programs](#beside-fast-programs). Those of linkify-it and urlscan
are ratios of the speeds in the first table (`make bench PART=texts`).
"""),
)
r('doc/contributing.md',
("right and wrong of each rule for blocks, in texts of this machine","how often each rule for blocks is right, in texts of this machine"),
("""add a row with its name, the ends of names of files that choose it
   after `-o`, and a line of help, at most 50 bytes. The help, the completions and the messages are
   made from it.""","""add a row with its name, the filename extensions that choose it for
   `-o`, and a line of help, at most 50 bytes. The help, the completions and the messages are made
   from it."""),
("""the command and the bindings read it from there. Its
name and its words are also in `bindings/python/trawl/__init__.pyi`, for type checkers.""","""the command and the bindings read it from there. Add
its name and its words to `bindings/python/trawl/__init__.pyi`, too, for type checkers."""),
)
r('doc/rules-html.md',
("""A line that leads to
  what is below (`These are:`, `Fixes:` above items), a field, code or a row is not a heading: of
  such lines with a colon in texts with marked headings, one in fifty is one. Several of these forms
  do not count in mail.""","""A line that
  introduces the text below (`These are:`, `Fixes:` above items), a field, code or a row is not a
  heading: in texts with marked headings, one in fifty of such lines with a colon is one. Several of
  these forms do not count in mail."""),
("""A page has one `<h1>`: the heading or the lines that are the title; a title
  from a field or from `--title` is above the text.""","""A page has one `<h1>`, its title: a heading or lines of the text, or, above
  the text, a title from a field or from `--title`."""),
)
r('doc/testing.md',
("""`make check-structure` does the same for the structure of texts. It reads texts whose headings,
terms and items need no labels by hand: manual pages and Perl's documents beside their sources,
Markdown and reStructuredText with and without their marks, changelogs, RFCs without their
contents, texts that became Markdown later. It prints how often each rule, and each row of the
tables of `src/lib/block`, is right and wrong.""","""`make check-structure` measures the rules for the structure of texts. It reads texts whose headings,
terms and items are known without labels by hand: manual pages and Perl's documents with their
sources, Markdown and reStructuredText with and without their marks, changelogs, RFCs without their
tables of contents, and texts that were converted to Markdown later. It prints how often each rule,
and each row of the tables of `src/lib/block`, is right and wrong."""),
("""`make check-static` builds the static programs of Linux for x86-64 and aarch64 twice, compares the
bytes, and runs them in a folder that has no C library: a list, packed files, an index and a site.
""","""`make check-static` builds the static programs for Linux on x86-64 and aarch64 twice, compares the
bytes, and runs them in a folder without a C library. They list links and read compressed files; the
program for the machine's own processor also makes an index and a site.
"""),
("""`make check-wheels` makes Python's wheels by `make wheels`, installs that for x86-64 in chroots of
Debian 12 and 13 that have only Python and pip, without a network, and that for aarch64 with the
Python of Debian 12 in QEMU. There the examples of the package are run, and `LD_DEBUG` shows that
neither PCRE2 nor libidn2 is opened.
""","""`make check-wheels` runs `make wheels`. It installs the wheel for x86-64 in chroots of Debian 12 and
13 that have only Python and pip, without a network, and the wheel for aarch64 with the Python of
Debian 12 in QEMU. Each wheel runs the examples of the package, and `LD_DEBUG` shows that neither
PCRE2 nor libidn2 is opened.
"""),
)
r('doc/trawl-formats.5',
(""".Sq \\(aq
before it, so that spreadsheets do not run it as a formula; if it is the URL or the name of the
file,
.Li bytes
or
.Li file_bytes
has its bytes.
.Fl t Cm tsv
and
.Cm json
have all texts as they are.
""",""".Sq \\(aq
before it, so that spreadsheets do not run it as a formula.
If it is the URL or the name of the file,
.Li bytes
or
.Li file_bytes
has its bytes.
.Fl t Cm tsv
and
.Cm json
do not change texts in this way.
"""))
r('doc/trawl-index.1',
("Files of pipermail that are no messages are counted on standard error.","Standard error has the number of pipermail's files that are not messages."))
r('doc/trawl-index.5',
("In an index of version 7, only texts that are not UTF-8 are changed.","The update from version 7 changes only texts that are not UTF-8."),
("""A byte of the input that is not part of a character of UTF-8 is the character of
private use U+10FE00 plus the byte, such as U+10FEFC for the byte 0xFC.
Commands of
.Nm trawl
print the bytes.
""","""A byte of the input that is not part of a UTF-8 character is stored as the
private-use character U+10FE00 plus the byte, such as U+10FEFC for the byte 0xFC.
Commands of
.Nm trawl
print the original bytes.
"""))
r('doc/trawl-query.1',
("""Print which message
.Ar url
names, an address in an archive of mail that has the message-id or a hash of it:
see LINKS THAT LEAD HOME in
.Xr trawl-site 1 .
The line has""","""Find the message that
.Ar url
names, an address in an archive of mail with the message-id or a hash of it:
see LINKS INTO OTHER ARCHIVES in
.Xr trawl-site 1 .
The printed line has"""))
r('doc/trawl-rewrite.1',
("""The default is
.Cm html .
But an input without tags and entities is text if links are changed without
.Fl -link
and
.Fl -seal ,
and no option is for HTML only: so
.Fl -defang
and
.Fl -drop
reach the link in
.Sq <http://www.example.org/>
that would be a tag of a page.
Otherwise, UTF-16 is refused.
Without this option, a message is refused: as a page, its encoded parts would be
damaged, and their links would stay.
""","""UTF-16 is refused without
.Fl -seal .
The default is
.Cm html .
But an input without tags and entities is read as text, unless
.Fl -link ,
.Fl -seal
or an option for HTML only is given.
So
.Fl -defang
and
.Fl -drop
also change the link in
.Sq <http://www.example.org/> ,
which would be a tag in a page.
Without this option, a message is refused: as a page, its encoded parts would be
damaged, and their links would stay.
"""))
r('doc/trawl-site.1',
(""".Sx LINKS THAT LEAD HOME .""",""".Sx LINKS INTO OTHER ARCHIVES ."""),
("""A link into another archive of mail whose message this archive has leads to the page of
that message, and shows the old address: see""","""A link into another archive of mail leads to the page of its message in this site,
if there is one, and shows the old address: see"""),
("""With
.Fl -old :
the address at which
.Ar dir
was, or for WARC the address of the host, such as
.Ql http://lists.example.org/pipermail/devel/ .
Links to its proved pages lead to the messages of the site.
The option may be repeated, if the archive had several addresses.
""","""With
.Fl -old :
the address at which
.Ar dir
was published, such as
.Ql http://lists.example.org/pipermail/devel/ ,
or for WARC the address of the host.
Links to its proved pages lead to the messages of the site.
Repeat the option if the archive had several addresses.
"""),
(""".Sh LINKS THAT LEAD HOME
In texts of messages, in lists of links and in the report, a link into another archive
leads to the page of a message of this site if its address has the id of this message:
""",""".Sh LINKS INTO OTHER ARCHIVES
In texts of messages, in lists of links and in the report, a link into another archive
leads to the page of a message of this site if its address has the id of that message.
These addresses are recognized:
"""),
("""Addresses of pipermail, hypermail and MHonArc have no id: with
.Fl -old
and
.Fl -old-url ,
those of proved pages lead home.
A subject or a date proves nothing.
The text of the link stays; after a link of HTML mail that shows another text, the
address is written.
When the message of an address arrives later, or is removed, the pages with the
address are made anew.
.Ql trawl query --resolve
finds the message of an address.
""","""Addresses of pipermail, hypermail and MHonArc have no id: use
.Fl -old
and
.Fl -old-url
for links to their proved pages.
No message is found by its subject or date alone.
The text of the link stays; if a link of HTML mail shows another text, the address
follows it.
When the message of an address arrives later, or is removed, the pages with the
address are made again.
.Ql trawl query --resolve
finds the message that an address names.
"""),
("""is the name of the list up to the first dot; if another list has it, the whole name,
which is reported.
""","""is the name of the list up to the first dot.
If another list has the same, it is the whole name, and
.Nm
reports this.
"""),
("""Files of the site that are missing are written again; so are files with another
size in a folder in which a file was added, removed or replaced.
Other changes to the site's files are not noticed.
The mailbox of a month has several members of gzip; only members with changed
messages are compressed anew.
""","""Files of the site that are missing are written again.
So are files with another size, if a file was added, removed or replaced in their
folder.
Other changes to the site's files are not noticed.
The mailbox of a month has several members of gzip; only members with changed
messages are compressed again.
"""))
r('doc/trawl.1',
("""the end of its name chooses the format: .json, .jsonl, .ndjson, .csv, .tsv, .tab, .md and .markdown
do so, and .html, .htm, .xhtml and .xht mean a whole page
.Pq Fl -page .
Other names, such as links.txt, mean a list.
""","""the end of its name implies the format: .json, .jsonl and .ndjson, .csv, .tsv and .tab,
.md and .markdown, or for a whole page
.Pq Fl -page
\\&.html, .htm, .xhtml and .xht.
Other names, such as links.txt, imply a list.
"""),
("""unless the only text has contents of its own.""","""unless the input is a single text that has contents of its own."""))
for p,o in (('doc/trawl.3',"With an outline, none if the only text has its own."),):
    r(p,(o,"With an outline, a single text that has contents of its own gets none."))
r('include/trawl_emit.h',("""     * outline, otherwise at the end. With an outline, none if the only text has its own. */""",
"""     * outline, otherwise at the end. With an outline, a single text that has contents of its own
     * gets none. */"""))
r('packaging/README.md',
("""ARM: programs that need no library and no file of the system. It builds the C library's part with
musl, and PCRE2, libidn2, zlib, xz, zstd, bzip2, SQLite and ncurses from Debian's source packages; it
needs musl-tools, dpkg-dev and tcl. [static/README](static/README) says what such a program cannot do.
`make check-static` runs them in a folder that has nothing else.
""","""ARM: programs that need no library and no file of the system. They are linked with musl, and with
PCRE2, libidn2, zlib, xz, zstd, bzip2, SQLite and ncurses, which are built from Debian's source
packages. This needs musl-tools, dpkg-dev and tcl. [static/README](static/README) says what such a
program cannot do. `make check-static` runs them in a folder without other files of the system.
"""),
("""The Python package reads
  them there; the other files repeat them, and tests compare.""","""The Python package reads
  them there; the other files repeat them, and a test compares them."""),
)
r('packaging/address',
("# address - where the project is, and who answers, as NAME=VALUE; for what makes packages","# address - the addresses of the project, as NAME=VALUE, for the scripts that make packages"))
r('packaging/python/finish.py',
("""A wheel gets the tag that its module proves. If the module needs only libraries of glibc, this is
manylinux_2_N with the newest glibc version of its symbols; otherwise it is linux. A module that
exports more than PyInit__core is refused, and one with a symbol that neither glibc nor Python has. The metadata become those of PEP 639, version 2.4, which
older versions of setuptools cannot write. Order, times, modes and owners are fixed, so the same
contents give the same bytes. Works with 64-bit little-endian ELF files.
""","""The tag of a wheel depends on what its module needs. If it needs only libraries of glibc, the tag is
manylinux_2_N with the newest glibc version of its symbols; otherwise it is linux. A module is
refused if it exports more than PyInit__core, or needs a symbol that neither glibc nor Python has.
The metadata are converted to version 2.4 (PEP 639), which older versions of setuptools cannot
write. Order, times, modes and owners are fixed, so the same contents give the same bytes. Modules
must be 64-bit little-endian ELF files.
"""),
('''    """What the dynamic linker reads: machine, needed, exports, missing, and the glibc version it wants.

    missing are the symbols that are not of a version of glibc; the interpreter must have them.
''','''    """What the dynamic linker reads: machine, needed, exports, missing, and the newest glibc version.

    missing are the undefined symbols without a glibc version; the interpreter must have them.
'''),
("# Of each section: type, place, size, the section with its texts.","# For each section: its type, offset and size, and the section with its strings."),
('"""Return core metadata as those of version 2.4."""','"""Return core metadata, converted to version 2.4."""'),
)
r('packaging/static/README',
(open('packaging/static/README').read(),"""trawl for Linux as static programs: they need no C library, no other package and no file of the
system.

Install it below /usr/local (any other folder works, too):

    tar -C /usr/local --strip-components=1 -xf trawl-VERSION-linux-PROCESSOR.tar.gz

bin/trawl finds trawl-pick and trawl-archive in ../libexec/trawl. It reads .gz, .xz, .zst and .bz2.
It cannot read archives of public-inbox that are git repositories, since it cannot load libgit2.

share/trawl/licenses has the licences of the tables, and the licences and versions of the libraries
that are linked in. To link the programs with a changed library, as the LGPL of libidn2 allows, use
trawl's source and "make static".

Of the charsets that trawl reads with the GNU C library, it does not know armscii-8, csn_369103,
euc-tw, ibm1133, isiri-3342, iso_6937-2, johab and viscii. EUC-JP lacks the characters of JIS X 0212,
ISO-2022-CN some rare ones, and the code pages of EBCDIC some signs and all two-byte characters.
"""))
r('packaging/static/cross.sh',
("# HOST is a name such as aarch64-linux-gnu, whose gcc must be installed. musl comes from Debian's\n# packages for that processor.",
 "# HOST is a name such as aarch64-linux-gnu; its gcc must be installed. musl comes from Debian's\n# packages for that processor."))
r('packaging/static/libraries.sh',
("""# FOLDER/root. CC is a compiler for a C library that makes static programs, as musl-gcc; HOST names its
# system for configure, when it is another one. The files in FOLDER/done name what was built, which is
# not built again, and its licences are in FOLDER/licenses.
""","""# FOLDER/root. CC is a compiler that makes static programs, such as musl-gcc. HOST is the system that
# it compiles for, if that is another one. A library with a file in FOLDER/done is not built again.
# FOLDER/licenses gets the licences.
"""),
("# Debian's patches change files that others are made from, without need to make these anew.","# Debian's patches change sources of generated files, which need not be generated again."),
("# Libraries without the programs and manuals that their packages have besides.","# configure OPTION...: configures a source for static libraries in $root."),
("# The kernel's headers, which are not the C library's.","# The headers of the kernel, which musl does not have."),
)
print('bad',bad)
