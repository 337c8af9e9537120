-- Errors say what would be right, and the session goes on.
SELECT trawl_links('', 'fond=url');
SELECT trawl_links('', 'find=urls');
SELECT trawl_links('', 'find=-url,-www,-addr,-email,-hdr,-html,-osc8');
SELECT trawl_links('', 'find');
SELECT trawl_links('', 'join=yes');
SELECT trawl_links('', 'live=ftp');
SELECT trawl_links('', 'schemes=ht/tp');
SELECT trawl_links('', 'tlds=file');
SELECT trawl_links('', 'domains=weak');
SELECT trawl_links('', 'hyphen=both');
SELECT trawl_links('', 'from=pdf');
SELECT trawl_links('', 'headers=some');
SELECT trawl_links('', 'profile=x');
SELECT trawl_links('', 'base=/a');
SELECT trawl_links('', 'charset=klingon');
SELECT trawl_urls('', 'fond=url');
SELECT url FROM trawl_links('', 'find=urls');
SELECT trawl_html('', 'from=mail');
SELECT trawl_html('', 'live=javascript');
SELECT trawl_unbreak('', 'base=http://a.example/');
SELECT trawl_valid('http://a.example/', '1739');
-- A limit that may hide links.
SELECT url FROM trawl_links(E'Subject: a\nContent-Type: multipart/mixed; boundary="' || repeat('b', 5000) || E'"\n\nhttp://a.example/\n', 'from=mail');
SELECT trawl_urls(E'Subject: a\nContent-Type: multipart/mixed; boundary="' || repeat('b', 5000) || E'"\n\nhttp://a.example/\n', 'from=mail');
-- A link that trawl_links() did not make.
SELECT trawl_link_text('', 0);
SELECT trawl_link_text(l, 5) FROM trawl_links_stored('http://a.example/', '', false) l;
SELECT trawl_link_number(l, 39) FROM trawl_links_stored('http://a.example/', '', false) l;
SELECT trawl_link_text(l, -1) FROM trawl_links_stored('http://a.example/', '', false) l;
SELECT trawl_link_text(substring(l FROM 1 FOR octet_length(l) - n), 3) FROM trawl_links_stored('http://a.example/', '', false) l, generate_series(0, 20, 10) n;
SELECT trawl_link_alt(substring(l FROM 1 FOR octet_length(l) - 7), 9) FROM trawl_links_stored(E'<URL:http://a.example/b-\nc>', '', false) l;
SELECT trawl_link_text(l, 0), trawl_link_text(l, 10), trawl_link_bytes(l, 1), trawl_link_words(l, 17), trawl_link_alt(l, 9), trawl_link_spans(l, 4) FROM (SELECT decode(repeat('00', 344), 'hex') AS l) v;
SELECT trawl_link_text(l, 0), trawl_link_alt(l, 9), trawl_link_spans(l, 4), array_length(trawl_link_words(l, 8), 1) FROM (SELECT decode(repeat('ff', 8) || repeat('00', 64) || repeat('ff', 8) || repeat('00', 264), 'hex') AS l) v;
-- An error between two rows, and a query that is cancelled.
SELECT 1 / (3 - line) FROM (SELECT (trawl_links(E'http://a.example/\nhttp://b.example/\nhttp://c.example/\n')).line) l;
SET statement_timeout = 200;
SELECT count(*) FROM generate_series(1, 100000000) n, trawl_links('http://a.example/' || n);
SELECT count(trawl_urls('http://a.example/' || n)) FROM generate_series(1, 100000000) n;
RESET statement_timeout;
SELECT url FROM trawl_links('http://a.example/');
-- Nothing of a text that was not read to its end is in the next one.
SELECT (trawl_links(repeat('http://a.example/ ', 100000))).url LIMIT 1;
SELECT 1 / (2 - (trawl_links(repeat(E'<URL:http://a.example/\n', 100000))).line);
SELECT url, line FROM trawl_links('http://b.example/');
SELECT trawl_urls('b> http://c.example/'), trawl_unbreak('d');
