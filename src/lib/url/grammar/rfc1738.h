/* rfc1738.h - the BNF of RFC 1738, section 5, as fragments of PCRE2 patterns
 *
 * The rules are in the RFC's order, under the RFC's names, each after the RFC's own text. Contains
 * only section 5; later standards are in beyond1738.h. Q1, Q2, ... are quirks listed in
 * doc/rules.md. fragment.h explains MANY() and SOME().
 */
#ifndef TRAWL_URL_GRAMMAR_RFC1738_H
#define TRAWL_URL_GRAMMAR_RFC1738_H

#include "url/grammar/fragment.h"

/* Laid out by hand, to be read beside the rules. */
/* clang-format off */

/* genericurl     = scheme ":" schemepart */
#define rfc1738_genericurl "(?:" rfc1738_scheme ":" rfc1738_schemepart ")"

/* url            = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl | waisurl |
 *                  mailtourl | fileurl | prosperourl | otherurl
 * otherurl       = genericurl
 * There is one pattern per scheme. For the ten schemes otherurl is not used: any malformed http URL
 * of xchars would match it (Q2). */

/* scheme         = 1*[ lowalpha | digit | "+" | "-" | "." ]
 *                  "interpreters should use case-ignore" (2.1) */
#define rfc1738_scheme "[A-Za-z0-9+\\-.]++"

/* schemepart     = *xchar | ip-schemepart                 every ip-schemepart consists of xchars */
#define rfc1738_schemepart "(?:" MANY(RFC1738_XCHAR) ")"

/* ip-schemepart  = "//" login [ "/" urlpath ] */
#define rfc1738_ip_schemepart "(?://" rfc1738_login "(?:/" rfc1738_urlpath ")?+)"

/* login          = [ user [ ":" password ] "@" ] hostport */
#define rfc1738_login "(?:(?:" rfc1738_user "(?::" rfc1738_password ")?+@)?+" rfc1738_hostport ")"

/* hostport       = host [ ":" port ] */
#define rfc1738_hostport "(?:" rfc1738_host "(?::" rfc1738_port ")?+)"

/* host           = hostname | hostnumber */
#define rfc1738_host "(?:" rfc1738_hostname "|" rfc1738_hostnumber ")"

/* hostname       = *[ domainlabel "." ] toplabel */
#define rfc1738_hostname "(?:(?:" rfc1738_domainlabel "\\.)*+" rfc1738_toplabel ")"

/* domainlabel    = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit */
#define rfc1738_domainlabel "[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+"

/* toplabel       = alpha | alpha *[ alphadigit | "-" ] alphadigit */
#define rfc1738_toplabel "[A-Za-z][A-Za-z0-9]*+(?:-++[A-Za-z0-9]++)*+"

/* hostnumber     = digits "." digits "." digits "." digits
 *                  no range is given: 999.1.1.1 passes (Q11) */
#define rfc1738_hostnumber "(?:" rfc1738_digits "\\." rfc1738_digits "\\." rfc1738_digits "\\." rfc1738_digits ")"

/* port           = digits                                  no upper bound, and never empty (Q10) */
#define rfc1738_port rfc1738_digits

/* user           = *[ uchar | ";" | "?" | "&" | "=" ] */
#define rfc1738_user "(?:" MANY(RFC1738_UCHAR ";?&=") ")"

/* password       = *[ uchar | ";" | "?" | "&" | "=" ] */
#define rfc1738_password rfc1738_user

/* urlpath        = *xchar                                  "depends on protocol see section 3.1" */
#define rfc1738_urlpath "(?:" MANY(RFC1738_XCHAR) ")"

/* ---- The predefined schemes ---- */

/* ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ]] */
#define rfc1738_ftpurl "(?:(?i:ftp)://" rfc1738_login "(?:/" rfc1738_fpath "(?:;(?i:type)=" rfc1738_ftptype ")?+)?+)"

/* fpath          = fsegment *[ "/" fsegment ] */
#define rfc1738_fpath "(?:" MANY(RFC1738_FSEGMENT "/") ")"

/* fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ] */
#define RFC1738_FSEGMENT RFC1738_UCHAR "?:@&="
#define rfc1738_fsegment "(?:" MANY(RFC1738_FSEGMENT) ")"

/* ftptype        = "A" | "I" | "D" | "a" | "i" | "d"
 *                  the word "type" is literal lower case (Q14) */
#define rfc1738_ftptype "[AIDaid]"

/* fileurl        = "file://" [ host | "localhost" ] "/" fpath
 *                  "localhost" is a host anyway (Q13) */
#define rfc1738_fileurl "(?:(?i:file)://" rfc1738_host "?+/" rfc1738_fpath ")"

/* httpurl        = "http://" hostport [ "/" hpath [ "?" search ]] */
#define rfc1738_httpurl "(?:(?i:http)://" rfc1738_hostport "(?:/" rfc1738_hpath "(?:\\?" rfc1738_search ")?+)?+)"

/* hpath          = hsegment *[ "/" hsegment ] */
#define rfc1738_hpath "(?:" MANY(RFC1738_HSEGMENT "/") ")"

/* hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
 *                  the text reserves ";", the BNF allows it (Q4) */
#define RFC1738_HSEGMENT RFC1738_UCHAR ";:@&="
#define rfc1738_hsegment "(?:" MANY(RFC1738_HSEGMENT) ")"

/* search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]     no "/" and no second "?" (Q5) */
#define rfc1738_search "(?:" MANY(RFC1738_UCHAR ";:@&=") ")"

/* gopherurl      = "gopher://" hostport [ / [ gtype [ selector [ "%09" search
 *                  [ "%09" gopher+_string ] ] ] ] ]
 * The first "/" lost its quotes in print (Q6). A selector may be any sequence of xchars, so it
 * takes the "%09" and everything after it (Q7). */
#define rfc1738_gopherurl "(?:(?i:gopher)://" rfc1738_hostport "(?:/(?:" rfc1738_gtype rfc1738_selector ")?+)?+)"

/* gtype          = xchar                                        may be a whole escape (Q7) */
#define rfc1738_gtype "(?:[" RFC1738_XCHAR "]|" ESCAPE ")"

/* selector       = *xchar */
#define rfc1738_selector "(?:" MANY(RFC1738_XCHAR) ")"

/* gopher+_string = *xchar */
#define rfc1738_gopher_plus_string "(?:" MANY(RFC1738_XCHAR) ")"

/* mailtourl      = "mailto:" encoded822addr */
#define rfc1738_mailtourl "(?:(?i:mailto):" rfc1738_encoded822addr ")"

/* encoded822addr = 1*xchar               ; further defined in RFC822 (Q18) */
#define rfc1738_encoded822addr "(?:" SOME(RFC1738_XCHAR) ")"

/* newsurl        = "news:" grouppart                           there is no server form yet (Q17) */
#define rfc1738_newsurl "(?:(?i:news):" rfc1738_grouppart ")"

/* grouppart      = "*" | group | article           not atomic: an article may begin like a group */
#define rfc1738_grouppart "(?:\\*|" rfc1738_group "|" rfc1738_article ")"

/* group          = alpha *[ alpha | digit | "-" | "." | "+" | "_" ] */
#define rfc1738_group "(?:[A-Za-z][A-Za-z0-9\\-.+_]*+)"

/* article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
 *                  a host, not an address (Q15) */
#define rfc1738_article "(?:" SOME(RFC1738_UCHAR ";/?:&=") "@" rfc1738_host ")"

/* nntpurl        = "nntp://" hostport "/" group [ "/" digits ] */
#define rfc1738_nntpurl "(?:(?i:nntp)://" rfc1738_hostport "/" rfc1738_group "(?:/" rfc1738_digits ")?+)"

/* telneturl      = "telnet://" login [ "/" ] */
#define rfc1738_telneturl "(?:(?i:telnet)://" rfc1738_login "/?+)"

