#!/bin/sh
# t_breaks.sh - breaks.py: what it accepts as a proof, in each kind of archive, and how it counts
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

if ! have python3; then
    skip 'proved breaks' 'there is no python3'
    finish
fi
breaks='python3 -B tests/tools/breaks.py'

# message N SUBJECT REFERENCE [FIELD]: makes a message with standard input as its text. Appends it
# to the mailbox, writes it as a file of a Maildir, and keeps it for a repository.
mkdir -p "$tmp/maildir/cur" "$tmp/messages"
message() {
    {
        printf 'Message-ID: <%s@house.example>\nSubject: %s\nIn-Reply-To: <%s@house.example>\n' "$1" "$2" "$3"
        printf '%s\n\n' "${4:-User-Agent: Mutt/1.5}"
        cat
    } >"$tmp/messages/$1"
    cp "$tmp/messages/$1" "$tmp/maildir/cur/$1:2,S"
    { printf 'From ann@house.example Mon Nov  2 09:00:00 2026\n' && cat "$tmp/messages/$1" && echo; } >>"$tmp/box"
}

# Whole copies, and a URL that an archive cut where it hides an address.
message 1 'The charter' 11 <<'END'
The charter is <http://house.example/rules/2026/charter-of-the-house.html>.
See http://house.example/minutes/of/the/year/2026/november/monday.txt for them.

http://house.example/rooms/large/booking-of-rooms.html

http://house.example/list/of/rooms/and/halls.html
http://house.example/list/of/gardens/and/courts.html

