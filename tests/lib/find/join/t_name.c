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
    /* message-ids in the last segment: before the "@" */
    {"http://a.com/20230620041438.32514-1-|joe@b.com/", NAME_DIVIDED},
    {"http://a.com/20230620041438.32514-1|-joe@b.com/", NAME_DIVIDED},
    {"http://a.com/cover.1668115235.git.j|oe@b.com", NAME_DIVIDED},
    {"http://a.com/123.1234567|89-joe@b.com", NAME_DIVIDED},
    {"http://a.com/20230508-x2-|joe@b.com/", NAME_DIVIDED},
    {"http://a.com/20230508-x|joe@b.com/", NAME_NONE},
    {"http://a.com/202305089|joe@b.com", NAME_NONE},
    {"http://a.com/2024-05-01|joe@b.com", NAME_NONE},
    {"http://a.com/x/aB-|joe@b.com", NAME_LONGER},
    {"http://a.com/1a2b3c|4d5joe@b.com", NAME_DIVIDED},
    {"http://a.com/1a2b3c4d5e|joe@b.com", NAME_NONE},
    {"http://a.com/1a2b|3c44joe@b.com", NAME_DIVIDED},
    {"http://a.com/1a2|3c44joe@b.com", NAME_NONE},
    {"http://a.com/1a2b|3c4joe@b.com", NAME_NONE},
    {"http://a.com/|20230620041438.32514-1-joe@b.com/", NAME_NONE},
    {"http://a.com/?x=20230620041438.32514-1-|joe@b.com/", NAME_NONE},
    {"http://a.com/20230620041438.32514-1-#|joe@b.com/", NAME_NONE},
    {"http://a.com-|b@c", NAME_NONE},
    {"http://a.com/x-|y/joe@b.com", NAME_NONE},
    {"http://a.com/x-|y?z=joe@b.com", NAME_NONE},
    {"http://a.com/x-|y", NAME_NONE},
    /* after it */
    {"http://a.com/1a2b3c4d5e@|b.com/", NAME_DIVIDED},
    {"http://a.com/x@|b.com/", NAME_DIVIDED},
    {"http://a.com/1a2b3c4d5e@b|c.com/T", NAME_DIVIDED},
    {"http://a.com/1a2b3c4d5e@b.c|om", NAME_DIVIDED},
    {"http://a.com/x@b|c.com/", NAME_NONE},
    {"http://a.com/@b|c.com/", NAME_NONE},
    {"http://a.com/1a2b3c4d5e@b.co|m/", NAME_LONGER},
    {"http://a.com/1a2b3c4d5e@b.com|.au/", NAME_NONE},
    {"http://a.com/1a2b3c4d5e@b.co|qqq/", NAME_NONE},
    {"http://a.com/1a2b3c4d5e@b|cd", NAME_NONE},
    {"http://a.com/1a2b3c4d5e@b|/x", NAME_NONE},
    /* no scheme, no word */
    {"www.a.|com", NAME_NONE},
    {"http://www.|", NAME_NONE},
};

/* URLs, words, and whether the host or the address that begins the word may belong to the URL. */
static const struct {
    const char *text;
    bool takes;
} take_cases[] = {
    {"http://a.com/?u=|www.b.com", true},
    {"http://a.com/?u=https%3A%2F%2F|www.b.com", true},
    {"http://a.com/?u=https%3a%2f|www.b.com", true},
    {"http://a.com/x%2E|www.b.com", false},
    {"http://a.com/xf|www.b.com", false},
    {"mailto:joe.|ann@b.com", true},
    {"mailto:joe-|ann@b.com", true},
    {"news:joe_|ann@b.com", true},
    {"nntp:joe.|ann@b.com", true},
    {"mailto:joe@a.|ann@b.com", false},
    {"mailto:joe|ann@b.com", false},
    {"http:joe.|ann@b.com", false},
    {"|joe@b.com", false},
    {"http://a.com|joe@b.com", false},
    {"http://a.com-|joe@b.com", false},
    {"http://a.com/x|joe@b.com", false},
    {"http://a.com/x-|joe@b.com", true},
    {"http://a.com/x/|joe@b.com", false},
    {"http://a.com/x/|20230620041438.3251-joe@b.com", true},
    {"http://a.com/1234|56789x@b.com", true},
    {"http://a.com/1234|5678@b.com", false},
    {"http://a.com/1a2b3c4d5e6f|joe@b.com", false},
    {"http://a.com/1a2b3c4d5e6f|joe7@b.com", true},
    {"http://a.com/?x=20230620041438.3251-|joe@b.com", false},
    {"http://a.com/x@b|c.com/", true},
    {"http://a.com/x@b.org|c.com/", false},
    {"http://a.com/x@b.or|c.com/", true},
    {"http://a.com/x@b|joe@c.com", false},
    {"http://a.com/x-|c.com/", false},
};

static void takes(void)
{
    for (size_t i = 0; i < sizeof take_cases / sizeof *take_cases; i++) {
        const char *all = take_cases[i].text, *bar = strchr(all, '|');
        const trawl_str url = {all, (size_t)(bar - all)};

        is_int(name_takes(url, bar + 1, strlen(bar + 1)), take_cases[i].takes, "takes: %s", all);
    }
}

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
        const trawl_str url = {all, n};
        is_int(name_divided(s, url, &own, &word, false), name_cases[i].want, "%s", all);
        word.prose = true;
        is_int(name_divided(s, url, &own, &word, false), NAME_NONE, "a word of prose");
    }
    is_int(name_divided(s, (trawl_str){"http://a.com/1a2b3c4d5e@b", 25},
                        &(text){.p = "cd/x", .n = 4, .final = true}, &(token){.to = 2}, true),
           NAME_LONGER, "an unfinished host, and a line of one word");
    is_int(name_divided(s, (trawl_str){"http://a.com/1a2b3c4d5e@b", 25},
                        &(text){.p = "cd/x", .n = 4, .final = true}, &(token){.to = 4}, true),
           NAME_NONE, "and a line that ends in a path");
    takes();
    memset(far, 'x', sizeof far);
    memcpy(far, "http://www.a.com/", 17);
    is_int(name_divided(s, (trawl_str){far, 11}, &t, &(token){.from = 11, .to = most}, false),
           NAME_DIVIDED, "the longest URL");
    is_int(name_divided(s, (trawl_str){far, 11}, &t, &(token){.from = 11, .to = most + 1}, false),
           NAME_NONE, "a byte more");
    trawl_settings_close(&s);
    trawl_release();
    return done();
}
