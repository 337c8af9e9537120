-- The examples of README.
SELECT url, kind FROM trawl_links('See <URL:http://www.example.org/> or ask joe@example.org.');
CREATE TABLE mail (id bigint PRIMARY KEY, raw bytea);
INSERT INTO mail SELECT n, convert_to('From: Ann <ann@a.example>
Subject: mail ' || n || '

> http://quoted.example/
See http://www.site' || n % 100 || '.example/' || n || '
', 'UTF8') FROM generate_series(1, 2000) n;
SELECT m.id, l.from_addr, l.site, l.url
    FROM mail m, trawl_links(m.raw, 'from=mail') l WHERE l.zone = 'new' AND m.id < 4 ORDER BY id;
CREATE FUNCTION sites(raw bytea) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT DISTINCT site FROM trawl_links(raw, 'from=mail') WHERE site <> '');
CREATE INDEX mail_sites ON mail USING gin (sites(raw));
ANALYZE mail;
EXPLAIN (COSTS OFF) SELECT id FROM mail WHERE sites(raw) @> '{site7.example}';
SELECT count(*), min(id) FROM mail WHERE sites(raw) @> '{site7.example}';
SELECT count(*) FROM mail WHERE sites(raw) @> '{a.example,quoted.example}';
CREATE TABLE bookmarks (url text);
INSERT INTO bookmarks SELECT 'http://www.s' || n || '.example.co.uk/?utm_source=' || n FROM generate_series(1, 3000) n;
INSERT INTO bookmarks VALUES ('http://shop.example.co.uk/a?fbclid=1'), ('HTTP://shop.example.co.uk:80/a'), ('http://p' || U&'\0430' || 'ypal.com/');
UPDATE bookmarks SET url = replace(url, '.example.co.uk', '.example') WHERE url LIKE '%utm_source%';
CREATE INDEX bookmarks_site ON bookmarks (trawl_site(url));
ANALYZE bookmarks;
EXPLAIN (COSTS OFF) SELECT url FROM bookmarks WHERE trawl_site(url) = 'example.co.uk';
SELECT url FROM bookmarks WHERE trawl_site(url) = 'example.co.uk';
SELECT trawl_normal(url), count(*) FROM bookmarks GROUP BY 1 HAVING count(*) > 1;
CREATE TABLE links (url text CHECK (trawl_valid(url, '3986')));
INSERT INTO links VALUES ('http://a b/');
SELECT trawl_defang(url) = 'hxxp://p' || U&'\0430' || 'ypal[.]com/' AS defanged FROM bookmarks WHERE trawl_looks_like(url) IS NOT NULL;
