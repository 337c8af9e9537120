/* names.c - the names of kinds, flags and reasons in JSON */
#include <trawl.h>

static const char *find_names_name_in(const char *const *names, int count, int i)
{
    return i >= 0 && i < count && names[i] ? names[i] : "unknown";
}

const char *trawl_kind_name(int kind)
{
    static const char *const names[TRAWL_KIND_COUNT] = {
        "wrap",  "angle",  "addr", "msgid",     "hdr",     "html", "bare", "www",
        "email", "domain", "ip",   "localhost", "netpath", "rule", "osc8"};

    return find_names_name_in(names, TRAWL_KIND_COUNT, kind);
}

const char *trawl_why_name(int why)
{
    static const char *const names[] = {
        NULL,   "hyphen",           "space",       "entity",   "soft-hyphen",
        "join", "quoted-printable", "punctuation", "notation", "end"};

    return find_names_name_in(names, sizeof names / sizeof names[0], why);
}

const char *trawl_flag_name(int bit)
{
    static const char *const names[TRAWL_FLAG_COUNT] = {
        "unclosed",       "hyphen-break", "page-break",   "closer-at-bol",  "tag-dropped",
        "multi",          "quotes",       "inner-space",  "scheme-implied", "no-scheme",
        "unknown-scheme", "glued",        "guess-joined", "entity",         "format-char",
        "userinfo",       "bad-port",     "bad-percent",  "bad-char",       "soft-hyphen",
        "resolved",       "signature",    "one-click",    "mismatch",       "pixel",
        "unsubscribe",    "again",        "odd-ip",       "mixed-script",   "whole-script",
        "punycode",       "refanged",     "conditional",  "confusable",     "line-end",
        "notation",       "unknown-tld",  "foreign-port", "encoded-crlf",   "password",
        "incomplete",     "backslash",    "not-utf8",     "ip-host",
    };

    return find_names_name_in(names, TRAWL_FLAG_COUNT, bit);
}
