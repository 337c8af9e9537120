/* fuzz_scan.c - any bytes as a text: the guarantees of a scan, for any settings and pieces of any
 * size
 *
 * The first five bytes: the row of scan_configs.h, more options, the size of the first piece, the
 * size of the pieces after it, and how often a byte before 0x1C is repeated, so that a short input
 * reaches the limits. The rest is the text; scanned.h checks it.
 */
#include "scanned.h"

enum { HEAD = 5 };

/* The limits of R31, and of the left context. */
static const size_t limits[] = {8, 64, 160, 256, 1024, 1088, 4096, 8192};

/* Writes the text with each byte 0x1C as repetitions of the byte before it, up to `upto` bytes
 * after the last white space or "<". */
static size_t expand(const uint8_t *data, size_t size, size_t upto, char *out)
{
    size_t n = 0, word = 0;

    for (size_t i = 0; i < size && n < SCANNED_LONGEST; i++) {
        if (data[i] == 0x1C && i > 0) {
            while (n - word < upto && n < SCANNED_LONGEST)
                out[n++] = (char)data[i - 1];
            continue;
        }
        if (data[i] == '<')
            word = n;
        out[n++] = (char)data[i];
        if (data[i] <= ' ')
            word = n;
    }
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[SCANNED_LONGEST];
    promises_cut a = {0}, b = {0};
    size_t n;

    if (size < HEAD)
        return 0;
    a.first = data[2] < 128 ? data[2] : (size_t)(data[2] - 127) * 129;
    a.step = data[3] < 128 ? data[3] : (size_t)(data[3] - 127) * 129;
    a.seed = data[1] & 8 ? 1 + (size_t)data[2] : 0;
    b = (promises_cut){
        .first = data[3], .step = 1 + (size_t)data[2] * 5, .seed = 3 + (size_t)data[3]};
    n = expand(data + HEAD, size - HEAD, limits[data[4] % 8] + data[4] / 8 % 16 - 8, text);
    scanned_text(data[0] % SCAN_CONFIGS, data[1] % SCANNED_MORE, text, n, a, b);
    return 0;
}
