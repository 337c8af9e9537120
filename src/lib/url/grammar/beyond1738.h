/* beyond1738.h - the grammars of later standards, as fragments of PCRE2 patterns
 *
 * Each difference from rfc1738.h is given with its RFC and its reason. fragment.h explains MANY()
 * and SOME().
 */
#ifndef TRAWL_URL_GRAMMAR_BEYOND1738_H
#define TRAWL_URL_GRAMMAR_BEYOND1738_H

#include "url/grammar/fragment.h"

/* Laid out by hand, to be read beside the rules. */
/* clang-format off */

/* ---- RFC 3986, appendix A: one generic grammar for all schemes ----
 * It replaced RFC 1738's generic part and lifts most of its limits. It allows "~" (2.3), fragments
 * (3.5), several "?" and a "/" in queries (3.4), any name as a host (3.2.2), an empty port (3.2.3),
 * user information anywhere (3.2.1), and IPv6 literals (3.2.2, from RFC 2732). But a scheme may no
 * longer begin with a digit, "+", "-" or "." (Q1). */

/* URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ] */
#define rfc3986_URI                                                                                                    \
    "(?:" rfc3986_scheme ":" rfc3986_hier_part "(?:\\?" rfc3986_query ")?+(?:#" rfc3986_fragment ")?+)"

/* hier-part     = "//" authority path-abempty / path-absolute / path-rootless / path-empty */
#define rfc3986_hier_part                                                                                              \
    "(?://" rfc3986_authority "(?:/" rfc3986_path ")?+|/(?:" rfc3986_pchar rfc3986_path ")?+|" rfc3986_pchar            \
    rfc3986_path "|)"

/* scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
#define rfc3986_scheme "(?:[A-Za-z][A-Za-z0-9+\\-.]*+)"

/* authority     = [ userinfo "@" ] host [ ":" port ]
 * A userinfo and a host name have the same characters up to the first ":" or "@". That run is
 * matched once; it is the host or the start of the userinfo. */
#define rfc3986_authority                                                                                              \
    "(?:" rfc3986_IP_literal "(?::" rfc3986_port ")?+|" rfc3986_reg_name                                               \
    "(?:(?::" rfc3986_userinfo ")?+@" rfc3986_host "(?::" rfc3986_port ")?+|:" rfc3986_port ")?+)"

/* userinfo      = *( unreserved / pct-encoded / sub-delims / ":" ) */
#define rfc3986_userinfo "(?:" MANY(RFC3986_UNRESERVED RFC3986_SUB_DELIMS ":") ")"

/* host          = IP-literal / IPv4address / reg-name            every IPv4address is a reg-name */
#define rfc3986_host "(?:" rfc3986_IP_literal "|" rfc3986_reg_name ")"

/* port          = *DIGIT */
#define rfc3986_port "[0-9]*+"

/* IP-literal    = "[" ( IPv6address / IPvFuture  ) "]" */
#define rfc3986_IP_literal "(?:\\[(?:" rfc3986_IPv6address "|" rfc3986_IPvFuture ")\\])"

/* IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
#define rfc3986_IPvFuture "(?:[vV][0-9A-Fa-f]++\\.[" RFC3986_UNRESERVED RFC3986_SUB_DELIMS ":]++)"

/* IPv6address   =                            6( h16 ":" ) ls32
 *               /                       "::" 5( h16 ":" ) ls32
 *               / [               h16 ] "::" 4( h16 ":" ) ls32
 *               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
 *               / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
 *               / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
 *               / [ *4( h16 ":" ) h16 ] "::"              ls32
 *               / [ *5( h16 ":" ) h16 ] "::"              h16
 *               / [ *6( h16 ":" ) h16 ] "::"
 * At most 45 bytes long, so these loops may backtrack. */
