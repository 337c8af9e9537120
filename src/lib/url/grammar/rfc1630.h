/* rfc1630.h - the BNFs of RFC 1630 as fragments of PCRE2 patterns
 *
 * Contains the "BNF for specific URL schemes" and what the "BNF of Generic URI Syntax" adds to it,
 * under the RFC's names and in its order. fragment.h explains MANY() and SOME(). The two BNFs
 * disagree on "+". In the specific one "+" is in safe, so it is both a character and the separator
 * of search words. Here, as in the generic one, xalpha excludes "+" and xpalpha includes it.
 * doc/rules.md describes three interpretations: void path segments, the characters of a host's
 * label, and a void fragment.
 */
#ifndef TRAWL_URL_GRAMMAR_RFC1630_H
#define TRAWL_URL_GRAMMAR_RFC1630_H

#include "url/grammar/fragment.h"

/* Laid out by hand, to be read beside the rules. */
/* clang-format off */

/* httpaddress     h t t p :   / / hostport [  / path ] [ ? search ] */
#define rfc1630_httpaddress "(?:(?i:http)://" rfc1630_hostport "(?:/" rfc1630_path ")?+(?:\\?" rfc1630_search ")?+)"

/* ftpaddress      f t p : / / login / path [  ftptype ]          the text writes it ";type=" */
#define rfc1630_ftpaddress "(?:(?i:ftp)://" rfc1630_login "/" rfc1630_path "(?:;type=" rfc1630_ftptype ")?+)"

/* afsaddress      a f s : / / cellname / path
 * "a historical note", "not a url production": afs is checked by the generic rule. */
#define rfc1630_afsaddress "(?:(?i:afs)://" rfc1630_hostname "/" rfc1630_path ")"

/* newsaddress     n e w s : groupart */
#define rfc1630_newsaddress "(?:(?i:news):" rfc1630_groupart ")"

/* nntpaddress     n n t p : group /  digits */
#define rfc1630_nntpaddress "(?:(?i:nntp):" rfc1630_group "/" rfc1630_digits ")"

/* midaddress      m i d  :  addr-spec
 * cidaddress      c i d : content-identifier                     also an addr-spec, by the text */
#define rfc1630_midaddress "(?:(?i:mid):" rfc1630_addr_spec ")"
#define rfc1630_cidaddress "(?:(?i:cid):" rfc1630_addr_spec ")"

/* addr-spec       as in RFC 822: atoms joined by ".", "@", atoms joined by "."; only those atom
 *                 characters that are xalphas, so a quoted word or a domain in brackets must be
 *                 escaped */
#define RFC1630_ATOM RFC1630_ALPHA RFC1630_DIGIT "$\\-_&!*'"
#define rfc1630_atoms "(?:" SOME(RFC1630_ATOM) "(?:\\." SOME(RFC1630_ATOM) ")*+)"
#define rfc1630_addr_spec "(?:" rfc1630_atoms "@" rfc1630_atoms ")"

/* mailtoaddress   m a i l t o : xalphas @ hostname */
#define rfc1630_mailtoaddress "(?:(?i:mailto):" rfc1630_xalphas_at rfc1630_hostname ")"

/* xalphas @       xalphas may contain "@", so this ends at the last "@" of the address */
#define RFC1630_XALPHA_NO_AT RFC1630_ALPHA RFC1630_DIGIT "$\\-_.&" RFC1630_EXTRA
#define rfc1630_xalphas_at                                                                                             \
    "(?:(?:" SOME(RFC1630_XALPHA_NO_AT) "@|@" MANY(RFC1630_XALPHA_NO_AT) "@)(?:" MANY(RFC1630_XALPHA_NO_AT) "@)*+)"

/* waisaddress     waisindex | waisdoc
 * waisindex       w a i s : / / hostport / database [ ? search ]
 * waisdoc         w a i s : / / hostport / database / wtype  / wpath */
#define rfc1630_waisaddress                                                                                            \
    "(?:(?i:wais)://" rfc1630_hostport "/" rfc1630_database "(?:\\?" rfc1630_search "|/" rfc1630_wtype "/" rfc1630_wpath \
    ")?+)"

/* wpath           digits = path ;  [ wpath ] */
#define rfc1630_wpath "(?:" rfc1630_digits "=" rfc1630_path ";)++"

/* groupart        * | group | article */
#define rfc1630_groupart "(?:\\*|" rfc1630_group "|" rfc1630_article ")"

