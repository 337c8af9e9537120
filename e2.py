exec(open('/tmp/w/ed/e1.py').read().split("r('README.md'")[0])
r('README.md',("a simple pattern finds most of their links. We wrote the texts\nof the next three rows to be hard.","a simple pattern finds nearly all their links. We wrote the\ntexts of the next three rows to be hard."),
("`make deps check` installs what the tests need, and runs them. `deps` calls","`make deps check` installs what the tests of library and command need, and runs them. `deps` calls"))
r('doc/trawl.1',("""the end of its name implies the format: .json, .jsonl and .ndjson, .csv, .tsv and .tab,
.md and .markdown, or for a whole page
.Pq Fl -page
\\&.html, .htm, .xhtml and .xht.
""","""the end of its name implies the format: .json, .jsonl, .ndjson, .csv, .tsv, .tab, .md or .markdown;
for a whole page
.Pq Fl -page ,
it is .html, .htm, .xhtml or .xht.
"""))
r('packaging/static/README',("it does not know armscii-8","it does not read armscii-8"))
r('mk/js.mjs',("""// js.mjs FOLDER VERSION - makes the package for node and browsers in FOLDER from bindings/js, and that of
// its modules without vector instructions in FOLDER-scalar""","""// js.mjs FOLDER VERSION - makes the package for node and browsers in FOLDER from bindings/js, and in
// FOLDER-scalar the package of its modules without vector instructions"""))
r('mk/js.mk',("""# instructions and once without; the latter are a package of their own. A browser or node compiles them, so a page needs no other program.
# The modules""","""# instructions and once without; the latter are a package of their own. A browser or node compiles
# them, so a page needs no other program. The modules"""),) if False else None
r('mk/python.sh',("""# packaging/python/finish.py. TRAWL_LICENCES is a folder of licences of libraries that are linked
# statically, and TRAWL_LICENCE their names for the SPDX expression. The same sources, tools and folder give the same bytes.
""","""# packaging/python/finish.py. TRAWL_LICENCES is a folder with the licences of libraries that are
# linked statically, and TRAWL_LICENCE has their names for the SPDX expression. The same sources,
# tools and folder give the same bytes.
"""))
r('mk/js.mk',("""the latter are a package of their own. A browser or node compiles them, so a page needs no other program.
# The modules are linked without wasm-opt, since that of Debian refuses vector instructions.
""","""the latter are a package of their own. A browser or node compiles
# them, so a page needs no other program. The modules are linked without wasm-opt, since that of
# Debian refuses vector instructions.
"""))
r('mk/sources.sh',("A package that is there is not fetched again.","A package that is already there is not fetched again."))
r('mk/wheels.sh',("""# packages of this machine's Debian and linked statically; libidn2 has its own copy of what it uses
# of libunistring, and takes it where no libunistring is unpacked. So the wheel has the tables of the
# command of this Debian. All is compiled for the glibc of Debian 11, whose headers and libraries
# mmdebstrap unpacks, and the headers of CPython are those of Debian 12. Needs apt with its lists,
# mmdebstrap, dpkg-dev, and for another processor its cross compiler. The licences of both libraries
# are in the wheel: that of libidn2 is the LGPL, and the sdist is the source with which the module can
# be linked again.
""","""# packages of this machine's Debian and linked statically, so the wheel has the same tables as the
# command on this Debian. libidn2 uses its own copy of parts of libunistring, since no libunistring
# is unpacked. Everything is compiled for the glibc of Debian 11, whose headers and libraries
# mmdebstrap unpacks; the headers of CPython are those of Debian 12. Needs apt with its lists,
# mmdebstrap, dpkg-dev, and for another processor its cross compiler. The wheel has the licences of
# both libraries. That of libidn2 is the LGPL: with the sdist, the module can be linked again.
"""))
r('mk/dev.mk',("## right and wrong of each rule for blocks, in texts here or","## how often each rule for blocks is right, in texts here or"))
r('bindings/js/decide.mjs',("""// decide.mjs - what becomes of a link: the callback and the options that linkify(), toHtml() and
// linkifyNodes() share
""","""// decide.mjs - applies the callback and the options that linkify(), toHtml() and linkifyNodes() share
"""),
("""// What an option has for a link: one value for all, or one for each kind, where "email" and "url"
// stand for the kinds that are not named. A function is called with the text or address of the link.
""","""// Returns the value of an option for a link. The option has one value, or one for each kind; "email"
// and "url" are for kinds without an entry. A function is called with the text or address of the link.
"""),
("Returns false if it is no link.","Returns false if the text stays without a link."))
r('bindings/js/arguments.mjs',("// Returns the value if it has the type. `name` is that of the argument or option.","// Returns the value, or throws a TypeError if it has another type. `name` names the argument or option."))
r('bindings/js/dom.d.ts',("// dom.d.ts - the types of links as elements","// dom.d.ts - the types of dom.mjs"))
r('bindings/js/dom.mjs',("// dom.mjs - the links of a page as elements: linkifyNodes(), and parts() for programs that make the\n// elements themselves","// dom.mjs - makes the links of a page elements: linkifyNodes(), and parts() for programs that create\n// the elements themselves"),
("// What these contain is no text of the page, or must not hold a link.","// The text in these elements is not text of the page, or must not have links."),
("// A text as strings and Anchors, in order.","// Returns a text as strings and Anchors, in order."),
("// The blocks below a node: their texts, with the nodes of each text. No link is put into nodes that\n// are not free.","// Returns the blocks below a node: their texts, with the nodes of each text. Nodes that are not free\n// get no links."),
("// From the last one, so that the places of those before stay as they are.","// From the last one, so that the offsets of earlier links stay valid."))
r('bindings/js/index.d.ts',("/** With the text of a rules file, see trawl-rules(5), or patterns of your own. */","/** `rules`: the text of a rules file, see trawl-rules(5), or patterns of your own. */"))
r('bindings/js/index.mjs',("// The part \\`mail\\` has","// The part `mail` has"))
r('bindings/js/wasm.d.ts',("// wasm.d.ts - what an import of a module gives, with a bundler or in a worker: for init()","// wasm.d.ts - the type of an imported module, with a bundler or in a worker, for init()"))
r('bindings/js/xterm.mjs',("// And as much of a run that the terminal wrapped, in cells.","// If the terminal wrapped them, this many cells are read instead."),) if False else None
r('bindings/js/markdown-it.mjs',("// Every link without a scheme contains this, if it is no address.","// Every link without a scheme contains this, unless it is an address."),
("""    // What rules of the caller use of linkify-it: the sources of classes of characters, and room for expressions of their own.
""","""    // The parts of linkify-it that rules of the caller use: the sources of classes of characters, and
    // room for expressions of their own.
"""))
r('bindings/js/rules.mjs',("""// A pattern is a regular expression of JavaScript, and sees characters, not bytes. It sees its line,
// at most 1024 characters from the trigger. Rules""","""// A pattern is a regular expression of JavaScript, for characters, not bytes. It is tried on the line
// of the trigger, at most 1024 characters from it. Rules"""),
("// The leftmost match of a rule that includes","// Returns the leftmost match of a rule that includes"),
("// What a rule finds, and where its triggers are.","// Yields the matches of a rule, with the offsets of their triggers."),
("// The links of a text, together with those of the rules. <URL:...> wins over a rule, and a rule over\n// links","// Returns the links of a text and of the rules. <URL:...> wins over a rule, and a rule over links"),
(" links in running text that do not begin before its trigger."," in running text that do not begin before its trigger.") if False else ("// The flag \"u\"","// The flag \"u\"") if False else ("let last =","let last ="),
)
r('bindings/python/ext/link.c',("/* Makes a Link of nothing, which the garbage collector does not see yet. */","/* Makes an empty Link, which the garbage collector does not track yet. */"))
r('bindings/python/ext/mail.c',("/* Sets the input. What is a message is not taken for anything else, unless from_ says so. */","/* Sets the input. Messages of the modules email and mailbox are read as mail, unless from_ names\n * another kind. */"),
("which become objects when they are\n * asked for.","which become objects when they are\n * requested."))
r('bindings/python/ext/settings.c',("/* Empties the options, which scans do not read. */","/* Empties the options; scans do not read them. */"))
r('bindings/python/ext/url.c',("Tell whether two URLs have the same canonical form.","Return whether two URLs have the same canonical form."))
r('bindings/python/trawl/__init__.pyi',("# Several names are a tuple here, so that each is checked: find=(\"url\", \"www\").","# Write several names as a tuple, so that each is checked: find=(\"url\", \"www\")."))
r('bindings/python/trawl/_url.py',('"""What results have in common: they are compared by their fields, matched, pickled, made dicts."""','"""The base of results, which are compared by their fields, matched, pickled and made dicts."""'))
r('bindings/python/trawl/compat/linkify_it.py',('# A search for ":" and "//" is fast. "ftp:" comes after "sftp:", at whose end it is.','# A search for ":" and "//" is fast. "sftp:" is tried before "ftp:", which is its end.'),
("# the same for most hosts, but faster","# matches most hosts, and faster"),
("or None if no rest of a link follows.","or None if no link follows it."))
r('src/app/command.h',("/* where the pages of `old` were; each URL with a NUL */","/* the addresses of `old`; each URL with a NUL */"))
r('src/app/digest/digest.c',("/* Returns the word in these bytes. */","/* Returns the big-endian word in these bytes. */"))
r('src/app/digest/digest.h',("and SHA-1, which only names things here */","and SHA-1, which is only for names here */"),
("/* takes a block */","/* adds a block */"))
r('src/app/hints.c',("it only leaves links out: use --not NAME=VALUE","this command can only leave links out: use --not NAME=VALUE"))
r('tests/trawl/t_hints.sh',("unknown option --host: it only leaves links out: use","unknown option --host: this command can only leave links out: use"))
r('src/trawl/filter/conflict.c',("which the name after -o means","which the name after -o implies"))
s=open('tests/trawl/t_output.sh').read(); assert s.count('which the name after -o means')==2
open('tests/trawl/t_output.sh','w').write(s.replace('which the name after -o means','which the name after -o implies').replace('the table that a name means','the table that a name implies'))
r('src/app/io/codecs.c',("A library is loaded when it is needed. A static program is linked with them (LINKED).","Loads a library when it is needed. A static program is linked with all of them (LINKED)."))
r('src/app/show/show.h',("""/* Replaces the digits of a number by those of another one. Returns false, and changes nothing, if
 * these are more or fewer. */""","""/* Replaces the digits of a number by those of another one. Returns false, and changes nothing, if
 * that one has more or fewer digits. */"""))