#define rfc3986_IPv6address                                                                                            \
    "(?:" RFC3986_H16S("{6}") rfc3986_ls32                                                                             \
    "|::" RFC3986_H16S("{5}") rfc3986_ls32                                                                             \
    "|(?:" rfc3986_h16 ")?::" RFC3986_H16S("{4}") rfc3986_ls32                                                         \
    "|(?:" RFC3986_H16S("{0,1}") rfc3986_h16 ")?::" RFC3986_H16S("{3}") rfc3986_ls32                                   \
    "|(?:" RFC3986_H16S("{0,2}") rfc3986_h16 ")?::" RFC3986_H16S("{2}") rfc3986_ls32                                   \
    "|(?:" RFC3986_H16S("{0,3}") rfc3986_h16 ")?::" RFC3986_H16S("{1}") rfc3986_ls32                                   \
    "|(?:" RFC3986_H16S("{0,4}") rfc3986_h16 ")?::" rfc3986_ls32                                                       \
    "|(?:" RFC3986_H16S("{0,5}") rfc3986_h16 ")?::" rfc3986_h16                                                        \
    "|(?:" RFC3986_H16S("{0,6}") rfc3986_h16 ")?::)"
#define RFC3986_H16S(times) "(?:" rfc3986_h16 ":)" times

/* h16           = 1*4HEXDIG                                      never backtracks */
#define rfc3986_h16 "[0-9A-Fa-f]{1,4}+"

/* ls32          = ( h16 ":" h16 ) / IPv4address */
#define rfc3986_ls32 "(?:" rfc3986_h16 ":" rfc3986_h16 "|" rfc3986_IPv4address ")"

/* IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet */
#define rfc3986_IPv4address                                                                                            \
    "(?:" rfc3986_dec_octet "\\." rfc3986_dec_octet "\\." rfc3986_dec_octet "\\." rfc3986_dec_octet ")"

/* dec-octet     = 0-255 without leading zeros */
#define rfc3986_dec_octet "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"

/* reg-name      = *( unreserved / pct-encoded / sub-delims ) */
#define rfc3986_reg_name "(?:" MANY(RFC3986_UNRESERVED RFC3986_SUB_DELIMS) ")"

/* path          = segments joined by "/"                         after a path's first character */
#define rfc3986_path "(?:" MANY(RFC3986_PCHAR "/") ")"

/* pchar         = unreserved / pct-encoded / sub-delims / ":" / "@" */
#define RFC3986_PCHAR RFC3986_UNRESERVED RFC3986_SUB_DELIMS ":@"
#define rfc3986_pchar "(?:[" RFC3986_PCHAR "]|" ESCAPE ")"

/* query         = *( pchar / "/" / "?" )
 * fragment      = *( pchar / "/" / "?" ) */
#define rfc3986_query "(?:" MANY(RFC3986_PCHAR "/?") ")"
#define rfc3986_fragment rfc3986_query

/* unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
 * sub-delims    = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=" */
#define RFC3986_UNRESERVED "A-Za-z0-9\\-._~"
#define RFC3986_SUB_DELIMS "!$&'()*+,;="

/* ---- RFC 3987: non-ASCII characters where RFC 3986 has unreserved ----
 * Needed because people copy URLs from the address bar. The characters are bytes of UTF-8. */

/* ucschar       = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / ... / %xE1000-EFFFD
 * Excludes the bidi formatting characters (section 4.1): U+061C, U+200E-200F, U+202A-202E and
 * U+2066-2069; the first and the last of these are newer than the RFC. Also excludes the
 * noncharacters at the end of each plane. */
#define RFC3987_TAIL "[\\x80-\\xBF]"
#define RFC3987_PLANE_END "(?:[\\x80-\\xBE]" RFC3987_TAIL "|\\xBF[\\x80-\\xBD])"
#define rfc3987_ucschar                                                                                                \
    "(?:\\xC2[\\xA0-\\xBF]|[\\xC3-\\xD7\\xD9-\\xDF]" RFC3987_TAIL "|\\xD8[\\x80-\\x9B\\x9D-\\xBF]"                      \
    "|\\xE0[\\xA0-\\xBF]" RFC3987_TAIL "|\\xE1" RFC3987_TAIL RFC3987_TAIL                                              \
    "|\\xE2(?:\\x80[\\x80-\\x8D\\x90-\\xA9\\xAF-\\xBF]|\\x81[\\x80-\\xA5\\xAA-\\xBF]|[\\x82-\\xBF]" RFC3987_TAIL ")"    \
    "|[\\xE3-\\xEC]" RFC3987_TAIL RFC3987_TAIL "|\\xED[\\x80-\\x9F]" RFC3987_TAIL                                      \
    "|\\xEF(?:[\\xA4-\\xB6\\xB8-\\xBE]" RFC3987_TAIL "|\\xB7[\\x80-\\x8F\\xB0-\\xBF]|\\xBF[\\x80-\\xAF])"               \
    "|\\xF0(?:[\\x90-\\x9E\\xA0-\\xAE\\xB0-\\xBE]" RFC3987_TAIL RFC3987_TAIL "|[\\x9F\\xAF\\xBF]" RFC3987_PLANE_END ")" \
    "|[\\xF1\\xF2](?:[\\x80-\\x8E\\x90-\\x9E\\xA0-\\xAE\\xB0-\\xBE]" RFC3987_TAIL RFC3987_TAIL                         \
    "|[\\x8F\\x9F\\xAF\\xBF]" RFC3987_PLANE_END ")"                                                                    \
    "|\\xF3(?:[\\x80-\\x8E\\x90-\\x9E\\xA1-\\xAE]" RFC3987_TAIL RFC3987_TAIL "|[\\x8F\\x9F\\xAF]" RFC3987_PLANE_END "))"

