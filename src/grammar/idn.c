/* idn.c - host names beyond ASCII as A-labels, and back
 *
 * libidn2 lets spaces, underscores and more pass, and maps characters like U+FF0F (a wide "/") onto the delimiters
 * they look like. So the ASCII bytes of the host are checked before, and every byte of the answer after: a name that
 * could change where its URL leads is refused. Without libidn2 every name beyond ASCII is. For a U-label its answer is
 * believed only if it leads back to the same A-label.
 */
#include "grammar/idn.h"

#include <stdlib.h>
#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "base/memory.h"
#include "base/sanitize.h"

bool idn_wanted(const char *host, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)host[i] >= 0x80)
            return true;
    return false;
}

#ifdef HAVE_IDN2
#include <idn2.h>

static bool is_name(const char *s, size_t n, bool ascii_only)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= 0x80 ? ascii_only : !ascii_is_alnum(c) && c != '-' && c != '.')
            return false;
    }
    return n > 0;
}

/* A name of UTF-8 that is longer than this cannot have an ASCII form within the limit. */
#define RAW_HOST_MAX 1024

int idn_to_ascii(const char *host, size_t n, char *out, size_t *len)
{
    char raw[RAW_HOST_MAX + 1];
    char *ascii = NULL;
    int result = IDN2_MALLOC;

    if (n > RAW_HOST_MAX || !is_name(host, n, false))
        return 0;
    memcpy(raw, host, n);
    raw[n] = '\0';
    SANITIZE_FOREIGN_BEGIN();
    if (!memory_fails_now())
        result = idn2_to_ascii_8z(raw, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    *len = ascii ? strlen(ascii) : 0;
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(&result, sizeof result);
    SANITIZE_WRITTEN(len, sizeof *len);
    SANITIZE_WRITTEN(ascii, *len + 1);
    if (result == IDN2_MALLOC)
        return TRAWL_NO_MEMORY;
    if (result != IDN2_OK || !ascii)
        return 0;
    result = *len <= IDN_HOST_MAX && is_name(ascii, *len, true) && ascii[0] != '.' && !strstr(ascii, "..");
    if (result)
        memcpy(out, ascii, *len);
    idn2_free(ascii);
    return result;
}

/* Is the U-label another spelling of the A-label, and of nothing else? */
static int leads_back(const char *unicode, size_t n, const char *label, size_t label_n)
{
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int result;

    if (n == 0 || n > IDN_UNICODE_MAX || !idn_wanted(unicode, n) || !is_name(unicode, n, false))
        return 0;
    result = idn_to_ascii(unicode, n, ascii, &len);
    return result > 0 ? len == label_n && ascii_same(ascii, label, len) : result;
}

int idn_to_unicode(const char *label, size_t n, char *out, size_t *len)
{
    char raw[IDN_LABEL_MAX + 1];
    char *unicode = NULL;
    int result = IDN2_MALLOC;

    if (n > IDN_LABEL_MAX || !is_name(label, n, true))
        return 0;
    for (size_t i = 0; i < n; i++)
        raw[i] = ascii_lower(label[i]); /* libidn2 would give "BüCHER" for "XN--BCHER-KVA" */
    raw[n] = '\0';
    SANITIZE_FOREIGN_BEGIN();
    if (!memory_fails_now())
        result = idn2_to_unicode_8z8z(raw, &unicode, 0);
    *len = unicode ? strlen(unicode) : 0;
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(&result, sizeof result);
    SANITIZE_WRITTEN(len, sizeof *len);
    SANITIZE_WRITTEN(unicode, *len + 1);
    if (result == IDN2_MALLOC)
        return TRAWL_NO_MEMORY;
    if (result != IDN2_OK || !unicode)
        return 0;
    result = leads_back(unicode, *len, label, n);
    if (result > 0)
        memcpy(out, unicode, *len);
    idn2_free(unicode);
    return result;
}

#else

int idn_to_unicode(const char *label, size_t n, char *out, size_t *len)
{
    (void)label;
    (void)n;
    (void)out;
    (void)len;
    return 0;
}

int idn_to_ascii(const char *host, size_t n, char *out, size_t *len)
{
    (void)host;
    (void)n;
    (void)out;
    (void)len;
    return 0;
}

#endif