r('src/archive/index/alike.c',("/* Removes the lines of notices after their sentences from a text, and all white space. */","/* Removes from a text all white space, and the lines that follow the sentence of a notice. */"))
r('src/archive/index/home.c',(""" * An address leads to the message of the index that has this id. The forms say only where the id
 * may be: an address without an id of the index leads nowhere, whatever its form.
""",""" * An address names the message of the index that has this id. A form only says where the id may be:
 * an address without the id of a message of the index names none, whatever its form.
"""))
r('src/archive/index/index.h',("/* since the sentence of a notice, with it; 0: no notice */","/* of the notice so far; 0: no notice */"),
("/* Brings the texts of an index of version 7 into the form that is stored. Returns 0 or -1. */","/* Converts the texts of an index of version 7 to the form that is stored. Returns 0 or -1. */"))
r('src/archive/index/match.c',(""" * page has the date of the line "From " before the message: no sender chooses that. */""",""" * page has the date of the line "From " above the message, which the sender cannot choose. */"""))
r('src/archive/index/notice.c',("no, one or four values","none, one or four values"))
r('src/archive/index/run.c',("/* Reports the files of pipermail that are no messages:","/* Reports the files of pipermail that are not messages:"))
r('src/archive/index/text.c',("/* text.c - stores texts that are not UTF-8 in a database, so that all of its readers can read them\n","/* text.c - stores texts in a database as UTF-8, so that any program can read them\n"),
("""Bytes that already are such a
 * character are stored in the same way, so that each stored text has one meaning.
""","""The bytes of such a
 * character in the input are stored in the same way, so that each stored text has one meaning.
"""))
r('src/archive/options/index.c',("""     .help = "print which message URL names, an address in an archive of\\n"
             "mail that has the message-id: its id, its page in a site,\\n"
             "time, sender and subject"},""","""     .help = "find the message that URL names, an address in an archive\\n"
             "of mail with the message-id; print its id, its page in a\\n"
             "site, time, sender and subject"},"""),
("/* Refuses what the filter refuses as a list of hosts or sites: a query would find nothing. */","/* Refuses the lists of hosts or sites that the filter refuses: a query would find nothing. */"))
r('src/archive/options/site.c',("""may be repeated, if the archive has moved""","""may be repeated if the archive had several"""),) if False else None
r('src/archive/query/where.c',("The upper bound is the prefix with the last code point after it.","The upper bound is the prefix and, after it, the last code point."))
r('src/archive/site/front.c',("/* The 8 threads of the last 1000 messages that have the latest ones: the columns of the first\n * message,","/* Of the threads of the last 1000 messages, the 8 with the latest ones: the columns of the first\n * message,"))
r('src/archive/site/home.c',("""/* home.c - links that lead home: into another archive, to a message that this site has
""","""/* home.c - links that lead home: links into another archive whose message this site has
"""),
(""" * show the URL. If a URL gets another message, or its first one, the pages with the URL are made
 * anew.
""",""" * show the URL. When the message of a URL changes, arrives or is removed, the pages with the URL are
 * made again.
"""),
('/* "strayed": the URLs whose message is another one than in the last run. */','/* "strayed": the URLs whose message is not that of the last run. */'),
("/* Returns the message of a page of the older archive, 0, or -1. */","/* Returns the message of the page of the older archive at this URL, 0 if there is none, or -1. */"))
r('src/archive/site/message/body.c',("""/* A link that leads home is written with the URL of a place in the page, which no other link has:
 * MARK and the hash of the message. Then the path of the page replaces the URL. */""",
"""/* A link that leads home is first written with a URL that no other link has: a fragment of MARK and
 * the hash of the message. Then the path of the message's page replaces this URL. */"""),
("/* Makes `to` a link that leads home, if the link does. Returns true if so. */","/* Sets `to` to the link with its mark, and returns true, if the link leads home. */"))
r('src/archive/site/same.c',(""" * all files of the site are there. It looks at the folders: only if the time of a folder is not
 * that of the last run, it looks at its files, and their sizes.
""",""" * all files of the site are there. It tests the files of a folder, and their sizes, only if the time
 * of the folder is not that of the last run.
"""),
("""/* Returns the time of a folder, -1 if it is gone, or 0 if it may change once more without another
 * time, since that was just now. */""","""/* Returns the time of a folder, -1 if it is gone, or 0 if it changed just now: one more change may
 * leave that time as it is. */"""))