/* iprivate      = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD          in a query only */
#define rfc3987_iprivate                                                                                               \
    "(?:\\xEE" RFC3987_TAIL RFC3987_TAIL "|\\xEF[\\x80-\\xA3]" RFC3987_TAIL                                            \
    "|\\xF3(?:[\\xB0-\\xBE]" RFC3987_TAIL RFC3987_TAIL "|\\xBF" RFC3987_PLANE_END ")"                                  \
    "|\\xF4(?:[\\x80-\\x8E]" RFC3987_TAIL RFC3987_TAIL "|\\x8F" RFC3987_PLANE_END "))"

/* Like MANY(), but also accepts non-ASCII characters between the runs. */
#define RFC3987_MANY(set) "[" set "]*+(?:(?:" ESCAPE "|" rfc3987_ucschar ")[" set "]*+)*+"
#define RFC3987_PRIVATE(set)                                                                                           \
    "[" set "]*+(?:(?:" ESCAPE "|" rfc3987_ucschar "|" rfc3987_iprivate ")[" set "]*+)*+"

/* IRI            = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ] */
#define rfc3987_IRI                                                                                                    \
    "(?:" rfc3986_scheme ":" rfc3987_ihier_part "(?:\\?" rfc3987_iquery ")?+(?:#" rfc3987_ifragment ")?+)"

/* ihier-part     = "//" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty */
#define rfc3987_ihier_part                                                                                             \
    "(?://" rfc3987_iauthority "(?:/" rfc3987_ipath ")?+|/(?:" rfc3987_ipchar rfc3987_ipath ")?+|" rfc3987_ipchar       \
    rfc3987_ipath "|)"

/* iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]         built like authority */
#define rfc3987_iauthority                                                                                             \
    "(?:" rfc3986_IP_literal "(?::" rfc3986_port ")?+|" rfc3987_ireg_name                                              \
    "(?:(?::" rfc3987_iuserinfo ")?+@" rfc3987_ihost "(?::" rfc3986_port ")?+|:" rfc3986_port ")?+)"
#define rfc3987_iuserinfo "(?:" RFC3987_MANY(RFC3986_UNRESERVED RFC3986_SUB_DELIMS ":") ")"

/* ihost          = IP-literal / IPv4address / ireg-name
 * ireg-name      = *( iunreserved / pct-encoded / sub-delims ) */
#define rfc3987_ihost "(?:" rfc3986_IP_literal "|" rfc3987_ireg_name ")"
#define rfc3987_ireg_name "(?:" RFC3987_MANY(RFC3986_UNRESERVED RFC3986_SUB_DELIMS) ")"

/* ipath, ipchar  = like path and pchar, with ucschar */
#define rfc3987_ipath "(?:" RFC3987_MANY(RFC3986_PCHAR "/") ")"
#define rfc3987_ipchar "(?:[" RFC3986_PCHAR "]|" ESCAPE "|" rfc3987_ucschar ")"

/* iquery         = *( ipchar / iprivate / "/" / "?" )
 * ifragment      = *( ipchar / "/" / "?" ) */
#define rfc3987_iquery "(?:" RFC3987_PRIVATE(RFC3986_PCHAR "/?") ")"
#define rfc3987_ifragment "(?:" RFC3987_MANY(RFC3986_PCHAR "/?") ")"

