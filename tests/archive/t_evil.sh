#!/bin/sh
# t_evil.sh - crafted indexes: an index with another schema is refused, and wrong values never crash
# a command
. tests/support/lib.sh
. tests/archive/index.sh

cat >"$tmp/in.mbox" <<'MAIL'
From ann@a.example Mon Jan  1 00:00:00 2001
From: Ann Lee <ann@a.example>
Date: Mon, 01 Jan 2001 00:00:00 +0000
Message-ID: <one@t.example>
Subject: one
List-Id: <list.example>

See http://a.example/one and <http://www.b.example/two-
three> and http://c.example/x-
y and http://d.example/a/b.

From bob@b.example Tue Jan  2 00:00:00 2001
From: Bob <bob@b.example>
Date: Tue, 02 Jan 2001 00:00:00 +0000
Message-ID: <two@t.example>
In-Reply-To: <one@t.example>
Subject: Re: one
List-Id: <list.example>
Content-Type: text/html

<p>&gt; <a href="http://a.example/one">one</a> <a href="http://e.example/">http://f.example/</a>
MAIL
check 'an index' '"$TRAWL" index -q "$db" "$tmp/in.mbox"'
check_same 'crafted indexes' 'python3 -B tests/archive/evil.py "$TRAWL" "$db" "$tmp"' 'echo runs: True'
finish