r('src/archive/site/site.h',("""/* Counts the files of the site, and notes the groups of files that are missing. Looks only at files
 * in folders with another time than after the last run, and notes those with another size, too.
 * Returns 1 if there are none of these, 0 if there are some, or -1 after an error message. */""",
"""/* Counts the files of the site, and notes the groups of files that are missing or have another size.
 * Tests only the files in folders whose time is not that of the last run. Returns 1 if no group was
 * noted, 0 if some were, or -1 after an error message. */"""),
("/* Finds these links, when the plan and temp.old are made, and notes the groups of pages that\n * changed.","/* Finds these links, after the plan and temp.old were made, and notes the groups of pages that\n * changed."))
r('src/archive/site/thread/fragment.c',("/* Returns the end of the tag that begins at this place, or `at` if none does. */","/* Returns the end of the tag that begins at this place, or `at` if there is no tag. */"))
r('src/archive/site/thread/lore.c',(""" * The folder of a list is the first label of its name; if another list has this folder, the whole
 * name. A message has these addresses if its id
 * consists of letters, digits and a few marks, and has an "@", which no other name in the folder
 * has. A page has as many folders in its path here as in its other path, so its links are good at
 * both places. The maps""",""" * The folder of a list is the first label of its name, or the whole name if another list has that
 * folder. A message has these addresses if its id consists of letters, digits and a few marks, and
 * has an "@", which no other name in the folder has. A page has as many folders in its path here as
 * in its other path, so its links are good at both places. The maps"""))
