-- trawl--0.9.sql - the functions of one URL
--
-- PostgreSQL creates version 1.0 by running this file and then trawl--0.9--1.0.sql.
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
