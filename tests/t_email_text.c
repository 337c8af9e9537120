/* t_email_text.c - endings that make a name behind an "@" that of a file (D3): none is a top-level domain
 *
 * What is found in texts is for testdata/spec/rules.txt.
 */
#include <string.h>

#include "find/email_text.h"
#include "find/tld.h"
#include "tap.h"

/* An address may end in any of them, whatever files there are. */
static void endings(void)
{
    static const char *const files[] = {"@a.png", "@a.jpg",  "@a.jpeg", "@b.gif", "@a.svg",  "@a.webp", "@a.pdf",
                                        "@a.txt", "@2.html", "@a.xml",  "@a.CSS", "@a-1.js", "@a.Json", "@a.php"};
    static const char *const others[] = {"@a.ng", "@ajs",   "@png",   "@jpeg", "@a.apng", "@a.ajs",
                                         "@a.ml", "@a.net", "@a.mil", "@a.on", "@a.tml",  "@a-html"};
    trawl_str tld;
    bool held = true;

    for (size_t i = 0; (tld = tld_at(i)).n > 0; i++) {
        char host[TLD_LABEL_MAX + 3] = "@a.";
        memcpy(host + 3, tld.p, tld.n);
        held &= !email_is_named_like_file(host, tld.n + 3);
    }
    ok(held, "no top-level domain is the ending of files");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        ok(email_is_named_like_file(files[i], strlen(files[i])), "%s may be a file", files[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ok(!email_is_named_like_file(others[i], strlen(others[i])), "%s is none", others[i]);
}

int main(void)
{
    endings();
    return done();
}