r('src/archive/site/thread/lore.c',("/* Replaces the folder of a list, which another list has, by the whole name of the list, and reports\n * that.","/* Replaces the folder of a list by its whole name, since another list has that folder, and reports\n * this."))
r('src/archive/site/thread/mailbox.c',(""" * The mailbox of a month has a member of gzip for some 32 messages. A member begins at a message
 * whose address begins with 00 to 07, so that its bytes depend on its messages only: a member whose
 * messages are those of the last run is copied from the old file. The table "member" of the state
 * has the fingerprints of their messages, and their places.
""",""" * The mailbox of a month consists of gzip members of about 32 messages each. A member begins at a
 * message whose address begins with 00 to 07, so its bytes depend only on its own messages. A member
 * whose messages are those of the last run is copied from the old file. The table "member" of the
 * state has the fingerprint and the place of each.
"""),("/* A member of a file of gzip. */","/* A member of a gzip file. */"),("/* Writes the messages that wait, as a member. Returns 0, or -1. */","/* Writes the waiting messages as a member. Returns 0, or -1. */"))
r('src/gen/probe.sh',("""# empty when it is missing. Some systems lack the library's .pc file, so -lLIBRARY is tried, too. For a
# static program, the package's name takes the place of the file's.
""","""# empty when it is missing. Some systems lack the library's .pc file, so -lLIBRARY is tried, too. For
# a static program, the name is that of the package.
"""))
r('src/lib/block/shape.c',('/* A fence is left of this column: farther to the right, "~~~~~" is a part of a drawing. */','/* A fence begins to the left of this column: farther right, "~~~~~" is part of a drawing. */'))
r('src/lib/emit/html/inside.h',("""    /* The lines of a title that the text shows as such, held[from..to): its heading, or the lines
     * that are not a heading. to 0: there is none, as for a subject. */""","""    /* The lines of the text that are its title, a heading or not: held[from..to). to 0: the text has
     * no such lines, as for a subject. */"""))
