/* t_address.c - addresses that are broken after a hyphen (src/lib/find/join/address.c, R35) */
#include "links.h"

static const links_row rows[] = {
    /* the line above ends in the first part */
    {"", "the list www-\ntalk@a.example",
     "mailto:www-talk@a.example {www- talk@a.example} [hyphen-break] or "
     "mailto:wwwtalk@a.example or mailto:talk@a.example"},
    {"", "the list www-\n> talk@a.example",
     "mailto:www-talk@a.example {www- talk@a.example} [hyphen-break] or "
     "mailto:wwwtalk@a.example or mailto:talk@a.example"},
    {"", "> the list www-\n> talk@a.example",
     "mailto:www-talk@a.example {www- talk@a.example} [hyphen-break] or "
     "mailto:wwwtalk@a.example or mailto:talk@a.example"},
    {"", "the list w-ww\ntalk@a.example", "mailto:talk@a.example"},
    {"", "the list www_-\ntalk@a.example", "mailto:talk@a.example"},
    {"", "the list _www-\ntalk@a.example", "mailto:talk@a.example"},
    {"", "the list www--\ntalk@a.example", "mailto:talk@a.example"},
    /* the line below begins with the rest of the host */
    {"", "write joe@a.info-\nb.example now",
     "mailto:joe@a.info [hyphen-break] or mailto:joe@a.info-b.example or "
     "mailto:joe@a.infob.example"},
    {"", "write joe@a.info-\nb.example/x", "mailto:joe@a.info"},
    {"", "write joe@a.info-\n-b.example", "mailto:joe@a.info"},
    {"", "write joe@a.info-\nb.example. Now",
     "mailto:joe@a.info [hyphen-break] or mailto:joe@a.info-b.example or "
     "mailto:joe@a.infob.example"},
    {"", "write joe@a.info- x\nb.example", "mailto:joe@a.info"},
    {"", "write joe@a.info-", "mailto:joe@a.info"},
    {"", "write joe@a.info-\n", "mailto:joe@a.info"},
    {"", "write joe\\-x@a.info-\nb.example", "mailto:joe-x@a.info {joe\\-x@a.info} [notation]"},
    {"", "write joe@a\\-b.info-\nb.example", "mailto:joe@a-b.info {joe@a\\-b.info} [notation]"},
    {"", "write joe@a\xe2\x80\x90\nb.info-\nc.example",
     "mailto:joe@ab.info {joe@a b.info} [hyphen-break] or mailto:joe@a-b.info"},
};

int main(void)
{
    links_run(rows, sizeof rows / sizeof *rows);
    trawl_release();
    return done();
}
