-- trawl--1.0.sql - the functions of one URL, and those of whole texts
\echo Use "CREATE EXTENSION trawl" to load this file. \quit

CREATE FUNCTION trawl_canonical(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_canonical' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_normal(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_normal' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_loose(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_loose' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_ascii(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_ascii' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_host(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_host' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_site(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_site' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_surt(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_surt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_looks_like(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_looks_like' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_display(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_display' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_defang(url text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_defang' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_valid(url text, standard text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'pg_trawl_valid' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_resolve(base text, ref text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_resolve' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

-- The version of the library.
CREATE FUNCTION trawl_version() RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_version' LANGUAGE C STABLE STRICT PARALLEL SAFE;

-- The standards that accept a URL, and where the others find the first fault.
CREATE FUNCTION trawl_check(url text) RETURNS jsonb
    AS 'MODULE_PATHNAME', 'pg_trawl_check' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

-- The fields of "trawl -t json". `spans` is {{from,to},...}, in bytes of the text in UTF-8; `start`
-- and `end` are the positions of the link's first and last character, from 1.
CREATE TYPE trawl_link AS (
    url text, bytes bytea, kind text, raw text, spans bigint[], line bigint, "column" bigint,
    quote bigint, flags text[], alt jsonb, canonical text, ascii text, host text, site text,
    surt text, looks_like text, display text, valid text[], number bigint, "offset" bigint,
    id text, date text, date_iso text, "time" bigint, time_iso text, "from" text, from_addr text,
    subject text, list_id text, in_reply_to text, uri text, part text, type text, header text,
    zone text, start integer, "end" integer, attribute text, anchor text, target text, "inner" text,
    quoted_by text
);

-- A link as bytes, from which the functions below make its fields. The number of a field is its place
-- in trawl_link, from 0. These functions are for trawl_links() alone. If `urls` is true, only the URLs,
-- their kinds and what is computed from the URLs are wanted.
CREATE FUNCTION trawl_links_stored(document text, options text, urls boolean) RETURNS SETOF bytea
    AS 'MODULE_PATHNAME', 'pg_trawl_links_stored' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000 ROWS 10;
CREATE FUNCTION trawl_links_stored(document bytea, options text, urls boolean) RETURNS SETOF bytea
    AS 'MODULE_PATHNAME', 'pg_trawl_links_stored_of_bytea' LANGUAGE C IMMUTABLE STRICT
    PARALLEL SAFE COST 1000 ROWS 10;
CREATE FUNCTION trawl_link_text(link bytea, field integer) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_link_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_link_number(link bytea, field integer) RETURNS bigint
    AS 'MODULE_PATHNAME', 'pg_trawl_link_number' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_link_words(link bytea, field integer) RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_trawl_link_words' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_link_spans(link bytea, field integer) RETURNS bigint[]
    AS 'MODULE_PATHNAME', 'pg_trawl_link_spans' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_link_alt(link bytea, field integer) RETURNS jsonb
    AS 'MODULE_PATHNAME', 'pg_trawl_link_alt' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;
CREATE FUNCTION trawl_link_bytes(link bytea, field integer) RETURNS bytea
    AS 'MODULE_PATHNAME', 'pg_trawl_link_bytes' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

-- What trawl_links() is in FROM: a subquery, of which the planner drops the columns that are not
-- read. It is not STRICT, since such a function would not become a subquery.
CREATE FUNCTION trawl_links_columns(document text, options text, urls boolean) RETURNS SETOF trawl_link
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 10
BEGIN ATOMIC
    SELECT trawl_link_text(l, 0), trawl_link_bytes(l, 1), trawl_link_text(l, 2),
        trawl_link_text(l, 3), trawl_link_spans(l, 4), trawl_link_number(l, 5),
        trawl_link_number(l, 6), trawl_link_number(l, 7), trawl_link_words(l, 8),
        trawl_link_alt(l, 9), trawl_link_text(l, 10), trawl_link_text(l, 11),
        trawl_link_text(l, 12), trawl_link_text(l, 13), trawl_link_text(l, 14),
        trawl_link_text(l, 15), trawl_link_text(l, 16), trawl_link_words(l, 17),
        trawl_link_number(l, 18), trawl_link_number(l, 19), trawl_link_text(l, 20),
        trawl_link_text(l, 21), trawl_link_text(l, 22), trawl_link_number(l, 23),
        trawl_link_text(l, 24), trawl_link_text(l, 25), trawl_link_text(l, 26),
        trawl_link_text(l, 27), trawl_link_text(l, 28), trawl_link_text(l, 29),
        trawl_link_text(l, 30), trawl_link_text(l, 31), trawl_link_text(l, 32),
        trawl_link_text(l, 33), trawl_link_text(l, 34), trawl_link_number(l, 35)::integer,
        trawl_link_number(l, 36)::integer, trawl_link_text(l, 37), trawl_link_text(l, 38),
        trawl_link_text(l, 39), trawl_link_text(l, 40), trawl_link_text(l, 41)
        FROM (SELECT trawl_links_stored(document, options, urls) AS l) AS links;
END;
CREATE FUNCTION trawl_links_columns(document bytea, options text, urls boolean) RETURNS SETOF trawl_link
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 10
BEGIN ATOMIC
    SELECT trawl_link_text(l, 0), trawl_link_bytes(l, 1), trawl_link_text(l, 2),
        trawl_link_text(l, 3), trawl_link_spans(l, 4), trawl_link_number(l, 5),
        trawl_link_number(l, 6), trawl_link_number(l, 7), trawl_link_words(l, 8),
        trawl_link_alt(l, 9), trawl_link_text(l, 10), trawl_link_text(l, 11),
        trawl_link_text(l, 12), trawl_link_text(l, 13), trawl_link_text(l, 14),
        trawl_link_text(l, 15), trawl_link_text(l, 16), trawl_link_words(l, 17),
        trawl_link_number(l, 18), trawl_link_number(l, 19), trawl_link_text(l, 20),
        trawl_link_text(l, 21), trawl_link_text(l, 22), trawl_link_number(l, 23),
        trawl_link_text(l, 24), trawl_link_text(l, 25), trawl_link_text(l, 26),
        trawl_link_text(l, 27), trawl_link_text(l, 28), trawl_link_text(l, 29),
        trawl_link_text(l, 30), trawl_link_text(l, 31), trawl_link_text(l, 32),
        trawl_link_text(l, 33), trawl_link_text(l, 34), trawl_link_number(l, 35)::integer,
        trawl_link_number(l, 36)::integer, trawl_link_text(l, 37), trawl_link_text(l, 38),
        trawl_link_text(l, 39), trawl_link_text(l, 40), trawl_link_text(l, 41)
        FROM (SELECT trawl_links_stored(document, options, urls) AS l) AS links;
END;
CREATE FUNCTION trawl_links_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'pg_trawl_links_support' LANGUAGE C STRICT;

CREATE FUNCTION trawl_links(document text, options text DEFAULT '') RETURNS SETOF trawl_link
    AS 'MODULE_PATHNAME', 'pg_trawl_links' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000 ROWS 10 SUPPORT trawl_links_support;
CREATE FUNCTION trawl_links(document bytea, options text DEFAULT '') RETURNS SETOF trawl_link
    AS 'MODULE_PATHNAME', 'pg_trawl_links_of_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000 ROWS 10 SUPPORT trawl_links_support;
CREATE FUNCTION trawl_urls(document text, options text DEFAULT '') RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_trawl_urls' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION trawl_urls(document bytea, options text DEFAULT '') RETURNS text[]
    AS 'MODULE_PATHNAME', 'pg_trawl_urls_of_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000;
CREATE FUNCTION trawl_html(document text, options text DEFAULT '') RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_html' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION trawl_unbreak(document text, options text DEFAULT '') RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_unbreak' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
