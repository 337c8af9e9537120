/* fuzz_html.c - any bytes as a page for the HTML tokenizer, in pieces of any size
 *
 * Byte 0 selects the wanted attributes, the next two the sizes of the pieces. The calls tile the
 * page, text() gives its bytes, the number of calls is bounded, and any pieces, even single bytes,
 * give the same calls.
 */
#include "fuzz.h"
#include "html/html_run.h"

enum { HEAD = 3 };

static const char *const wanted[] = {NULL, " href src srcset action ", " a ", " "};

static html_run whole, cut;

static void check(const char *p, size_t n, size_t first, size_t step)
{
    html_run_page(&cut, p, n, first < n ? first : n, step);
    must(cut.tiles, "the calls tile the page in any cut");
    must(html_run_same(&whole, &cut), "the same in any cut");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *p = (const char *)data + HEAD;
    size_t n;

    if (size < HEAD)
        return 0;
    n = size - HEAD;
    whole.wanted = cut.wanted = wanted[data[0] % 4];
    html_run_page(&whole, p, n, n, 1);
    must(whole.result == 0 && whole.tiles, "the calls tile the page");
    must(whole.calls <= 2 * n + 2, "the number of calls is bounded");
    must(whole.content.n <= 6 * n + 16, "the bytes of the calls are bounded");
    check(p, n, data[1] + 256u * (data[2] % 4), n + 1);
    check(p, n, data[1], 1u + data[2]);
    check(p, n, 0, 1);
    return 0;
}