r('src/trawl/filter/merge.c',("/* Adds what is before the piece to a number in its output.","/* Adds the count of lines or messages before the piece to a number in its output."))
r('src/trawl/filter/settle.c',("/* Lets the name after -o choose the format, and make a page of HTML. */","/* Sets the format that the name after -o implies, and --page for HTML. */"))
r('src/trawl/rewrite/command.c',("""     .help = "read html or text; the default is html, or without --link\\n"
             "and options of HTML what the input looks like"},""","""     .help = "read html or text; the default is html, or, without --link\\n"
             "and options for HTML only, what the input looks like"},"""),
("/* Returns true when options are for HTML only. */","/* Returns true when an option is for HTML only. */"),
("/* Opens the way. `page`: the input looks like a page, which counts without -f. */","/* Opens the rewriter. `page`: the input looks like a page, which decides without -f. */"))
# tests
r('tests/archive/site/t_thread.sh',("the second has addresses below its whole name, and this is told'","the second has addresses below its whole name, and this is reported'"))
r('tests/archive/site/t_thread.sh',("'a message in the middle goes'","'a message in the middle is removed'"),("'files are looked at only in a folder that has changed'","'files are tested only in a folder that has changed'"),("'but not if that file is another one'","'but not if that file was changed'"))
r('tests/archive/site/t_home.sh',("'when the message of an address arrives, links to it lead home'","'when the message of an address arrives, links lead to its page'"),
("'and when it is forgotten, they lead away again'","'when it is forgotten, they lead to the other archive again'"),
("'with --addresses they lead home, too, and show no mail address'","'with --addresses, links lead to the page, too, and show no mail address'"),
("'with --old and --old-url, the proved pages of an older archive lead home'","'with --old and --old-url, links to proved pages lead to messages of the site'"),
("'without --old-url, none does'","'without --old-url, no link does'"),
("'no other address does: of an unknown id,","'no other address does: with an unknown id,"))
r('tests/bindings/t_web.sh',("'engines without vector instructions are told of the other package'","'an engine without vector instructions gets the name of the other package'"))
r('tests/bindings/js/core.mjs',("'options of decisions'","'options that decide about links'"))
r('tests/bench/feed.c',(" * With a number of passes, only the links and their spans are asked for, as linkify gives them."," * With a number of passes, requests only the links and their spans, as linkify returns them."))
r('tests/bench/report.py',("""# "<!-- bench NAME -->" and "<!-- end -->", if the run has measured it, and writes two plots next to the page: the speed of each
# program on ordinary text, and the speed of trawl by the number of links.
""","""# "<!-- bench NAME -->" and "<!-- end -->", if the run has measured it, and writes two plots next to
# the page: the speed of each program on ordinary text, and the speed of trawl by the number of links.
"""),('"""Returns what trawl takes of the processor time of the others; trawl in memory of those in memory."""','"""Returns trawl\'s processor time divided by that of each program; in memory if that one is, too."""'))
r('tests/house.py',('"""A container and an option of the library are in those lists of the tests whose test holds without them, too."""','"""Each container and option of the library is in the lists of tests that would also pass without it."""'))
r('tests/structure/check.py',("""and items are known. Documents are those of this machine, or in FOLDER, which has a folder for each
kind. At most DOCUMENTS (environment, 250) of each kind are read, drawn by SEED (1), not more than 12
of one folder. ROWS=1 prints lines where a rule is wrong, MISSED=1 lines that are missed,
WITHOUT=1 lines that
change without a row. TRIALS=0 tries nothing without a row, which takes most of the time.
""","""and items are known. The documents are those of this machine, or of FOLDER, which has a folder for
each kind. At most DOCUMENTS (environment, 250) of each kind are read, drawn with SEED (1), from one
folder not more than 12. ROWS=1 prints lines where a rule is wrong, MISSED=1 lines that are missed,
WITHOUT=1 lines that change without a row. TRIALS=0 skips the trials without each row, which take
most of the time.
"""))
r('tests/structure/truth.py',("# ---- Manual pages: the source tells them apart ----","# ---- Manual pages: the source marks headings, terms and items ----"),
("only a line with others above or below is surely none.","only a line with others above or below is surely not one."))
print('bad',bad)
