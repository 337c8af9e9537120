/* patterns.c - the patterns, built from the fragments, and a table of the patterns for each
 * scheme */
#include "url/grammar/beyond1738.h"
#include "url/grammar/grammar.h"
#include "url/grammar/rfc1630.h"
#include "url/grammar/rfc1738.h"

#define WHOLE(fragment) "\\A" fragment "\\z"
#define WITH_1630_FRAGMENT(fragment) "\\A" fragment rfc1630_fragment "\\z"
#define WITH_3986_FRAGMENT(fragment) "\\A" fragment "(?:#" rfc3986_fragment ")?+\\z"

#define HOST PATTERN_HOST
#define USER PATTERN_USER

const struct pattern_row patterns[PATTERNS] = {
    [P1738_GENERIC] = {WHOLE(rfc1738_genericurl), USER},
    [P1738_FTP] = {WHOLE(rfc1738_ftpurl), HOST | USER},
    [P1738_FILE] = {WHOLE(rfc1738_fileurl), HOST},
    [P1738_HTTP] = {WHOLE(rfc1738_httpurl), HOST},
    [P1738_GOPHER] = {WHOLE(rfc1738_gopherurl), HOST},
    [P1738_MAILTO] = {WHOLE(rfc1738_mailtourl), 0},
    [P1738_NEWS] = {WHOLE(rfc1738_newsurl), 0},
    [P1738_NNTP] = {WHOLE(rfc1738_nntpurl), HOST},
    [P1738_TELNET] = {WHOLE(rfc1738_telneturl), HOST | USER},
    [P1738_WAIS] = {WHOLE(rfc1738_waisurl), HOST},
    [P1738_PROSPERO] = {WHOLE(rfc1738_prosperourl), HOST},
    [P1630_GENERIC] = {WITH_1630_FRAGMENT(rfc1630_uri), USER},
    [P1630_FTP] = {WITH_1630_FRAGMENT(rfc1630_ftpaddress), HOST | USER},
    [P1630_HTTP] = {WITH_1630_FRAGMENT(rfc1630_httpaddress), HOST},
    [P1630_GOPHER] = {WITH_1630_FRAGMENT(rfc1630_gopheraddress), HOST},
    [P1630_MAILTO] = {WITH_1630_FRAGMENT(rfc1630_mailtoaddress), 0},
    [P1630_NEWS] = {WITH_1630_FRAGMENT(rfc1630_newsaddress), 0},
    [P1630_NNTP] = {WITH_1630_FRAGMENT(rfc1630_nntpaddress), 0},
    [P1630_TELNET] = {WITH_1630_FRAGMENT(rfc1630_telnetaddress), HOST | USER},
    [P1630_WAIS] = {WITH_1630_FRAGMENT(rfc1630_waisaddress), HOST},
    [P1630_PROSPERO] = {WITH_1630_FRAGMENT(rfc1630_prosperoaddress), HOST},
    [P1630_MID] = {WITH_1630_FRAGMENT(rfc1630_midaddress), 0},
    [P1630_CID] = {WITH_1630_FRAGMENT(rfc1630_cidaddress), 0},
    [P3986] = {WHOLE(rfc3986_URI), USER},
    [P3987] = {WHOLE(rfc3987_IRI), USER},
    [P9110_HTTP] = {WITH_3986_FRAGMENT(rfc9110_http_URI), HOST | USER},
    [P6455_WS] = {WHOLE(rfc6455_ws_URI), HOST},
    [P6068_MAILTO] = {WITH_3986_FRAGMENT(rfc6068_mailtoURI), 0},
    [P5538_NEWS] = {WITH_3986_FRAGMENT(rfc5538_newsURL), USER},
    [P5538_NNTP] = {WITH_3986_FRAGMENT(rfc5538_nntpURL), HOST | USER},
    [P8089_FILE] = {WITH_3986_FRAGMENT(rfc8089_file_URI), 0},
    [P8141_URN] = {WITH_3986_FRAGMENT(rfc8141_namestring), 0},
    [P2392_MID] = {WITH_3986_FRAGMENT(rfc2392_mid_url), 0},
    [P2392_CID] = {WITH_3986_FRAGMENT(rfc2392_cid_url), 0},
    [P6270_TN3270] = {WITH_3986_FRAGMENT(rfc6270_tn3270_URI), HOST | USER},
    [P2224_NFS] = {WITH_3986_FRAGMENT(rfc2224_nfs_URL), HOST},
    [P4266_GOPHER] = {WITH_3986_FRAGMENT(rfc4266_gopher_URL), HOST},
    [P4156_WAIS] = {WITH_3986_FRAGMENT(rfc4156_wais_URL), HOST},
    [P4157_PROSPERO] = {WITH_3986_FRAGMENT(rfc4157_prospero_URL), HOST},
    [P1738_HOST] = {WHOLE(rfc1738_host), HOST},
    [P1630_HOST] = {WHOLE(rfc1630_host), HOST},
};

const struct pattern_judges pattern_judges[] = {
    [SCHEME_GENERIC] = {P1738_GENERIC, P1630_GENERIC, NO_PATTERN, NULL},
    [SCHEME_FTP] = {P1738_FTP, P1630_FTP, NO_PATTERN, NULL},
    [SCHEME_FILE] = {P1738_FILE, P1630_GENERIC, P8089_FILE, "8089"},
    [SCHEME_HTTP] = {P1738_HTTP, P1630_HTTP, P9110_HTTP, "9110"},
    [SCHEME_GOPHER] = {P1738_GOPHER, P1630_GOPHER, P4266_GOPHER, "4266"},
    [SCHEME_MAILTO] = {P1738_MAILTO, P1630_MAILTO, P6068_MAILTO, "6068"},
    [SCHEME_NEWS] = {P1738_NEWS, P1630_NEWS, P5538_NEWS, "5538"},
    [SCHEME_NNTP] = {P1738_NNTP, P1630_NNTP, P5538_NNTP, "5538"},
    [SCHEME_TELNET] = {P1738_TELNET, P1630_TELNET, P6270_TN3270, "4248"},
    [SCHEME_WAIS] = {P1738_WAIS, P1630_WAIS, P4156_WAIS, "4156"},
    [SCHEME_PROSPERO] = {P1738_PROSPERO, P1630_PROSPERO, P4157_PROSPERO, "4157"},
    [SCHEME_HTTPS] = {P1738_GENERIC, P1630_GENERIC, P9110_HTTP, "9110"},
    [SCHEME_WS] = {P1738_GENERIC, P1630_GENERIC, P6455_WS, "6455"},
    [SCHEME_SNEWS] = {P1738_GENERIC, P1630_GENERIC, P5538_NEWS, "5538"},
    [SCHEME_URN] = {P1738_GENERIC, P1630_GENERIC, P8141_URN, "8141"},
    [SCHEME_MID] = {P1738_GENERIC, P1630_MID, P2392_MID, "2392"},
    [SCHEME_CID] = {P1738_GENERIC, P1630_CID, P2392_CID, "2392"},
    [SCHEME_AFS] = {P1738_GENERIC, P1630_GENERIC, NO_PATTERN, NULL},
    [SCHEME_NFS] = {P1738_GENERIC, P1630_GENERIC, P2224_NFS, "2224"},
    [SCHEME_TN3270] = {P1738_GENERIC, P1630_GENERIC, P6270_TN3270, "6270"},
    [SCHEME_RLOGIN] = {P1738_GENERIC, P1630_GENERIC, P6270_TN3270, "6270"},
};
