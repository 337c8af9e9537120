-- The functions of one URL.
CREATE EXTENSION trawl;
SELECT trawl_canonical('HTTP://A.example:80/%7ejoe/#'), trawl_canonical('');
SELECT trawl_normal('https://a.example/?utm_source=x&b=1'), trawl_loose('https://www.a.example/b/index.html?c#d');
SELECT trawl_ascii('http://b' || U&'\00FC' || 'cher.example/' || U&'\20AC');
SELECT trawl_display('http://a.example/%E2%82%AC%20') = 'http://a.example/' || U&'\20AC' || '%20' AS displayed;
SELECT trawl_defang('https://www.example.com/a.html'), trawl_surt('http://www.example.org/a?b');
SELECT trawl_host(u), trawl_site(u)
    FROM unnest(ARRAY['http://www.a.example.co.uk:8080/', 'mailto:joe@lists.example.org', 'http://192.0.2.1/', 'x', '']) u;
SELECT trawl_looks_like('http://p' || U&'\0430' || 'ypal.com/'), trawl_looks_like('http://paypal.com/');
SELECT s, trawl_valid('http://a.example/~joe', s), trawl_valid('http://a b/', s)
    FROM unnest('{1738,1630,3986,iri,any}'::text[]) s;
SELECT trawl_resolve('http://a.example/b/c/d', ref) FROM unnest('{../e,?y,#x,g:h,//b.example}'::text[]) ref;
SELECT trawl_version() ~ '^\d+\.\d+\.\d+(-rc\d+)?$' AS version;
-- Long ones: the first buffer is too small.
SELECT length(trawl_ascii(repeat(U&'\20AC', 3000))), length(trawl_canonical('http://a.example/' || repeat('%7e', 200000)));
-- NULL, and what the planner may do.
SELECT trawl_canonical(NULL), trawl_site(NULL), trawl_valid(NULL, '3986'), trawl_resolve('http://a/', NULL);
SELECT proname, provolatile, proparallel, proisstrict FROM pg_proc
    WHERE proname LIKE 'trawl%' ORDER BY proname COLLATE "C", pronargs, oid;
