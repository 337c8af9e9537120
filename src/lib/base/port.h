/* port.h - which ports belong to a protocol other than the URL's scheme (RFC 1738 section 6)
 *
 * The only list of such ports: the flag foreign-port (M10) and dead links (F2) follow it.
 */
#ifndef TRAWL_BASE_PORT_H
#define TRAWL_BASE_PORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/ascii.h"

/* The ports that browsers refuse (Fetch standard, "Port blocking"), and the default ports below
 * 1024 of protocols other than HTTP; sorted. */
static const unsigned short port_blocked[] = {
    1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,    23,   25,   37,   42,   43,
    53,   69,   70,   77,   79,   87,   95,   101,  102,  103,  104,   109,  110,  111,  113,  115,
    117,  119,  123,  135,  137,  139,  143,  161,  179,  210,  322,   389,  427,  445,  465,  512,
    513,  514,  515,  526,  530,  531,  532,  540,  548,  554,  556,   563,  575,  587,  601,  602,
    605,  636,  674,  873,  989,  990,  993,  995,  1719, 1720, 1723,  2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
};

/* Returns true for http, https, ws and wss, given without a colon. */
static inline bool port_is_web(const char *scheme, size_t n)
{
    return ascii_is_word_of("http https ws wss", scheme, n);
}

/* Returns true when a port belongs to a protocol other than the scheme. `own` is the scheme's
 * default port, or 0 if it has none. Web servers use many ports, so for the schemes of the web only
 * the ports of the list count; for other schemes, every port below 1024 counts, too. */
static inline bool port_is_foreign(bool web, long own, long port)
{
    if (port <= 0 || port == own)
        return false;
    if (!web && port < 1024)
        return true;
    for (size_t i = sizeof port_blocked / sizeof port_blocked[0]; i > 0; i--)
        if (port_blocked[i - 1] <= port)
            return port_blocked[i - 1] == port;
    return false;
}

#endif