/* ---- The schemes' own later RFCs ----
 * Applied to URLs that RFC 3986 accepts, each with an optional fragment. They add refusals, but do
 * not change the verdict of the four standards. */

/* RFC 9110, 4.2: http and https require a host that is not empty. (User information is
 * "deprecated", not forbidden.) */
#define rfc9110_host "(?:" rfc3986_IP_literal "|" SOME(RFC3986_UNRESERVED RFC3986_SUB_DELIMS) ")"
#define rfc9110_http_URI                                                                                               \
    "(?:(?i:https?)://(?:" rfc3986_userinfo "@)?+" rfc9110_host "(?::" rfc3986_port ")?+(?:/" rfc3986_path ")?+"        \
    "(?:\\?" rfc3986_query ")?+)"

/* RFC 6455, 3: ws and wss have no user, and no fragment, because fragments are "meaningless". */
#define rfc6455_ws_URI                                                                                                 \
    "(?:(?i:wss?)://" rfc9110_host "(?::" rfc3986_port ")?+(?:/" rfc3986_path ")?+(?:\\?" rfc3986_query ")?+)"

/* RFC 6068, 2: mailto has fields, and may have no address.
 * mailtoURI     = "mailto:" [ to ] [ hfields ] */
#define rfc6068_mailtoURI "(?:(?i:mailto):(?:" rfc6068_to ")?+(?:" rfc6068_hfields ")?+)"

/* to            = addr-spec *("," addr-spec ) */
#define rfc6068_to "(?:" rfc6068_addr_spec "(?:," rfc6068_addr_spec ")*+)"

/* hfields       = "?" hfield *( "&" hfield )
 * hfield        = hfname "=" hfvalue                             both *qchar */
#define rfc6068_hfields "(?:\\?" rfc6068_hfield "(?:&" rfc6068_hfield ")*+)"
#define rfc6068_hfield "(?:" MANY(RFC6068_QCHAR) "=" MANY(RFC6068_QCHAR) ")"

/* qchar         = unreserved / pct-encoded / some-delims
 * some-delims   = "!" / "$" / "'" / "(" / ")" / "*" / "+" / "," / ";" / ":" / "@" */
#define RFC6068_QCHAR RFC3986_UNRESERVED "!$'()*+,;:@"

/* addr-spec     = local-part "@" domain                          gen-delims must be escaped */
#define RFC6068_ATEXT "A-Za-z0-9!$'*+\\-_~"
#define rfc6068_dot_atom "(?:" SOME(RFC6068_ATEXT) "(?:\\." SOME(RFC6068_ATEXT) ")*+)"
#define rfc6068_addr_spec "(?:" rfc6068_dot_atom "@" rfc6068_dot_atom ")"

/* RFC 5538, appendix A: news has a server, and wildmats for groups.
 * newsURL       = "news:" [ server "/" ] ( article / newsgroups )
 * server        = "//" authority
 * article       = msg-id-core                                    one "@"; "/ ? # [ ] %" escaped
 * newsgroups    = *( group-char / pct-encoded / "*" ) */
#define rfc5538_newsURL                                                                                                \
    "(?:(?i:s?news):(?:" rfc5538_server "/)?+(?:" rfc5538_article "|" rfc5538_newsgroups "))"
#define rfc5538_server "(?://" rfc3986_authority ")"
#define RFC5538_ID "A-Za-z0-9\\-._~!$&'()*+,;=:"
#define rfc5538_article "(?:" SOME(RFC5538_ID) "@" SOME(RFC5538_ID) ")"
#define rfc5538_newsgroups "(?:" MANY("A-Za-z0-9\\-._+*") ")"

/* nntpURL       = "nntp:" server "/" group [ "/" article-number ]
 * article-number = 1*16DIGIT */
#define rfc5538_nntpURL                                                                                                \
    "(?:(?i:nntps?):" rfc5538_server "/" SOME("A-Za-z0-9\\-._+") "(?:/[0-9]{1,16}+)?+)"

/* RFC 8089, 2: file needs no "//", and no host after it.
 * file-URI      = "file" ":" ( "//" [ "localhost" / host ] path-absolute / path-absolute ) */
#define rfc8089_file_URI                                                                                               \
    "(?:(?i:file):(?://" rfc3986_host ")?+/(?:" rfc3986_pchar rfc3986_path ")?+)"

