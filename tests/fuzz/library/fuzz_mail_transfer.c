/* fuzz_mail_transfer.c - any bytes as an encoding, sizes of pieces, and a source: decodes transfer
 * encodings
 *
 * Byte 0 is the encoding and the size of a gap, the next two select the sizes of the pieces. The
 * bytes and places of the result are those of the simple decoder of transferred.h. The places tile
 * the source. The result is the same for all pieces, and with a small output buffer. A gap moves
 * the places after it and changes no byte. The source is also tried as the name of an encoding.
 */
#include "fuzz.h"
#include "transferred.h"

enum { HEAD = 3 };

static transferred whole, cut, plain;

static void check_gap(transfer_kind kind, const char *p, size_t n, size_t first, unsigned gap)
{
    first = first < n ? first : n;
    transferred_decode(&cut, kind, p, n, (transferred_cut){first, n, TRANSFER_ROOM, gap});
    must(cut.result == TRAWL_OK && cut.n == whole.n && memcmp(cut.text, whole.text, cut.n) == 0,
         "a gap changes no byte");
    must(transferred_tiles(&cut, n + gap), "places tile source and gap");
    for (size_t i = 0; i < cut.n; i++) {
        must(cut.start[i] == whole.start[i] || cut.start[i] == whole.start[i] + gap ||
                 cut.start[i] < first + gap,
             "a gap moves the places after it");
        must(cut.start[i] >= whole.start[i], "a gap moves no place backwards");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *p = (const char *)data + HEAD;
    size_t n;
    transfer_kind kind;

    if (size < HEAD)
        return 0;
    n = size - HEAD < TRANSFERRED_SRC ? size - HEAD : TRANSFERRED_SRC;
    kind = (transfer_kind)(TRANSFER_QP + data[0] % 3);
    (void)transfer_find(p, n);
    transferred_whole(&whole, kind, p, n);
    transferred_plainly(&plain, kind, p, n);
    must(transferred_same(&whole, &plain), "the same bytes as the simple decoder");
    must(transferred_tiles(&whole, n), "places tile the source");
    transferred_decode(&cut, kind, p, n,
                       (transferred_cut){data[1], 1 + data[2] % 64, TRANSFER_ROOM + data[2], 0});
    must(transferred_same(&whole, &cut), "the same in any cut");
    check_gap(kind, p, n, data[1], 1 + data[0] / 3);
    return 0;
}
