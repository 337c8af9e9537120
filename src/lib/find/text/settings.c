/* settings.c - the schemes and the top-level domains that the settings accept, and the rules that a
 * test switches off
 */

#include "base/ascii.h"
#include "find/text/text.h"

#ifdef TRAWL_TEST_RULES
int rule_off = RULES;
#endif

static bool listed(const settings *s, const char *name, size_t n)
{
    const char *p = s->schemes, *end;

    for (; (end = memchr(p, ',', (size_t)(s->schemes + s->schemes_n - p))); p = end + 1)
        if ((size_t)(end - p) == n && ascii_same(p, name, n))
            return true;
    return false;
}

bool settings_scheme(const settings *s, const char *name, size_t n, bool *known)
{
    *known = scheme_is_known(name, n);
    if (s->profile == TRAWL_PROFILE_UTS58)
        return (n == 4 && ascii_same(name, "http", 4)) || (n == 5 && ascii_same(name, "https", 5));
    if (s->schemes)
        return listed(s, name, n);
    return *known || !settings_option(s, TRAWL_OPTION_KNOWN_SCHEMES);
}

bool settings_tld(const settings *s, const char *label, size_t n)
{
    if (settings_option(s, TRAWL_OPTION_ANY_TLD)) /* but numbers and single letters */
        return n >= 2 && bytes_run(label, 0, n, BYTE_DIGIT, "") < n;
    if (settings_option(s, TRAWL_OPTION_CLASSIC_TLD))
        return tld_flags(label, n) & TLD_CLASSIC;
    return s->own_tlds ? tld_set_known(&s->tlds, label, n) : tld_known(label, n);
}
