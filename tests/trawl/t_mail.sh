#!/bin/sh
# t_mail.sh - mail and news: rules E2 to E12, mailboxes, and messages as mail readers pipe them
#
# tests/lib/mail tests the messages themselves.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cd "$tmp" || exit 2
root=$OLDPWD
case $TRAWL in
/*) ;;
*) TRAWL=$root/$TRAWL ;;
esac

# gives NAME OPTIONS INPUT LINE...: checks that the command prints these lines for INPUT (printf's
# escapes).
gives() {
    given_name=$1 given_options=$2
    # shellcheck disable=SC2059  # INPUT is printf's
    printf "$3" >input
    shift 3
    : >wanted
    [ $# -eq 0 ] || printf '%s\n' "$@" >wanted
    export given_options
    check_same "$given_name" '"$TRAWL" $given_options <input' 'cat wanted'
}

# ---- Parts and fields ----

gives 'quoted-printable' '' 'From: a@b.example
Content-Transfer-Encoding: quoted-printable

http://a.example/?x=3D1&y=3D=
2
' 'http://a.example/?x=1&y=2'
gives 'format=flowed, delsp=yes' '' 'From: a@b.example
Content-Type: text/plain; format=flowed; delsp=yes

http://a.example/a 
b
' http://a.example/ab
gives 'delsp=no: the space is text' '' 'From: a@b.example
Content-Type: text/plain; format=flowed; delsp=no

http://a.example/a 
b
' http://a.example/a
gives 'clear-signed text and armor' '' 'From: a@b.example
Date: Mon, 6 Mar 1995 18:02:11 +0000

-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

<URL:http://a.example/foo
- -bar>
-----BEGIN PGP SIGNATURE-----
Comment: http://no.example/

iQEzBAEBCAAdFiEEabcdabcdabcdabcdabcdabcdabcdFAmABCDEACgkQabcdabcd
=aBcD
-----END PGP SIGNATURE-----
http://b.example/
' http://a.example/foo-bar http://no.example/ http://b.example/
gives 'B15: --unwrap=any lists the URL inside a link' '--unwrap=any' 'https://archive.example/2020/http://a.example/x?q=1&r=2
http://go.example/?u=https%%3A%%2F%%2Fb.example%%2Fc%%3Fd&x=1 http://go.example/?u=http://b.example/e&x=1
https://www.google.com/url?q=https://c.example/&sa=D http://d.example/?u=ttp://x:y%%3A
' 'http://a.example/x?q=1&r=2' 'https://b.example/c?d' http://b.example/e https://c.example/ \
    'http://d.example/?u=ttp://x:y%3A'
gives 'B15: --unwrap does not' '--unwrap' 'http://go.example/?u=http://b.example/e
' 'http://go.example/?u=http://b.example/e'
gives 'B14: words for signs' '--refang' 'joe at pear dot com, h t t p s : / / pear . com and hxxps://pear[.]com/x
' mailto:joe@pear.com https://pear.com https://pear.com/x
gives 'B14: a host' '--refang --find=+domain' 'example(.)com\n' https://example.com
gives 'B14, keep: without --refang' '--find=+domain' 'joe at pear dot com, example(.)com, hxxps://pear[.]com/x\n'
gives 'B14, keep: prose' '--refang --find=+domain' 'polka dots, look at example dot, joe at pear dot nowhere9, at pear . Com\n'
check_same 'B14: such links are flagged' 'echo "joe at pear dot com http://pear.org/" | "$TRAWL" --refang -t json |
    sed "s/.*\"flags\":\([^,]*\),.*/\1/"' 'printf "[\"refanged\"]\n[]\n"'
check_same 'B15: the field inner' 'printf "%s\n" "https://archive.example/2020/http://a.example/x" \
    "http://go.example/?u=http%%3A%%2F%%2Fb.example%%2F&x=1" | sed s/%%/%/g | "$TRAWL" -t json |
    sed "s/.*\"inner\":\"\([^\"]*\)\".*/\1/"' 'printf "http://a.example/x\nhttp://b.example/\n"'
check_same 'B15, keep: no field without a whole URL' 'echo "http://a.example/?u=b.example http://a.example/xhttp:/b.example" |
    "$TRAWL" -t json | grep -c inner' 'echo 0'
gives 'List-Unsubscribe: both URLs, in order' '' 'List-Unsubscribe: <http://www.host.com/list.cgi?cmd=unsub&lst=list>,
 <mailto:list-request@host.com?subject=unsubscribe>

' 'http://www.host.com/list.cgi?cmd=unsub&lst=list' 'mailto:list-request@host.com?subject=unsubscribe'
gives 'List-Post: NO' '' 'List-Post: NO (posting not allowed on this list)\n\n'
gives 'Archived-At, folded' '' 'Archived-At: <http://a.example/m/\n 123>\n\n' http://a.example/m/123
gives 'external-body' '' 'Content-Type: message/external-body; access-type=URL; URL="ftp://f.example/1/2/
  file.html"

' ftp://f.example/1/2/file.html
gives 'encoded-words' '' 'Subject: =?utf-8?Q?http://a.exam?= =?utf-8?Q?ple/x?=\n\n' http://a.example/x
gives 'Xref' '' 'Xref: news.example comp.lang.c:123\n\n' nntp://news.example/comp.lang.c/123
gives 'References' '--find +msgid' 'References: <1@a.example> <2@b.example>\n\n' mid:1@a.example mid:2@b.example
gives 'References: not without --find +msgid' '' 'References: <1@a.example> <2@b.example>\n\n'
gives 'References of news' '--find +msgid' 'Newsgroups: comp.lang.c\nReferences: <1@a.example>\n\nIn article <2@b.example>\n' \
    news:comp.lang.c news:1@a.example news:2@b.example
gives 'uuencode' '' 'From: a@b.example
Date: Mon, 6 Mar 1995 18:02:11 +0000

begin 644 x.bin
M5&AE('"'"'%%U:6-K(&)R;W=N(&9O>"!J=6UP<R!O=F5R('"'"'1H92!L87IY(&1O9RXN
`
end
http://b.example/
' http://b.example/
gives 'mboxrd' '' 'From a@b.example Fri Nov 20 10:00:00 2026\nFrom: a\n\n>>From http://a.example/\n' http://a.example/
check_same 'mboxrd: quote depth' '"$TRAWL" -t json <input | sed "s/.*\"quote\":\([0-9]*\).*/\1/"' 'echo 1'

# ---- Rows A1, A6 and A8 ----

gives 'A1: a From_ line right below the text separates' '--zone new' 'From joe at pear.example  Wed Dec 17 06:35:19 2008
From: joe at pear.example
Date: Wed, 17 Dec 2008 06:35:19 +0100
Message-ID: <1@pear.example>

http://a.example/1
From ann at plum.example  Wed Dec 17 07:35:19 2008
From: ann at plum.example
Date: Wed, 17 Dec 2008 07:35:19 +0100
Message-ID: <2@plum.example>

http://a.example/2
' http://a.example/1 http://a.example/2
check_same 'A1: the message of each link' '"$TRAWL" -t json <input | sed "s/.*\"id\":\"\([^\"]*\)\".*/\1/"' \
    'printf "%s\n" 1@pear.example 2@plum.example'
check_same 'A1, keep: without a field below it is text' 'sed "8s/.*/and so on/" input | "$TRAWL" -t json |
    sed "s/.*\"id\":\"\([^\"]*\)\".*/\1/"' 'printf "%s\n" 1@pear.example 1@pear.example'
check_same 'A1, keep: without a date it is text' 'sed "7s/Wed.*//" input | "$TRAWL" -t json |
    sed "s/.*\"id\":\"\([^\"]*\)\".*/\1/"' 'printf "%s\n" 1@pear.example 1@pear.example'
gives 'A6: a forwarded header in Chinese' '--zone forwarded' 'Subject: x
From: a@b.example
Content-Type: text/plain; charset=utf-8

http://new.example/
发件人: Joe
发送时间: 2026-01-02
收件人: Ann
主题: x

http://forwarded.example/
' http://forwarded.example/
gives 'A6, keep: one such field is text' '--zone forwarded' 'Subject: x
From: a@b.example
Content-Type: text/plain; charset=utf-8

http://new.example/
主题: http://b.example/
'
gives 'A8: the name of a codec of Python' '' 'Subject: =?eucgb2312_cn?B?aHR0cDovL2EuZXhhbXBsZS/W0A==?=\n\n' \
    http://a.example/中

# ---- E2, E3, E12 ----

gives 'E12: fields for URLs' '' 'Archived-At: <http://1.example/>
X-Archived-At: http://2.example/
X-URL: http://3.example/
X-Homepage: <http://4.example/>
Content-Location: http://5.example/a\n b
List-Help: (see) <http://6.example/> (or ask), <mailto:help@7.example> (a comment)
List-Archive: <http://8.example/>, nothing, <http://no.example/>

' http://1.example/ http://2.example/ http://3.example/ http://4.example/ http://5.example/ab http://6.example/ \
    mailto:help@7.example http://8.example/
gives 'E12: ids and groups' '--find +msgid' 'Newsgroups: a.b,c.d
Message-ID: <1@a.example>
In-Reply-To: <2@b.example>
Supersedes: <3@c.example>
Xref: h.example a.b:1 c.d:2

' news:a.b news:c.d news:1@a.example news:2@b.example news:3@c.example nntp://h.example/a.b/1 nntp://h.example/c.d/2
gives 'E12: fields that machines write are never read' '--headers all' 'Received: from http://no.example/
DKIM-Signature: http://no.example/
ARC-Seal: http://no.example/
Authentication-Results: http://no.example/
X-Face: http://no.example/
Path: no.example!www.no.example
Reply-To: joe@a.example
X-Comment: http://b.example/

' mailto:joe@a.example http://b.example/
gives 'E2: a charset, and an unknown one' '' 'Subject: =?iso-8859-1?q?http://a.example/=FC?= =?x-none?q?_http:/?= =?x-none?q?/b.example/?=\n\n' \
    http://a.example/ü http://b.example/
gives 'E2: RFC 2231, in the order of the numbers' '' "Content-Type: message/external-body; access-type=URL;
 URL*1*=b%%2Fc; URL*0*=us-ascii''ftp://f.example/a%%2F

" ftp://f.example/a/b/c
gives 'E3: text/uri-list' '' 'Content-Type: text/uri-list\r
\r
# http://no.example/\r
http://a.example/x(y).\r
urn:isbn:1-2-3\r
' 'http://a.example/x(y).' urn:isbn:1-2-3
gives 'E3: every part of an alternative' '' 'Content-Type: multipart/alternative; boundary=b

--b

http://a.example/
--b
Content-Type: text/x-markdown

http://b.example/
--b--
' http://a.example/ http://b.example/

# ---- A mailbox: the places of its links ----

cat >letter.eml <<'END'
Return-Path: <bounce@lists.example>
Received: from no.example (http://no.example/) by mail.example; Fri, 20 Nov 2026 10:00:00 +0000
Message-ID: <20261120.1@towers.example>
Date: Fri, 20 Nov 2026 10:00:00 +0100
From: =?utf-8?Q?J=C3=B6rg?= <joerg@towers.example>
To: bells@lists.example
Subject: Glocken,
 =?utf-8?B?aHR0cDovL3MuZXhhbXBsZS8=?=
X-Remark: see http://comments.example/
List-Unsubscribe: <https://lists.example/out>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b1

http://preamble.example/
--b1
Content-Type: multipart/alternative; boundary=b2

--b2
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Hello,
> see <URL:http://a.example/lo=
ng?x=3D1
> &y=3D2>, J=F6rg,
http://b.example/t=FCr
--=20
http://sig.example/

--b2
Content-Type: application/pdf

%PDF-1.4 http://pdf.example/
--b2--
--b1
Content-Type: image/gif; name="http://gif.example/"
Content-Transfer-Encoding: base64

aHR0cDovL25vLmV4YW1wbGUv
--b1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

aHR0cDovL2MuZXhhbXBsZS/DpAo=
--b1--
http://epilogue.example/
END
{
    echo 'From joerg@towers.example Fri Nov 20 10:00:00 2026'
    cat letter.eml
    printf '\nFrom ruth@towers.example Fri Nov 20 11:00:00 2026\nFrom: ruth@towers.example\n\nhttp://d.example/\n'
    printf '\nFrom ruth@towers.example Fri Nov 20 12:00:00 2026\nSubject: nothing in it\n'
} >box
export LETTER_LINKS='http://s.example/
https://lists.example/out
http://a.example/long?x=1&y=2
http://b.example/tür
http://sig.example/
http://c.example/ä'

check_same 'a message' '"$TRAWL" letter.eml' 'echo "$LETTER_LINKS"'
check_same 'a mailbox' '"$TRAWL" box' 'echo "$LETTER_LINKS"; echo http://d.example/'
check_same 'a mailbox byte by byte' 'dd if=box bs=1 2>/dev/null | "$TRAWL" -t json' '"$TRAWL" -t json <box'
check_same '-f text: one text' '"$TRAWL" -f text -c letter.eml' 'echo 13'
check_same '--headers all' '"$TRAWL" --headers all letter.eml | head -n 6' 'printf "%s\n" mailto:bounce@lists.example \
    mailto:joerg@towers.example mailto:bells@lists.example http://s.example/ http://comments.example/ \
    https://lists.example/out'
check_same '--headers none' '"$TRAWL" --headers none letter.eml' 'echo "$LETTER_LINKS" | sed 1,2d'
check_same '--find url: links of URL fields, too' '"$TRAWL" --find url letter.eml' 'echo "$LETTER_LINKS"'
check_same '--find -hdr' '"$TRAWL" --find -hdr letter.eml' 'echo "$LETTER_LINKS" | grep -v lists'
check_same '--find hdr' '"$TRAWL" --find hdr letter.eml' 'echo https://lists.example/out'
check_same '--uniq=none without an alternative' '"$TRAWL" --uniq=none letter.eml' '"$TRAWL" letter.eml'
check_same '-n: the line in the file' '"$TRAWL" -n box | sed "s/:.*//" | tr "\n" " "' \
    'printf "9 11 25 28 30 46 53 "'
check_same '-n: the line in the unpacked data' 'gzip -c box | "$TRAWL" -n' '"$TRAWL" -n box'
check_same 'json: the line in the header or part' \
    '"$TRAWL" -t json box | grep -o "\"line\":[0-9]*" | sed "s/.*://" | tr "\n" " "' 'printf "7 10 2 4 6 1 1 "'
check_same '-H and -c: one count for a mailbox' '"$TRAWL" -cH box letter.eml' 'printf "box:7\nletter.eml:6\n"'
check_same '-u: across all messages' '"$TRAWL" -u box letter.eml box' '"$TRAWL" box'
check_status '-q' 0 '"$TRAWL" -q box'
check_same '--rules' 'printf "rule hello\ntrigger Hello\nmatch Hello\nurl https://h.example/\n" >r &&
    "$TRAWL" --rules ./r letter.eml | grep h.example' 'echo https://h.example/'

# The message begins at byte 51, after the "From " line.
place='"message":{"number":1,"offset":51,"id":"20261120.1@towers.example","date":"Fri, 20 Nov 2026 10:00:00 +0100",'
place=$place'"date_iso":"2026-11-20T10:00:00+01:00","time":1795165200,"time_iso":"2026-11-20T09:00:00Z",'
place=$place'"from":"Jörg <joerg@towers.example>","from_addr":"joerg@towers.example",'
place=$place'"subject":"Glocken, http://s.example/"}'
export place

# place_of N: prints the place of link N in the mail, up to the name of the field or the type of the
# part.
place_of() {
    "$TRAWL" -t json <box | sed -n "$1s/.*,\(\"message\)/\1/p" |
        sed 's/\("header":"[^"]*"\).*/\1/; s/\("type":"[^"]*"\).*/\1/'
}
check_same 'json: a header field' 'place_of 1' \
    'echo "$place,\"header\":\"Subject\""'
check_same 'json: the flag of RFC 8058' '"$TRAWL" -t json <box | sed -n "2s/.*\"kind\":\(\"hdr\"\).*\"flags\":\([^,]*\),.*/\1 \2/p"' \
    'echo "\"hdr\" [\"one-click\"]"'
check_same 'json: a part' 'place_of 3' \
    'echo "$place,\"part\":\"1.1\",\"type\":\"text/plain\""'
check_same 'json: missing fields are left out' 'place_of 7' \
    'at=$(grep -abo "^From: ruth" box | cut -d: -f 1)
    echo "\"message\":{\"number\":2,\"offset\":$at,\"from\":\"ruth@towers.example\",\"from_addr\":\"ruth@towers.example\"},\"part\":\"1\",\"type\":\"text/plain\""'
check_same 'json: no mail fields for a text' 'echo http://a.example/ | "$TRAWL" -t json | grep -cE "message|part|type|header"' \
    'echo 0'
check_same 'json: spans are bytes of the source' '"$TRAWL" -t json letter.eml |
    sed -n "3s/.*\"spans\":\[\[\([0-9]*\),\([0-9]*\)\],.*/\1 \2/p" |
        { read -r from to; dd if=letter.eml bs=1 skip="$from" count=$((to - from)) 2>/dev/null; }' \
    'printf "http://a.example/lo=\nng?x=3D1"'
check_same 'json: quote, and the line in the part' \
    '"$TRAWL" -t json letter.eml | sed -n "3s/.*\(\"line\":.*\),\"flags.*/\1/p"' 'echo "\"line\":2,\"column\":12,\"quote\":1"'
check_same 'tsv: columns 14 to 22' '"$TRAWL" -t tsv --fields all box | sed -n "1p;3p;7p" | cut -f 14-22' 'at=$(grep -abo "^From: ruth" box | cut -d: -f 1)
    one="1\t51\t20261120.1@towers.example\t2026-11-20T10:00:00+01:00\tJörg <joerg@towers.example>\tGlocken, http://s.example/"
    printf "$one\t\\\\N\t\\\\N\tSubject\n$one\t1.1\ttext/plain\t\\\\N\n"
    printf "2\t$at\t\\\\N\t\\\\N\truth@towers.example\t\\\\N\t1\ttext/plain\t\\\\N\n"'
check_same '--context line: within a field or part' '"$TRAWL" -t tsv --context line letter.eml | cut -f 11' \
    'printf "%s\n" " Glocken, http://s.example/" " <https://lists.example/out>" \
        "> see <URL:http://a.example/long?x=1\\n> &y=2>, Jörg," http://b.example/tür http://sig.example/ http://c.example/ä'
check_same '--context 1000: within a field or part' '"$TRAWL" -t tsv --context 1000 letter.eml | cut -f 11 | sed -n "1,2p;6p"' \
    'printf "%s\n" " Glocken, http://s.example/" " <https://lists.example/out>" "http://c.example/ä\\n"'
check_same '--explain: the kind of input, and the skipped parts' '"$TRAWL" --explain letter.eml | grep -v "^  "' 'printf "%s\n" \
    "read as mail: it begins with header fields of mail or news (E1)" \
    "message 1, Subject, bytes 314-336: http://s.example/" \
    "message 1, List-Unsubscribe, line 10, column 20, bytes 398-425: https://lists.example/out" \
    "message 1, part 1.1, bytes 726-770: <URL:http://a.example/long?x=1\\n> &y=2>" \
    "message 1, part 1.1, bytes 780-802: http://b.example/tür" \
    "message 1, part 1.1, bytes 809-828: http://sig.example/" \
    "message 1, part 1.2, application/pdf: not text, so it is not read (E3)" \
    "message 1, part 2, image/gif: not text, so it is not read (E3)" \
    "message 1, part 3, bytes 1099-1124: http://c.example/ä"'
check_same '--explain -H: a file name before each' '"$TRAWL" --explain -H box | grep -v "^  " | grep -vc "^box: "' 'echo 0'

# ---- Messages from mail readers: raw, or decoded with the headers shown ----

cat >raw.eml <<'END'
Date: Fri, 20 Nov 2026 10:00:00 +0100
From: joerg@towers.example
Subject: bells
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

> see <URL:http://a.example/lo=
ng?x=3D1
> &y=3D2>, J=F6rg, http://b.example/t=FCr
END
cat >decoded.eml <<'END'
Date: Fri, 20 Nov 2026 10:00:00 +0100
From: joerg@towers.example
Subject: bells
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

> see <URL:http://a.example/long?x=1
> &y=2>, Jörg, http://b.example/tür
END
check_same 'a raw message' '"$TRAWL" <raw.eml' 'printf "%s\n" "http://a.example/long?x=1&y=2" http://b.example/tür'
check_same 'a decoded message with the old fields' '"$TRAWL" <decoded.eml' '"$TRAWL" <raw.eml'
check_same '--explain reports decoded text' '"$TRAWL" --explain <decoded.eml | grep "already"' 'printf "message 1, part 1: %s\n" \
    "the header names a transfer encoding, but the body is already decoded (E1)" \
    "the header names another charset, but the body is already UTF-8 (E1)"'
check_same '--explain reports nothing for a raw message' '"$TRAWL" --explain <raw.eml | grep -c "already"' 'echo 0'
check_same 'decoded base64' 'sed "s/quoted-printable/base64/" decoded.eml | "$TRAWL"' '"$TRAWL" <raw.eml'
check_same 'a converted charset' 'sed "/^Content-Tr/d" decoded.eml | "$TRAWL"' '"$TRAWL" <raw.eml'
check_same 'decoded text without a header' 'sed "1,/^$/d" decoded.eml | "$TRAWL"' '"$TRAWL" <raw.eml'
check_same 'quoted-printable without a header: a second reading' \
    'sed "1,/^$/d" raw.eml | "$TRAWL" --join=both --find url | head -n 2' \
    'printf "%s\n\t%s\n" "http://a.example/long?x=1" "http://a.example/lo="'
check_same 'the reason of the second reading' 'sed "1,/^$/d" raw.eml | "$TRAWL" -t json | grep -c "\"why\":\"quoted-printable\""' 'echo 1'

# ---- -f ----

printf 'From a Fri Nov 20 10:00:00 2026\nFrom: a\n\n>>From http://1.example/\n\nFrom b\nhttp://2.example/\n' >rd
for kind in mbox mboxrd auto; do
    export kind
    check_same "-f $kind: one > is removed" '"$TRAWL" -f $kind -t json rd | sed "s/.*\"quote\":\([0-9]*\).*/\1/" | tr "\n" " "' \
        'printf "1 0 "'
done
check_same '-f mboxo: only the > of >From is removed' '"$TRAWL" -f mboxo -t json rd | sed "s/.*\"quote\":\([0-9]*\).*/\1/" | tr "\n" " "' \
    'printf "2 0 "'
body='>From http://1.example/

From b Fri Nov 20 10:00:00 2026
http://2.example/
'
printf 'From a Fri Nov 20 10:00:00 2026\nContent-Length: %s\n\n%s\nFrom c Fri Nov 20 10:00:00 2026\n\nhttp://3.example/\n' \
    "${#body}" "$body" >cl
numbers() {
    "$TRAWL" -t json "$@" | sed 's/.*"quote":\([0-9]*\).*"number":\([0-9]*\).*/\2 \1/' | tr '\n' ','
}
check_same '-f mboxcl: lengths are used, one > is removed' 'numbers -f mboxcl cl' 'printf "1 0,1 0,2 0,"'
check_same '-f mboxcl2: no > is removed' 'numbers -f mboxcl2 cl' 'printf "1 1,1 0,2 0,"'
check_same '-f mbox: lengths are ignored' 'numbers -f mbox cl' 'printf "1 0,2 0,3 0,"'
printf '\001\001\001\001\nFrom: a\n\nhttp://1.example/\n\001\001\001\001\n\001\001\001\001\nFrom: b\n\nFrom http://2.example/\n\001\001\001\001\n' >mmdf
printf 'From: a\nNewsgroups: a.b\n\nhttp://1.example/\n' >article
{ echo '#! rnews 43' && cat article && echo '#! rnews 43' && cat article; } >rnews
printf '220 1 <1@a.example> article\r\nFrom: a\r\n\r\nhttp://1.example/\r\n..http://2.example/\r\n.\r\n220 2 <2@a.example> article\r\nFrom: b\r\n\r\nhttp://3.example/\r\n.\r\n' >nntp
for kind in mmdf auto; do
    export kind
    check_same "-f $kind: MMDF" 'numbers -f $kind mmdf' 'printf "1 0,2 0,"'
done
for kind in rnews auto; do
    export kind
    check_same "-f $kind: an rnews batch" '"$TRAWL" -f $kind rnews' \
        'printf "%s\n" news:a.b http://1.example/ news:a.b http://1.example/'
done
check_same '-f rnews reports input that is not a batch' '"$TRAWL" -f rnews article mmdf 2>&1 >out; echo $?; cat out' \
    'printf "trawl: %s: nothing was read, because it has no line \"#! rnews\" with a number; -f auto detects the format\n" article mmdf; echo 2'
check_same '-f mmdf does, too, and reads the other files' 'echo http://3.example/ >none && "$TRAWL" -f mmdf -j 2 none mmdf 2>&1 >out; echo $?; cat out' \
    'echo "trawl: none: nothing was read, because it has no line of four ^A; -f auto detects the format"; printf "%s\n" 2 http://1.example/ http://2.example/'
check_same '-f nntp does, too' 'printf "100 help\n.\n" | "$TRAWL" -f nntp 2>&1; echo $?' \
    'echo "trawl: standard input: nothing was read, because it has no article from a news server; -f auto detects the format"; echo 2'
check_same 'empty input is not an error' '"$TRAWL" -f rnews </dev/null 2>&1; echo $?' 'echo 1'
{ cat rnews && printf '#! cunbatch\n\037\235'; } >compressed
check_same 'a compressed batch is reported after what was read' '"$TRAWL" compressed 2>err | tail -n 1; cat err' \
    'echo http://1.example/; echo "trawl: compressed: a compressed news batch is not read; decompress it first"'
for kind in nntp auto; do
    export kind
    check_same "-f $kind: articles from a server" '"$TRAWL" -f $kind nntp' \
        'printf "%s\n" http://1.example/ http://2.example/ http://3.example/'
done
for kind in mail news; do
    export kind
    check_same "-f $kind: always one message" \
        'printf "http://1.example/\n\nFrom a Fri Nov 20 10:00:00 2026\nhttp://2.example/\n" | numbers -f $kind' \
        'printf "1 0,1 0,"'
done
check_same '-f with an unknown kind' '"$TRAWL" -f elm box 2>&1' 'echo "trawl: -f: unknown kind of input elm; it takes auto,
    text, mail, mbox, mboxo, mboxcl, mboxcl2, mmdf, rnews, nntp, html, calendar, ldif, patches, news, mboxrd or vcard" | tr -d "\n" | tr -s " "; echo'
check_test 'the help explains each kind' = '' '"$TRAWL" -f "" box 2>&1 | sed "s/.*it takes //; s/, \| or /\n/g" | while read -r kind; do
    case $kind in news | mboxrd | vcard) continue ;; esac # other names, which only the manual has
    "$TRAWL" --help | grep -qE "^ {20}$kind +[a-z]" || echo "$kind"; done'
check_test 'trawl pick lists them' = 1 '"$TRAWL" pick --help | grep -c "nntp, html, calendar, ldif, patches, news, mboxrd or"'
check_status '-f with an unknown kind exits with 2' 2 '"$TRAWL" -f elm box'
check_status '--headers with an unknown word' 2 '"$TRAWL" --headers some box'
check_status 'a mailbox without links' 1 'printf "From a Fri Nov 20 10:00:00 2026\nSubject: x\n\nnothing\n" | "$TRAWL"'
for kind in auto text mail mbox mboxo mboxcl mboxcl2 mmdf rnews nntp news; do
    export kind
    check_status "-f $kind, empty input" 1 '"$TRAWL" -f $kind </dev/null'
    check_same "-f $kind, empty input, as HTML" '"$TRAWL" -f $kind -t html </dev/null' 'printf ""'
done

# ---- A message as text ----

cat >shown <<'END'
Date: Fri, 20 Nov 2026 10:00:00 +0100
From: Jörg <joerg@towers.example>
To: bells@lists.example
Subject: Glocken, http://s.example/ [1]

Hello,
> see <URL:http://a.example/long?x=1
> &y=2> [2], Jörg,
http://b.example/tür [3]
-- 
http://sig.example/ [4]

http://c.example/ä [5]

   1. http://s.example/
   2. http://a.example/long?x=1&y=2
   3. http://b.example/tür
   4. http://sig.example/
   5. http://c.example/ä
END
check_same '-t notes: a short header and the parts' '"$TRAWL" -t notes letter.eml' 'cat shown'
check_same '-t html has the same text' '"$TRAWL" -t html letter.eml |
    sed "s/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g"' 'sed "s/ \[[0-9]\]//; /^   1/,\$d" shown | sed "\$d"'
check_same '-t term has the same text' '"$TRAWL" -t term --color never letter.eml | sed "s/$(printf "\033")]8;[^$(printf "\033")]*$(printf "\033")\\\\//g"' \
    '"$TRAWL" -t html letter.eml | sed "s/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g"'
check_same '-t text reads a message as one text' '"$TRAWL" -t text decoded.eml | sed "1,/^$/d"' \
    'printf "%s\n" "> see <URL:http://a.example/long?x=1&y=2>," ">  Jörg, http://b.example/tür"'
check_same '-t text with -f mail' '"$TRAWL" -t text -f mail letter.eml' \
    'sed "s/ \[[0-9]\]//; /^   1/,\$d" shown | sed "\$d; /^> see/s/1$/1\&y=2>,/; s/^> &y=2>,/> /"'
check_same 'a page: the header has its own element' '"$TRAWL" -t html --page letter.eml | grep -c "<header class=.trawl-head.>Date:"' 'echo 1'
check_same '--structure=lines: the signature ends with its part' '"$TRAWL" -t html --page --structure=lines letter.eml |
    grep -A 3 "trawl-signature.>" | sed "s/<[ab][^>]*>//g; s/<.[ab]d*i*>//g"' \
    'printf "%s\n" "<pre class=\"trawl-signature\">-- " "http://sig.example/</pre>" "<p>http://c.example/ä</p></section></main>" "</body>"'
cat > signed.eml <<'END'
From: joe@pier.example
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x

The kite flies.

--
Joe

The Pier
--x
Content-Type: text/plain
Content-Disposition: attachment; filename=notes.txt

The lake freezes.

--
Cold

The shore
--x--
END
signatures() { sed -n '/trawl-signature.>/,/<.pre>/p' | sed 's/.*<pre[^>]*>//'; }
check_same 'without quotes, the signature of a message may have an empty line; an attached text has no signature' \
    '"$TRAWL" -t html --page -f mail signed.eml | signatures' 'printf "%s\n" -- Joe "" "The Pier</pre>"'
check_same '--explain shows where this signature is' '"$TRAWL" --explain --structure -f mail signed.eml | grep -e signature -e character' \
    'printf "%s\n" "message 1, part 1, line 3: signature" "message 1, part 2, line 3: line of one character"'
check_same 'messages are separated; one without a body ends its line' '"$TRAWL" -t md box letter.eml | sed -n "/ruth/,/Date/p"' \
    'printf "%s\n" "From: ruth@towers.example" "" "<http://d.example/>" "" "Subject: nothing in it" "" \
        "Date: Fri, 20 Nov 2026 10:00:00 +0100\\"'

# ---- Texts that begin like a header ----

gives 'robots.txt' '' 'User-agent: *\nDisallow: /private/\n\nSitemap: https://a.example/map.xml\n' https://a.example/map.xml
gives 'trailers of a commit' '' 'Cc: ada@a.example\nLink: https://a.example/1\n' mailto:ada@a.example https://a.example/1
gives 'trailers of a commit, then text' '' 'Cc: ada@a.example\nLink: https://a.example/1\n\nfixed\n' mailto:ada@a.example https://a.example/1
gives 'a note' '' 'Date: 4 May\nMap: http://a.example/map\n\nby train\n' http://a.example/map
gives 'a report' '' 'Subject: night run\nLog: http://a.example/log\n' http://a.example/log
gives 'the head of an HTTP response' '' \
    'Date: Mon, 04 May 2026 10:00:00 GMT\r\nContent-Type: text/html\r\nLocation: http://a.example/2\r\n\r\n' http://a.example/2
gives 'a parcel' '' 'Received: 4 May\nWhere: http://a.example/p\n' http://a.example/p
printf 'To: all\nCc: ada@a.example\nMinutes: http://a.example/m\n' >like.txt
gzip -c like.txt >like.txt.gz
mkdir likes
for i in 1 2 3 4 5 6; do cp like.txt "likes/$i"; done
LIKE='mailto:ada@a.example
http://a.example/m'
export LIKE
check_same 'such a text byte by byte' 'dd if=like.txt bs=1 2>/dev/null | "$TRAWL"' 'echo "$LIKE"'
check_same 'such a text, compressed' '"$TRAWL" like.txt.gz' 'echo "$LIKE"'
check_same 'such texts with several threads' '"$TRAWL" -j 3 likes/* | sed "s/^likes[^:]*://" | sort | uniq -c | tr -s " "' \
    'echo "$LIKE" | sed "s/^/ 6 /" | sort'
check_same 'such a text with -t text' '"$TRAWL" -t text like.txt' 'cat like.txt'
check_same 'such a text with -t html' '"$TRAWL" -t html like.txt | grep -c "<a "' 'echo 2'
check_same 'such a text with -f mail is a message' '"$TRAWL" -f mail like.txt; echo $?' 'echo 1'
check_same 'a tiny message is a message' 'printf "From: a@b.example\n\nhttp://a.example/\n" | "$TRAWL" --explain | head -n 1' \
    'echo "read as mail: it begins with header fields of mail or news (E1)"'

# ---- Damaged and hostile messages ----

check_same 'a header without a body: other fields with URLs are read, too' 'head -c 400 letter.eml | "$TRAWL"' \
    'printf "%s\n" http://no.example/ http://s.example/ http://comments.example/'
check_same 'a truncated message: the links before that' 'for n in 400 600 780 800 900; do head -c $n letter.eml | "$TRAWL" | wc -l; done | tr -d " \n"' \
    'printf 32345'
check_same 'a truncated compressed mailbox' 'gzip -c box >b.gz && n=$(wc -c <b.gz) && head -c $((n - 200)) b.gz >c.gz &&
    "$TRAWL" c.gz 2>/dev/null | head -n 2; "$TRAWL" c.gz >/dev/null 2>&1; echo $?' \
    'echo "$LETTER_LINKS" | head -n 2; echo 2'
check_same 'no boundary, and an unknown encoding' '"$TRAWL" <<END
From: a
Content-Type: multipart/mixed
Content-Transfer-Encoding: rot13

http://a.example/
END' 'echo http://a.example/'
printf 'Subject: \033[2Jx\007 =?utf-8?Q?=0ABcc:_=E2=80=AE<b>=C2=9B?=\nMessage-ID: <a\033b@c.example>\nX-URL: http://x.example/\033]0;y\007\nContent-Type: text/plain; charset="\033[2J"\n\nhttp://a.example/\n' >tricks
export tricks="$tmp/tricks"
for format in list json tsv html term md notes; do
    export format
    check_same "control bytes are escaped: -t $format" 'NO_COLOR=1 "$TRAWL" -t $format "$tricks" | sed "s/$(printf "\033")]8;[^$(printf "\033")]*$(printf "\033")\\\\//g" |
        tr -d "[:print:]\200-\377\n\t"' 'printf ""'
done
check_same 'control bytes are escaped: --explain' '"$TRAWL" --explain "$tricks" | tr -d "[:print:]\200-\377\n"' 'printf ""'
check_same 'an encoded line end makes no field' '"$TRAWL" -t html "$tricks" | grep -c "^Bcc"' 'echo 0'
check_same 'escapes in JSON' '"$TRAWL" -t json "$tricks" | sed -n "1s/.*\"subject\":\(\"[^\"]*\"\).*/\1/p"' \
    'printf "%s\n" "\"\\u001b[2Jx\\u0007 \\nBcc: \\u202e<b>\\u009b\""'
check_same 'the TAB of a folded subject is a blank' 'printf "Subject: a\n\tb\n\nhttp://a.example/\n" | "$TRAWL" -f mail -t json | grep -o "\"subject\":\"[^\"]*\""' 'echo "\"subject\":\"a b\""'

# ---- Limits that may hide a link (E20) ----

{
    printf 'From: a@a.example\nSubject: x\nDate: Fri, 5 Jun 2026 10:00:00 +0200\n'
    printf 'Content-Type: text/html\n\nFirst <a href="http://a.example/'
    head -c 9000 /dev/zero | tr '\0' x
    printf '">one</a>, then <a href="http://b.example/">two</a>\n'
} >limit
export limit="$tmp/limit"
what='an attribute of HTML is longer than 8192 bytes, and links in it are missing'
export what
check_status 'a limit: status 2' 2 '"$TRAWL" "$limit"'
check_same 'a limit: the other links, and a message' '"$TRAWL" "$limit" 2>&1 | sort' \
    'printf "http://b.example/\ntrawl: %s: byte 106: %s (E20)\n" "$limit" "$what"'
check_same 'a limit: only links in JSON' '"$TRAWL" -t json --fields url "$limit" 2>/dev/null' \
    'echo "{\"url\":\"http://b.example/\"}"'
check_same 'a limit in JSON: --also=limits' '"$TRAWL" -t json --also=limits "$limit" 2>/dev/null | head -n 1' \
    'printf "{\"record\":\"limit\",\"limit\":\"%s\",\"file\":\"%s\",\"offset\":106}\n" "$what" "$limit"'
for format in html term md notes; do
    export format
    check_same "a limit in the text: -t $format" \
        '"$TRAWL" -t $format "$limit" 2>/dev/null | grep -c "trawl: an attribute of HTML is longer"' 'echo 1'
done
{ printf 'see http://c.example/' && head -c 9000 /dev/zero | tr '\0' x && printf ' and http://d.example/\n'; } >"$tmp/long"
export long="$tmp/long"
what='a URL is longer than 8192 bytes: no link'
check_status 'a long URL: status 2' 2 '"$TRAWL" "$long"'
for format in list json tsv csv html term md text notes; do
    export format
    check_same "a long URL: a message with -t $format" '"$TRAWL" -t $format "$long" 2>&1 >/dev/null' \
        'echo "trawl: $long: byte 4: $what (R31)"'
done
check_same 'a long URL in JSON' '"$TRAWL" -t json --also=limits "$long" 2>/dev/null | head -n 1' \
    'printf "{\"record\":\"limit\",\"limit\":\"%s\",\"file\":\"%s\",\"offset\":4}\n" "$what" "$long"'
for format in html term md text notes; do
    export format
    check_same "a long URL in the text: -t $format" \
        '"$TRAWL" -t $format "$long" 2>/dev/null | grep -c "trawl: a URL is longer"' 'echo 1'
done
check_status 'a long URL: status 2 of pick' 2 '"$TRAWL" pick --print "$long" </dev/null'
check_same 'a long URL: a message of pick' '"$TRAWL" pick --print "$long" 2>&1 >/dev/null </dev/null | grep byte' \
    'echo "trawl: $long: byte 4: $what (R31)"'
check_status 'a long URL is none when URLs are not wanted' 1 '"$TRAWL" --find=email "$long"'
check_same 'a limit, in several threads' '"$TRAWL" -j 2 "$limit" "$limit" 2>&1 | sort' \
    '{ "$TRAWL" "$limit"; "$TRAWL" "$limit"; } 2>&1 | sort'

finish
