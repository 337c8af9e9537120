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
SELECT trawl_html('', 'from=mail');
SELECT trawl_html('', 'live=javascript');
SELECT trawl_unbreak('', 'base=http://a.example/');
SELECT trawl_valid('http://a.example/', '1739');
-- A limit that may hide links.
SELECT url FROM trawl_links(E'Subject: a\nContent-Type: multipart/mixed; boundary="' || repeat('b', 5000) || E'"\n\nhttp://a.example/\n', 'from=mail');
-- An error between two rows, and a query that is cancelled.
SELECT 1 / (3 - line) FROM (SELECT (trawl_links(E'http://a.example/\nhttp://b.example/\nhttp://c.example/\n')).line) l;
SET statement_timeout = 200;
SELECT count(*) FROM generate_series(1, 100000000) n, trawl_links('http://a.example/' || n);
RESET statement_timeout;
SELECT url FROM trawl_links('http://a.example/');
