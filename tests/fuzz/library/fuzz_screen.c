/* fuzz_screen.c - any bytes as the capture of a terminal, scanned with TRAWL_PROFILE_SCREEN
 *
 * The first three bytes: the width of the screen and more options, the size of the first piece, the
 * size of the pieces after it. The rest is the text, in which 0x1C repeats the byte before it up to
 * the screen's width, so that a short input has rows of equal width. scanned.h checks the text.
 */
#include "scanned.h"

enum { HEAD = 3 };

static unsigned screen_config(void)
{
    unsigned i = 0;

    while (scan_configs[i].profile != TRAWL_PROFILE_SCREEN)
        i++;
    return i;
}

/* Writes the text as rows of a screen. Returns its length. */
static size_t lay_out(const uint8_t *data, size_t size, size_t width, char *out)
{
    size_t n = 0, column = 0;

    for (size_t i = 0; i < size && n + width < SCANNED_LONGEST; i++) {
        if (data[i] == 0x1C) {
            for (; i > 0 && column < width; column++)
                out[n++] = (char)data[i - 1];
        } else {
            out[n++] = (char)data[i];
            column = data[i] == '\n' ? 0 : column + 1;
        }
    }
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t widths[] = {20, 40, 79, 80};
    static char text[SCANNED_LONGEST];
    size_t n;

    if (size < HEAD)
        return 0;
    n = lay_out(data + HEAD, size - HEAD, widths[data[0] / SCANNED_MORE % 4], text);
    scanned_text(screen_config(), data[0] % SCANNED_MORE, text, n,
                 (promises_cut){.first = data[1], .step = data[2]},
                 (promises_cut){.step = 1 + (size_t)data[1], .seed = 1 + (size_t)data[2]});
    return 0;
}
