/* t_name.c - names that a line break divides (src/lib/find/join/name.c)
 *
 * "|" is the break: the URL ends there, and the next line's first word follows.
 */
#include "find/join/inside.h"
#include "tap.h"

static const struct name_case {
    const char *text;
    enum name_break want;
} name_cases[] = {
    /* the host is whole with the word only */
    {"http://www.|a.com/", NAME_DIVIDED},
    {"http://www-|a.com/", NAME_DIVIDED},
    {"http://www|.a.com/", NAME_DIVIDED},
    {"http://|a.com/", NAME_DIVIDED},
    {"http:/|/a.com/", NAME_DIVIDED},
    {"http://www.a.|com", NAME_DIVIDED},
    {"http://www.a.|com.", NAME_DIVIDED},
    {"http://joe@|a.com/", NAME_DIVIDED},
    {"http://192.0.2.|1/", NAME_DIVIDED},
    {"http://|localhost/", NAME_DIVIDED},
    {"http://local-|host.com/", NAME_DIVIDED},
    /* nor with the word: no top-level domain */
    {"http://www.|a/", NAME_NONE},
    {"http://192.0.|2/", NAME_NONE},
    {"http://|.com/", NAME_NONE},
    {"http://|localhosts/", NAME_NONE},
    {"http://www.|-/", NAME_NONE},
    /* it may be whole without */
    {"http://a.com.|au/x", NAME_LONGER},
    {"http://a.com.|Au/x", NAME_NONE},
    {"http://a.com|.au/x", NAME_NONE},
    {"http://a.com-|b.com/x", NAME_DIVIDED},
    {"http://x.a|b.com/", NAME_LONGER},
    {"http://a|b.com/", NAME_NONE},
    {"http://x.com|b.com/", NAME_NONE},
    {"http://localhost|.com/", NAME_NONE},
    /* the host ends before the word */
    {"http://a.com.|/x", NAME_NONE},
    {"http://a.|:80/", NAME_NONE},
    {"http://a.com.|:80/", NAME_NONE},
    {"mailto:joe@a.com.|/x", NAME_NONE},
    {"http://a.com/x.|b.com/", NAME_NONE},
    {"http://www./|a.com/", NAME_NONE},
    /* groups, and the numbers of articles */
    {"news:comp.|lang.c", NAME_DIVIDED},
    {"snews:comp.|lang.c", NAME_DIVIDED},
    {"news:comp.|a", NAME_DIVIDED},
    {"news:comp.|z", NAME_DIVIDED},
    {"news:comp.|`", NAME_NONE},
    {"news:comp.|{", NAME_NONE},
    {"news:comp.|Lang", NAME_NONE},
    {"news:comp|lang", NAME_NONE},
    {"news:|comp.lang.c", NAME_NONE},
    {"newt:comp.|lang.c", NAME_NONE},
    {"nntp://a.com/comp.|lang.c", NAME_DIVIDED},
    {"nntp://a.com/comp.c/|12", NAME_DIVIDED},
    {"nntp://a.com/comp.c/|x", NAME_NONE},
    {"nntp://a.com/c/1|2", NAME_NONE},
    {"nntp://a.com/|12", NAME_NONE},
    {"nntp://a.com/|comp.lang.c/12", NAME_DIVIDED},
    {"nntp://a.com/|z.a", NAME_DIVIDED},
    {"nntp://a.com/|comp/12", NAME_NONE},
    {"nntp://a.com/|`.a", NAME_NONE},
    {"nntp://a.com/|{.a", NAME_NONE},
    {"nntp://a.com/|Comp.lang", NAME_NONE},
    {"news://a.com/|comp.lang", NAME_NONE},
    {"nntp://a.com/c|/1", NAME_NONE},
    {"http://a.com/comp.|lang.c", NAME_NONE},
    {"news://a.com/comp.|lang.c", NAME_DIVIDED},
    /* addresses */
    {"mailto:joe@|a.com", NAME_DIVIDED},
    {"mailto:joe@a.|com", NAME_DIVIDED},
    {"mailto:joe@a.com.|au", NAME_LONGER},
    {"mailto:joe@|b", NAME_NONE},
    {"mailto:joe.|ann@a.com", NAME_DIVIDED},
    {"mailto:|joe@a.com", NAME_DIVIDED},
    {"mailto:joe.|ann", NAME_NONE},
    {"news:12@|a.com", NAME_DIVIDED},
    {"sip:joe@|a.com", NAME_NONE},
    /* no scheme, no word */
    {"www.a.|com", NAME_NONE},
    {"http://www.|", NAME_NONE},
};

int main(void)
{
    static char far[2 * FOUND_BYTES];
    const size_t most = FOUND_BYTES;
    settings *s;
    text t = {.p = far, .n = sizeof far};

    is_int(trawl_settings_open(&s, NULL), TRAWL_OK, "settings");
    for (size_t i = 0; i < sizeof name_cases / sizeof *name_cases; i++) {
        const char *all = name_cases[i].text, *bar = strchr(all, '|');
        const size_t n = (size_t)(bar - all), end = strlen(all);
        token word = {.from = n + 1, .to = end};
        const text own = {.p = all, .n = end, .final = true};
        is_int(name_divided(s, &own, (piece){0, n}, &word), name_cases[i].want, "%s", all);
        word.prose = true;
        is_int(name_divided(s, &own, (piece){0, n}, &word), NAME_NONE, "a word of prose");
    }
    memset(far, 'x', sizeof far);
    memcpy(far, "http://www.a.com/", 17);
    is_int(name_divided(s, &t, (piece){0, 11}, &(token){.from = 11, .to = most}), NAME_DIVIDED,
           "the longest URL");
    is_int(name_divided(s, &t, (piece){0, 11}, &(token){.from = 11, .to = most + 1}), NAME_NONE,
           "a byte more");
    trawl_settings_close(&s);
    trawl_release();
    return done();
}