(See http://house.example/closed/in/brackets/of-prose.html) today.
<http://house.example/folders/of/the/house/binaries/> <http://house.example/short>

A line of a program that never folds has a link at its end: http://house.example/wide/a-line-that-is-wide.html
Write to http://house.example/archive/message/20261102.100-1-joe at house.example/ today.
END

# Four breaks, one with a mark that is lost and one over three rows, and an end. A message's own
# copy proves nothing. "2026" proves nothing: message 3 shows that URL whole, message 1 a longer
# one.
message 2 'Re: The charter' 1 'User-Agent: Mozilla/5.0 Thunderbird/115' <<'END'
> The charter is http://house.example/rules/2026/charter-
of-the-house.html and
> > http://house.example/wide/a-line-th
> > at-is-
> > wide.html
> http://house.example/closed/in/brackets/of-pro
> se.html
> http://house.example/list/of/rooms/and/ha
> lls.html
> http://house.example/rooms/large/booking-of-rooms.html
> is where you book.
> http://house.example/archive/message/20261102.100-1-joe
> and more
> http://house.example/minutes/of/the/year/2026
> /november/monday.txt
http://house.example/own/copy/of-this-message-only.html
is whole here: <http://house.example/own/copy/of-this-message-only.html>
END

# The URLs of message 4 do not count as ends: the first is continued in message 2, the second is the
# beginning of a longer URL, the third was glued to the next text in message 3, the fourth is a text
# that a program took for a link, the fifth is a gateway's link that is always cut. The next two were
# glued, too; the third last is too short, and the last may go on. The gateway's link at the end is
# complete.
message 3 'Re: The charter' 2 <<'END'
<http://house.example/minutes/of/the/year/2026> is no page.

http://house.example/rooms/large/booking-of

http://house.example/pages/of/the/house/trunkRepository Root
http://house.example/assets/of/the/house/0d4d <http://house.example/assets/of/the/house/0d4d>-9400
<https://x.safelinks.protection.outlook.com/?url=http%3A%2F%2Fhouse.example%2F&data=05>
See http://house.example/code/of/the/house/hall.py(comments) and
<http://house.example/business/of/the/house/etc>.
END
message 4 'Re: The charter' 3 <<'END'
http://house.example/minutes/of/the/year/2026
is no page.
http://house.example/rooms/large/booking-of
is a page.
http://house.example/pages/of/the/house/trunk
Repository Root
http://house.example/assets/of/the/house/0d4d
-9400 is missing
https://x.safelinks.protection.outlook.com/?url=http%3A%2F%2Fhou
se.example%2F&data=05
http://house.example/code/of/the/house/hall.py
(comments)
http://house.example/business/of/the/house/
etc
http://house.example/short
is no end.
http://house.example/folders/of/the/house/binaries/
house-1.2.tar.gz

> https://x.safelinks.protection.outlook.com/?url=http%3A
> %2F%2Fhouse.example%2Fhall&data=05%7C02%7C&sdata=ab
> cd%3D&reserved=0, in the evening
END

# The page beside the text has the whole link, and one that is two links. Base64, in Latin-1.
message 5 'The garden party' 15 'Content-Type: multipart/alternative; boundary=b' <<'END'
--b
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: base64

Q2Fm6SBpbiB0aGUgZ2FyZGVuLCBodHRwOi8vZ2FyZGVuLmV4YW1wbGUvcGFydHkvaW52aXRhdGlv
bi9sZXQKdGVyLmh0bWwgb3IKaHR0cDovL2dhcmRlbi5leGFtcGxlL3BhcnR5L2d1ZXN0cy9vZi9o
Cm9ub3VyLmh0bWxodHRwOi8vZ2FyZGVuLmV4YW1wbGUvCg==
--b
Content-Type: text/html

<a href="http://garden.example/party/invitation/letter.html">letter</a>
<a href="http://garden.example/party/guests/of/honour.htmlhttp://garden.example/">guests</a>
--b--
END

# Another thread. DelSp states where a line was cut: nothing is in doubt there.
message 6 'Minutes of Monday' 16 'Content-Type: text/plain; format=flowed; delsp=yes' <<'END'
http://house.example/minutes/of/the/year/2026/november/mon
day.txt
END
message 7 'Minutes of Monday' 16 <<'END'
http://house.example/minutes/of/the/year/2026/november/mo
nday.txt
END

# Only two of these four count, since a thread has at most three, and message 2 has the first one.
# The thread is known by its subject alone.
message 8 'Re: The charter' 1 <<'END'
> http://house.example/rules/2026/charter-of-the-hou
> se.html
>> http://house.example/rules/2026/charter-of-the-hou
>> se.html
| http://house.example/rules/2026/charter-of-the-hou
| se.html
>>> http://house.example/rules/2026/charter-of-the-hou
>>> se.html
END
message 9 'AW: [House] The garden party' 19 <<'END'
http://garden.example/party/invitation/let
ter.html
END

cat >"$tmp/rows.py" <<'END'
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    begun = '\n'.join(r['lines']).encode()[r['at']:].decode().split('\n')[0]
    assert begun.startswith('http') and r['url'].startswith(begun), r
    print(r['id'][1], r['kind'], r['rows'], r['program'], r['proof'].replace(' ', ','), r['url'].split('/', 3)[3])
END

cat >"$tmp/expected" <<'END'
2 break 2 Thunderbird thread,brackets rules/2026/charter-of-the-house.html
2 break 2 Thunderbird thread,list list/of/rooms/and/halls.html
2 break 2 Thunderbird thread,text closed/in/brackets/of-prose.html
2 break 3 Thunderbird thread,wide wide/a-line-that-is-wide.html
2 end 1 Thunderbird thread,empty rooms/large/booking-of-rooms.html
4 break 3 Mutt itself ?url=http%3A%2F%2Fhouse.example%2Fhall&data=05%7C02%7C&sdata=abcd%3D&reserved=0
4 end 1 Mutt thread,brackets short
5 break 2 unknown thread,href party/invitation/letter.html
7 break 2 Mutt archive,text minutes/of/the/year/2026/november/monday.txt
8 break 2 Mutt thread,brackets rules/2026/charter-of-the-house.html
8 break 2 Mutt thread,brackets rules/2026/charter-of-the-house.html
9 break 2 Mutt thread,href party/invitation/letter.html
END

# found ARCHIVE: prints the passages of an archive in the form of the file "expected".
found() {
    $breaks collect --name house "$1" | python3 "$tmp/rows.py" | sort
}

check_same 'a mailbox' 'found "$tmp/box"' 'cat "$tmp/expected"'
gzip -k "$tmp/box"
check_same 'a compressed mailbox' 'found "$tmp/box.gz"' 'cat "$tmp/expected"'
check_same 'a Maildir' 'found "$tmp/maildir"' 'cat "$tmp/expected"'
if have git; then
    git init -q "$tmp/inbox"
    for n in 1 2 3 4 5 6 7 8 9; do
        cp "$tmp/messages/$n" "$tmp/inbox/m"
        git -C "$tmp/inbox" add m
        git -C "$tmp/inbox" -c user.name=ann -c user.email=ann@house.example commit -q -m "$n"
    done
    check_same 'a repository of public-inbox' 'found "$tmp/inbox"' 'cat "$tmp/expected"'
else
    skip 'a repository of public-inbox' 'there is no git'
fi

# ---- Counting: a command that prints one answer for each passage, whatever it reads ----

cat >"$tmp/passages" <<'END'
{"source":"one","program":"Mutt","proof":"thread wide","kind":"break","rows":2,"at":2,"url":"http://a.example/one-two","lines":["> http://a.example/one-","two"]}
{"source":"one","program":"Mutt","proof":"thread wide","kind":"break","rows":2,"at":2,"url":"http://a.example/one/two@b","lines":["> http://a.example/one/","> > two@b"]}
{"source":"one","program":"Mutt","proof":"thread wide","kind":"break","rows":2,"at":31,"url":"http://a.example/one-two","lines":["a line of more than 20 columns","http://a.example/on","e-two"]}
{"source":"two","program":"Pine","proof":"thread wide","kind":"break","rows":3,"at":0,"url":"http://a.example/one/two/three/four","lines":["http://a.example/one","/two/three","/four"]}
{"source":"two","program":"Pine","proof":"thread wide","kind":"break","rows":2,"at":0,"url":"https://x.safelinks.protection.outlook.com/?url=a&reserved=0","lines":["https://x.safelinks.protection.outlook.com/?url=a&","reserved=0"]}
{"source":"one","program":"Mutt","proof":"thread wide","kind":"end","rows":1,"at":0,"url":"http://a.example/one","lines":["http://a.example/one","two"]}
{"source":"one","program":"Mutt","proof":"thread wide","kind":"end","rows":1,"at":0,"url":"http://a.example/one","lines":["http://a.example/one","two"]}
{"source":"one","program":"Mutt","proof":"thread wide","kind":"end","rows":1,"at":0,"url":"http://a.example/one","lines":["http://a.example/one","two"]}
{"source":"one","program":"Mutt","proof":"thread wide","kind":"end","rows":1,"at":0,"url":"http://a.example/one","lines":["http://a.example/one","two"]}
END
cat >"$tmp/answers" <<'END'
{"url":"http://a.example/one-two","spans":[[2,23],[24,27]],"alt":[{"url":"http://a.example/one-"}],"flags":["line-end"],"file":"000000.txt"}
{"url":"http://a.example/one/","spans":[[2,23]],"alt":[{"url":"http://a.example/one/two"},{"url":"http://a.example/one/two@b"}],"file":"000001.txt"}
{"url":"http://a.example/on","spans":[[31,50]],"alt":[{"url":"http://a.example/one"}],"file":"000002.txt"}
{"url":"http://a.example/one","spans":[[0,20]],"file":"000003.txt"}
{"url":"https://x.safelinks.protection.outlook.com/?url=a&res","spans":[[0,50],[51,54]],"flags":["line-end"],"file":"000004.txt"}
{"url":"http://a.example/one","spans":[[0,20]],"alt":[{"url":"http://a.example/o"}],"flags":["line-end"],"file":"000005.txt"}
{"url":"http://a.example/one","spans":[[0,20]],"alt":[{"url":"http://a.example/onetwo"}],"file":"000006.txt"}
{"url":"http://a.example/o","spans":[[0,18]],"file":"000007.txt"}
{"url":"http://a.example/onetwo","spans":[[0,20],[21,24]],"file":"000008.txt"}
END
cat >"$tmp/answer" <<END
#!/bin/sh
echo "\$@" >"$tmp/called"
cat "$tmp/answers"
END
chmod +x "$tmp/answer"

cat >"$tmp/table" <<'END'
breaks number whole offered other silent wrong
all 5 20.0% 20.0% 20.0% 20.0% 20.0%
one 3 33.3% 33.3% 33.3% 0.0% 0.0%
two 2 0.0% 0.0% 0.0% 50.0% 50.0%
Mutt 3 33.3% 33.3% 33.3% 0.0% 0.0%
Pine 2 0.0% 0.0% 0.0% 50.0% 50.0%
@ in the rest 1 0.0% 100.0% 0.0% 0.0% 0.0%
after a hyphen 1 100.0% 0.0% 0.0% 0.0% 0.0%
after a slash 1 0.0% 100.0% 0.0% 0.0% 0.0%
after punctuation 1 0.0% 0.0% 0.0% 0.0% 100.0%
before punctuation 1 0.0% 0.0% 0.0% 100.0% 0.0%
gateway 1 0.0% 0.0% 0.0% 0.0% 100.0%
in a word 1 0.0% 0.0% 100.0% 0.0% 0.0%
mark lost 1 100.0% 0.0% 0.0% 0.0% 0.0%
more marks 1 0.0% 100.0% 0.0% 0.0% 0.0%
uneven fold 1 0.0% 0.0% 0.0% 100.0% 0.0%
wider neighbour 1 0.0% 0.0% 100.0% 0.0% 0.0%
ends number whole doubted other wrong
all 4 25.0% 25.0% 25.0% 25.0%
one 4 25.0% 25.0% 25.0% 25.0%
Mutt 4 25.0% 25.0% 25.0% 25.0%
in a word 4 25.0% 25.0% 25.0% 25.0%
END
check_same 'the outcomes, by source, program and class' \
    '$breaks score --trawl "$tmp/answer" --profile screen --join "$tmp/passages" | sed -e "s/  */ /g" -e "s/^ //"' 'cat "$tmp/table"'
check 'the profile and --join are passed on' 'grep -q -- "--profile screen --join" "$tmp/called"'
check_test 'passages of an outcome' -eq 1 '$breaks score --trawl "$tmp/answer" --show 9 --outcome silent "$tmp/passages" | grep -c "^=="'

# The command itself reads a break that only --profile screen joins.
cat >"$tmp/screen" <<'END'
{"source":"one","program":"tmux","kind":"break","rows":2,"at":45,"url":"http://a.example/files/of-the-house/2026/list-of-november.txt","lines":["The list of this month is at the old address","http://a.example/files/of-the-house/2026/lis","t-of-november.txt"]}
END
check 'the command reads the passages' \
    '$breaks score --trawl "$TRAWL" --profile screen "$tmp/screen" | grep -q "^all  *1  *100.0%"'

finish