/* group           ialpha [ . group ] */
#define rfc1630_group "(?:" rfc1630_label "(?:\\." rfc1630_label ")*+)"

/* article         xalphas @ host */
#define rfc1630_article "(?:" rfc1630_xalphas_at rfc1630_host ")"

/* database        xalphas
 * wtype           xalphas */
#define rfc1630_database rfc1630_xalphas
#define rfc1630_wtype rfc1630_xalphas

/* prosperoaddress prosperolink
 * prosperolink    p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]
 *                 hsoname is a path, and a path includes "%00", digits and letters */
#define rfc1630_prosperoaddress "(?:(?i:prospero)://" rfc1630_hostport "/" rfc1630_path ")"

/* telnetaddress   t e l n e t : / / login */
#define rfc1630_telnetaddress "(?:(?i:telnet)://" rfc1630_login ")"

/* gopheraddress   g o p h e r : / / hostport [/ gtype  [ gcommand ] ] */
#define rfc1630_gopheraddress "(?:(?i:gopher)://" rfc1630_hostport "(?:/" rfc1630_gtype rfc1630_path ")?+)"

/* login           [ user [ : password ] @ ] hostport */
#define rfc1630_login "(?:(?:" rfc1630_user "(?::" rfc1630_password ")?+@)?+" rfc1630_hostport ")"

/* hostport        host [ : port ] */
#define rfc1630_hostport "(?:" rfc1630_host "(?::" rfc1630_digits ")?+)"

/* host            hostname | hostnumber */
#define rfc1630_host "(?:" rfc1630_hostname "|" rfc1630_hostnumber ")"

/* ftptype         A formcode | E formcode | I | L digits
 * formcode        N | T | C */
#define rfc1630_ftptype "(?:[AE][NTC]|I|L" rfc1630_digits ")"

/* hostname        ialpha [  .  hostname ]                        no "." or "@" in a label */
#define rfc1630_hostname "(?:" rfc1630_label "(?:\\." rfc1630_label ")*+)"
#define RFC1630_LABEL RFC1630_ALPHA RFC1630_DIGIT "$\\-_&" RFC1630_EXTRA
#define rfc1630_label "(?:[A-Za-z]" MANY(RFC1630_LABEL) ")"

/* hostnumber      digits . digits . digits . digits */
#define rfc1630_hostnumber "(?:[0-9]++\\.[0-9]++\\.[0-9]++\\.[0-9]++)"

/* path            void |  segment  [  / path ]             segments may be void: "//" is allowed */
#define rfc1630_path "(?:" MANY(RFC1630_XPALPHA "/") ")"

/* search          xalphas [ + search ] */
#define rfc1630_search "(?:" rfc1630_xalphas "(?:\\+" rfc1630_xalphas ")*+)"

/* user            alphanum2 [ user ]
 * password        alphanum2 [ password ] */
#define rfc1630_user "[A-Za-z0-9\\-_.+]++"
#define rfc1630_password rfc1630_user

/* fragmentid      xalphas                              may be void: "if the fragment-id is void" */
#define rfc1630_fragment "(?:#" MANY(RFC1630_XALPHA) ")?+"

/* gtype           xalpha */
#define rfc1630_gtype "(?:[" RFC1630_XALPHA "]|" ESCAPE ")"

/* xalpha          alpha | digit | safe | extra | escape
 * xalphas         xalpha [ xalphas ] */
#define RFC1630_XALPHA RFC1630_ALPHA RFC1630_DIGIT RFC1630_SAFE RFC1630_EXTRA
#define rfc1630_xalphas "(?:" SOME(RFC1630_XALPHA) ")"

/* xpalpha         xalpha | + */
#define RFC1630_XPALPHA RFC1630_XALPHA "+"

/* alpha, digit, safe, extra, digits */
#define RFC1630_ALPHA "A-Za-z"
#define RFC1630_DIGIT "0-9"
#define RFC1630_SAFE "$\\-_@.&"
#define RFC1630_EXTRA "!*\"'(),"
#define rfc1630_digits "[0-9]++"

/* ---- BNF of Generic URI Syntax ---- */

/* uri             scheme :  path [ ? search ]
 * scheme          ialpha */
#define rfc1630_uri "(?:[A-Za-z]" MANY(RFC1630_XALPHA) ":" rfc1630_path "(?:\\?" rfc1630_search ")?+)"

/* fragmentaddress uri [ # fragmentid ]                     rfc1630_fragment follows each pattern */

/* clang-format on */

#endif
