-- The functions of whole texts.
SET client_encoding = 'UTF8';
SELECT url, kind, raw, spans, line, "column", quote, flags, alt, host, site, valid, zone
    FROM trawl_links(E'See <URL:http://www.example.org/a-\nb> and\n> joe@example.com');
-- Places are characters of a text, also of a long one, and bytes of a bytea; spans are bytes of UTF-8.
SELECT substr(t, start, "end" - start + 1), spans
    FROM (VALUES (U&'\00FC\20AC http://a.example/\00FC, so')) v(t), trawl_links(t);
SELECT count(*), bool_and(substr(t, start, "end" - start + 1) = url)
    FROM (VALUES (repeat(rpad(U&'\00FC\20AC http://a.example/\00FC, so', 300, U&'\00FC'), 400))) v(t), trawl_links(t);
SELECT count(*), bool_and(substr(t, (l).start, (l)."end" - (l).start + 1) = (l).url)
    FROM (SELECT t, trawl_links(t) AS l FROM (VALUES (repeat(rpad(U&'\00FC\20AC http://a.example/\00FC, so', 300, U&'\00FC'), 400))) v(t) OFFSET 0) x;
SELECT convert_from(substr(b, start, "end" - start + 1), 'UTF8'), start
    FROM (VALUES (convert_to(U&'\00FC\20AC http://a.example/\00FC, so', 'UTF8'))) v(b), trawl_links(b);
-- No links, NULL, an empty text.
SELECT count(*) FROM trawl_links('none here');
SELECT count(*) FROM trawl_links('');
SELECT count(*) FROM trawl_links(NULL);
SELECT count(*) FROM trawl_links('http://a.example/', NULL);
-- In the list of columns, with several rows and with LIMIT.
SELECT n, (trawl_links('http://a.example/' || n || ' http://b.example/')).url FROM generate_series(1, 2) n;
SELECT trawl_links(repeat('http://a.example/ ', 100000)) IS NULL LIMIT 1;
SELECT t.n, l.url FROM (VALUES (1, 'www.a.example.org'), (2, 'none'), (3, 'b@c.example')) t(n, body)
    LEFT JOIN LATERAL trawl_links(body) l ON true ORDER BY n;
-- A message, as bytes.
SELECT url, number, "offset", id, date_iso, "time", time_iso, "from", from_addr, subject, part, type, header, zone
    FROM trawl_links('From: =?iso-8859-1?q?J=F6?= <jo@a.example>
Date: Mon, 30 Jun 2008 02:34:00 -0700
Message-ID: <1@a.example>
Subject: =?iso-8859-1?q?=DCber?= http://s.example/
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>J=F6 <a href=3D"http://b.example/=FC">more</a> http://c.example/=FC
'::text::bytea, 'from=auto');
-- Bytes that are not UTF-8: %XX in the URL, U+FFFD in the text.
SELECT url, bytes, raw = 'http://a.example/' || U&'\FFFD\FFFD' AS replaced
    FROM trawl_links('\x687474703a2f2f612e6578616d706c652fe282ff'::bytea, 'find=url');
SELECT url FROM trawl_links('\x687474703a2f2f612e6578616d706c652fe40a'::bytea, 'charset=iso-8859-2');
-- Options.
SELECT o, (SELECT string_agg(url, ' ') FROM trawl_links('http://a.example/ b@c.example d.org gopher://e.example/ hxxp://f[.]example/', o))
    FROM unnest(ARRAY['', 'find=email', 'find=+domain', 'find=-email,-addr', 'schemes=gopher', E' refang\t find=url\n',
                      'domains=strong find=domain', 'profile=rfc1738', 'profile=uts58', 'from=html']) o;
SELECT url, flags, alt FROM trawl_links(E'<URL:/b>\n<URL:http://a.example/x-\ny>', 'base=http://a.example/ hyphen=drop');
-- The URLs alone.
SELECT trawl_urls(E'See <URL:http://www.example.org/a-\nb> and\n> joe@example.com'), trawl_urls('none'), trawl_urls(''), trawl_urls(NULL), trawl_urls('x', NULL);
SELECT o, trawl_urls('http://a.example/ b@c.example hxxp://f[.]example/', o), trawl_urls('http://a.example/ b@c.example hxxp://f[.]example/'::bytea, o)
    FROM unnest(ARRAY['', 'find=email', 'refang', '', 'from=html']) o;
SELECT trawl_urls('\x687474703a2f2f612e6578616d706c652fe282ff'::bytea, 'find=url') AS encoded;
SELECT trawl_urls(t) = (SELECT array_agg(url) FROM trawl_links(t)) AS same, cardinality(trawl_urls(t)) FROM (SELECT string_agg('http://a.example/' || n, ' ') FROM generate_series(1, 10000) n) v(t);
-- In FROM, only the columns that are read are computed.
CREATE TABLE texts (n int, body text);
INSERT INTO texts VALUES (1, 'http://a.example/ and http://www.b.example/'), (2, 'none'), (3, NULL), (4, E'<URL:http://c.example/d-\ne>\n> f@g.example');
EXPLAIN (VERBOSE, COSTS OFF) SELECT l.site FROM texts, trawl_links(body) l;
EXPLAIN (VERBOSE, COSTS OFF) SELECT l.url, l.zone FROM texts, trawl_links(body) l WHERE l.quote > 0;
EXPLAIN (COSTS OFF) SELECT l.url, l.ordinality FROM texts, trawl_links(body) WITH ORDINALITY l;
SELECT n, l.url, m.kind FROM texts JOIN LATERAL trawl_links(body) l ON true JOIN LATERAL trawl_links(body) m USING (url) ORDER BY n, url;
SELECT n, l.url, l.line, l.raw FROM texts LEFT JOIN LATERAL trawl_links(body) l ON true ORDER BY n, l.url;
SELECT n, l.url, l.ordinality FROM texts, trawl_links(body) WITH ORDINALITY l ORDER BY 1, 3;
SELECT n, (SELECT l.zone) FROM texts, trawl_links(body) l ORDER BY n, l.url;
SELECT n FROM texts WHERE EXISTS (SELECT FROM trawl_links(body) l WHERE l.flags @> '{hyphen-break}');
SELECT count(l) FROM texts, trawl_links(body) l;
SELECT (SELECT array_agg(l ORDER BY l.url) FROM texts, trawl_links(body) l) = (SELECT array_agg(l ORDER BY (l).url) FROM (SELECT trawl_links(body) l FROM texts) x) AS same;
-- The text itself.
SELECT trawl_unbreak(E'> see <URL:http://a.example/lo\n> ng/path>. More');
SELECT trawl_html('<b> & ftp://a.example/ http://b.example/?a&b'), trawl_html('ftp://a.example/', 'live=ftp');
SELECT trawl_html(''), trawl_unbreak(''), trawl_html(NULL), trawl_unbreak(NULL);
SELECT length(trawl_unbreak(t)) = length(t) AS same FROM (VALUES (repeat(E'a http://a.example/b\n', 100000))) v(t);
