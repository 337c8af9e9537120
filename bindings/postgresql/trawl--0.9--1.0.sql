-- trawl--0.9--1.0.sql - the functions of whole texts
\echo Use "ALTER EXTENSION trawl UPDATE" to load this file. \quit

-- The standards that accept a URL, and where the others find the first fault.
CREATE FUNCTION trawl_check(url text) RETURNS jsonb
    AS 'MODULE_PATHNAME', 'pg_trawl_check' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

-- The fields of "trawl -t json". `spans` is {{from,to},...}, in bytes of the text in UTF-8.
CREATE TYPE trawl_link AS (
    url text, bytes bytea, kind text, raw text, spans bigint[], line bigint, "column" bigint,
    quote bigint, flags text[], alt jsonb, canonical text, ascii text, host text, site text,
    surt text, looks_like text, display text, valid text[], number bigint, "offset" bigint,
    id text, date text, date_iso text, "time" bigint, time_iso text, "from" text, from_addr text,
    subject text, list_id text, in_reply_to text, uri text, part text, type text, header text,
    zone text, attribute text, anchor text, target text, "inner" text
);

CREATE FUNCTION trawl_links(document text, options text DEFAULT '') RETURNS SETOF trawl_link
    AS 'MODULE_PATHNAME', 'pg_trawl_links' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000 ROWS 10;
CREATE FUNCTION trawl_links(document bytea, options text DEFAULT '') RETURNS SETOF trawl_link
    AS 'MODULE_PATHNAME', 'pg_trawl_links_of_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000 ROWS 10;
CREATE FUNCTION trawl_html(document text, options text DEFAULT '') RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_html' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION trawl_unbreak(document text, options text DEFAULT '') RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_unbreak' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
