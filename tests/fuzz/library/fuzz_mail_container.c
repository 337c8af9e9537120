/* fuzz_mail_container.c - any bytes as a container of any kind, in pieces of any size
 *
 * Byte 0: the kind, modulo the number of kinds; from 128 on sniff() is first called at each length.
 * Byte 1: the size of the pieces. The rest is the input. Any pieces give the same report
 * (container_run.h), each byte once; the search for line starts agrees with the simple one.
 */
#include "container_run.h"
#include "fuzz.h"
#include "line_sets.h"
#include "mail/container/inside.h"

/* Checks that sniff() does not change its first decision. */
static void look(const char *p, size_t n)
{
    const char *why = NULL;
    sniff_header found;
    enum trawl_input whole = sniff(p, n, true, &why, &found);

    must(whole != TRAWL_INPUT_AUTO && why, "a decision at the end");
    for (size_t i = 0; i < n && i < 600; i++) {
        enum trawl_input kind = sniff(p, i, false, &why, &found);
        must(kind == TRAWL_INPUT_AUTO || kind == whole, "the decision does not change");
        if (kind != TRAWL_INPUT_AUTO)
            break;
    }
}

static void search(const char *p, size_t n)
{
    static const char *const sets[] = {"F>", "-", "\n.#F", "F>"};

    for (size_t k = 0; k < 4; k++) {
        kernel_line set;
        line_set_make(&set, sets[k]);
        if (k == 3)
            line_set_then(&set, "rF>");
        for (size_t i = 0; i < n; i++) {
            size_t found = kernel_choose()->line(&set, p, i, n);
            must(found == kernel_at(0)->line(&set, p, i, n), "both searches agree");
            i = found;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    container_tape whole = {.stop = -1}, cut = {.stop = -1};

    if (size < 2)
        return 0;

    enum trawl_input kind = (enum trawl_input)(data[0] % TRAWL_INPUT_COUNT);
    size_t piece = 1 + data[1], n = size - 2;
    char *p = malloc(n ? n : 1);
    must(p != NULL, "memory for the test");
    memcpy(p, data + 2, n);
    if (data[0] >= 128)
        look(p, n);
    search(p, n);
    must(tape_play(&whole, kind, p, n, n, n) == 0 && whole.tiled, "each byte once");
    must(tape_play(&cut, kind, p, n, piece, piece) == 0 && cut.tiled, "each byte once, in pieces");
    must(growing_same(&whole.told, &cut.told), "the same in pieces");
    must(tape_play(&cut, kind, p, n, n < piece ? n : n - piece, n ? n : 1) == 0 && cut.tiled,
         "each byte once, in two pieces");
    must(growing_same(&whole.told, &cut.told), "the same in two pieces");
    free(whole.told.p);
    free(cut.told.p);
    free(p);
    return 0;
}
