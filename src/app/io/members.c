/* members.c - the size of a record of a web archive */
#include <stdlib.h>
#include <strings.h>

#include "app/io/inside.h"
#include "base/check.h"

uint64_t input_record_size(const char *p, size_t n)
{
    static const char field[] = "content-length:", digits[] = "0123456789";
    enum { LINE = 1024, DIGITS = 18 };
    uint64_t length = 0;
    bool known = false;
    const char *lf;

    for (size_t i = 0; (lf = memchr(p + i, '\n', n - i)); i = (size_t)(lf - p) + 1) {
        size_t k = (size_t)(lf - (p + i)), end = k > 0 && lf[-1] == '\r' ? k - 1 : k, at, many;
        char line[LINE + 1];

        if (end == 0)
            return (uint64_t)(lf - p) + 1 + length;
        if (known || k >= LINE || k < sizeof field ||
            strncasecmp(p + i, field, sizeof field - 1) != 0)
            continue;
        CHECK(end < sizeof line);
        memcpy(line, p + i, end);
        line[end] = '\0';
        at = sizeof field - 1 + strspn(line + sizeof field - 1, " \t");
        many = strspn(line + at, digits);
        known = many > 0 && many <= DIGITS && at + many + strspn(line + at + many, " \t") == end;
        length = known ? strtoull(line + at, NULL, 10) : 0;
    }
    return 0;
}
