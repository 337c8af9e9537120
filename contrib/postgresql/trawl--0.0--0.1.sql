-- trawl--0.0--0.1.sql - the functions of whole texts
\echo Use "ALTER EXTENSION trawl UPDATE" to load this file. \quit

-- The columns of "trawl -t tsv", without the name of the file. Spans are {{from,to},...}.
CREATE TYPE trawl_link AS (
    url text, kind text, raw text, spans bigint[], line bigint, "column" bigint, quote bigint,
    flags text[], alt jsonb, canonical text, ascii text, valid text[], number bigint,
    "offset" bigint, id text, date_iso text, "from" text, subject text, part text, type text,
    header text, display text, bytes bytea, looks_like text, host text, site text, date text,
    "time" bigint, time_iso text, from_addr text, list_id text, in_reply_to text, zone text,
    attribute text, anchor text, target text, "inner" text
);

CREATE FUNCTION trawl_links(document text, options text DEFAULT '') RETURNS SETOF trawl_link
    AS 'MODULE_PATHNAME', 'pg_trawl_links' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000 ROWS 10;
CREATE FUNCTION trawl_links(document bytea, options text DEFAULT '') RETURNS SETOF trawl_link
    AS 'MODULE_PATHNAME', 'pg_trawl_links' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    COST 1000 ROWS 10;
CREATE FUNCTION trawl_html(document text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_html' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
CREATE FUNCTION trawl_unbreak(document text) RETURNS text
    AS 'MODULE_PATHNAME', 'pg_trawl_unbreak' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;