/* RFC 8141, 2: urn.
 * namestring    = "urn" ":" NID ":" NSS [ "?+" r-component ] [ "?=" q-component ]
 * NID           = (alphanum) 0*30(ldh) (alphanum)
 * NSS           = pchar *(pchar / "/")
 * A component begins with a pchar and may have "/" and "?"; after "?+", a "?=" starts the
 * q-component. */
#define rfc8141_namestring                                                                                             \
    "(?:(?i:urn):[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,30}[A-Za-z0-9]):" rfc3986_pchar rfc3986_path                            \
    "(?:\\?[+=]" rfc3986_pchar rfc3986_query ")?+)"

/* RFC 2392: mid and cid.
 * mid-url       = "mid" ":" message-id [ "/" content-id ]
 * cid-url       = "cid" ":" content-id
 * An id is an addr-spec with "/" and other delimiters escaped. */
#define RFC2392_ID "A-Za-z0-9\\-._~!$&'()*+,;=:"
#define rfc2392_id "(?:" SOME(RFC2392_ID) "@" SOME(RFC2392_ID) ")"
#define rfc2392_mid_url "(?:(?i:mid):" rfc2392_id "(?:/" rfc2392_id ")?+)"
#define rfc2392_cid_url "(?:(?i:cid):" rfc2392_id ")"

/* RFC 6270: tn3270 has telnet's form (RFC 4248), [userinfo "@"] host [":" port] ["/"]; so has
 * rlogin. */
#define rfc6270_tn3270_URI                                                                                             \
    "(?:(?i:tn3270|telnet|rlogin)://(?:" rfc3986_userinfo "@)?+" rfc9110_host "(?::" rfc3986_port ")?+/?+)"

/* RFC 2224: nfs://host[:port][/path] */
#define rfc2224_nfs_URL "(?:(?i:nfs)://" rfc9110_host "(?::" rfc3986_port ")?+(?:/" rfc3986_path ")?+)"

/* RFC 4266, 2.1: gopher://<host>:<port>/<gopher-path>, where no character of the path is reserved.
 * The selector has no tab, LF or CR. The first "%09" begins the search, the second one begins the
 * Gopher+ string. */
#define rfc4266_gopher_URL                                                                                             \
    "(?:(?i:gopher)://" rfc9110_host "(?::" rfc3986_port ")?+(?:/(?:" rfc4266_gopher_path ")?+)?+)"
#define rfc4266_gopher_path                                                                                            \
    "(?:(?:[" RFC4266_CHAR "]|" RFC4266_ESCAPE ")" rfc4266_selector "(?:%09" rfc4266_selector "(?:%09" MANY(RFC4266_CHAR) ")?+)?+)"
#define rfc4266_selector "(?:[" RFC4266_CHAR "]*+(?:" RFC4266_ESCAPE "[" RFC4266_CHAR "]*+)*+)"
#define RFC4266_CHAR RFC3986_PCHAR "/?"
#define RFC4266_ESCAPE "%(?:0[0-8BbCcEeFf]|[1-9A-Fa-f][0-9A-Fa-f])"

/* RFC 4156, 2: wais://<host>:<port>/<database>, then "?" <search>, or "/" <wtype> "/" <wpath>. The
 * path is opaque, so it may have "/". */
#define rfc4156_wais_URL                                                                                               \
    "(?:(?i:wais)://" rfc9110_host "(?::" rfc3986_port ")?+/" SOME(RFC3986_PCHAR)                                      \
    "(?:\\?" rfc3986_query "|/" MANY(RFC3986_PCHAR) "/" rfc3986_path ")?+)"

/* RFC 4157, 2: prospero://<host>:<port>/<hsoname>, then fields, ";" name "=" value. In the name of
 * the object ";" is reserved. */
#define rfc4157_prospero_URL                                                                                           \
    "(?:(?i:prospero)://" rfc9110_host "(?::" rfc3986_port ")?+/" MANY(RFC4157_CHAR "=/?") "(?:" rfc4157_field ")*+)"
#define rfc4157_field "(?:;" MANY(RFC4157_CHAR "?") "=" MANY(RFC4157_CHAR "?") ")"
#define RFC4157_CHAR "A-Za-z0-9\\-._~!$&'()*+,:@"

/* clang-format on */

#endif