/* waisurl        = waisdatabase | waisindex | waisdoc     their common beginning is matched once */
#define rfc1738_waisurl "(?:" rfc1738_waisdatabase "(?:\\?" rfc1738_search "|/" rfc1738_wtype "/" rfc1738_wpath ")?+)"

/* waisdatabase   = "wais://" hostport "/" database */
#define rfc1738_waisdatabase "(?:(?i:wais)://" rfc1738_hostport "/" rfc1738_database ")"

/* waisindex      = "wais://" hostport "/" database "?" search */
#define rfc1738_waisindex "(?:" rfc1738_waisdatabase "\\?" rfc1738_search ")"

/* waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath */
#define rfc1738_waisdoc "(?:" rfc1738_waisdatabase "/" rfc1738_wtype "/" rfc1738_wpath ")"

/* database       = *uchar                                may be empty; no "/", ";" and "=" (Q12) */
#define rfc1738_database "(?:" MANY(RFC1738_UCHAR) ")"

/* wtype          = *uchar */
#define rfc1738_wtype "(?:" MANY(RFC1738_UCHAR) ")"

/* wpath          = *uchar */
#define rfc1738_wpath "(?:" MANY(RFC1738_UCHAR) ")"

/* prosperourl    = "prospero://" hostport "/" ppath *[ fieldspec ] */
#define rfc1738_prosperourl "(?:(?i:prospero)://" rfc1738_hostport "/" rfc1738_ppath rfc1738_fieldspec "*+)"

/* ppath          = psegment *[ "/" psegment ] */
#define rfc1738_ppath "(?:" MANY(RFC1738_PSEGMENT "/") ")"

/* psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ] */
#define RFC1738_PSEGMENT RFC1738_UCHAR "?:@&="
#define rfc1738_psegment "(?:" MANY(RFC1738_PSEGMENT) ")"

/* fieldspec      = ";" fieldname "=" fieldvalue */
#define rfc1738_fieldspec "(?:;" rfc1738_fieldname "=" rfc1738_fieldvalue ")"

/* fieldname      = *[ uchar | "?" | ":" | "@" | "&" ]           no "=" in name or value (Q16) */
#define rfc1738_fieldname "(?:" MANY(RFC1738_UCHAR "?:@&") ")"

/* fieldvalue     = *[ uchar | "?" | ":" | "@" | "&" ] */
#define rfc1738_fieldvalue "(?:" MANY(RFC1738_UCHAR "?:@&") ")"

/* ---- Miscellaneous definitions ---- */

/* lowalpha       = "a" | "b" | ... | "z"
 * hialpha        = "A" | "B" | ... | "Z"
 * alpha          = lowalpha | hialpha */
#define RFC1738_ALPHA "A-Za-z"

/* digit          = "0" | "1" | ... | "9" */
#define RFC1738_DIGIT "0-9"

/* safe           = "$" | "-" | "_" | "." | "+" */
#define RFC1738_SAFE "$\\-_.+"

/* extra          = "!" | "*" | "'" | "(" | ")" | "," */
#define RFC1738_EXTRA "!*'(),"

/* national       = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "`"
 *                  in no production; "~" too (Q8, Q20)
 * punctuation    = "<" | ">" | "#" | "%" | <">                    in no production; "#" too (Q3) */

/* reserved       = ";" | "/" | "?" | ":" | "@" | "&" | "=" */
#define RFC1738_RESERVED ";/?:@&="

/* hex            = digit | "A" | ... | "F" | "a" | ... | "f"
 * escape         = "%" hex hex                ESCAPE, above; MANY() and SOME() add it to a class */

/* unreserved     = alpha | digit | safe | extra */
#define RFC1738_UNRESERVED RFC1738_ALPHA RFC1738_DIGIT RFC1738_SAFE RFC1738_EXTRA

/* uchar          = unreserved | escape */
#define RFC1738_UCHAR RFC1738_UNRESERVED

/* xchar          = unreserved | reserved | escape */
#define RFC1738_XCHAR RFC1738_UNRESERVED RFC1738_RESERVED

/* digits         = 1*digit */
#define rfc1738_digits "[0-9]++"

/* clang-format on */

#endif
