/* fuzz_settle.c - any readings and witnesses, judged as by "trawl settle"
 *
 * Byte 0 is the number of readings. Then there are three bytes for each reading: its reason, the
 * number of its witnesses, and how these agree. Then come the URLs of the readings, each ended by
 * LF. A reading may win only with more than three times the witnesses of each other reading. The
 * order of the others must not matter, and neither must one more witness of the winner. A message
 * between trawl and its helper must be read as it was written. When any bytes are read as a
 * message, all its texts lie within these bytes.
 */
#include "fuzz.h"
#include "archive/settle/settle.h"

static void check_talk(const char *p, size_t n)
{
    struct buffer b = {0};
    trawl_str rest, any = str_of(p, n);

    must(talk_put(&b, any) == TRAWL_OK && talk_put_number(&b, n) == TRAWL_OK &&
             talk_put(&b, str_of("", 0)) == TRAWL_OK,
         "memory for the test");
    rest = buffer_str(&b);
    must(str_same(talk_get(&rest), any) && talk_get_number(&rest) == n && talk_get(&rest).n == 0 &&
             rest.n == 0,
         "a message is read as it was written");
    buffer_free(&b);
    while (any.n > 0) {
        trawl_str text = talk_get(&any);

        must(text.n == 0 || (text.p >= p && text.p + text.n <= p + n), "a text of the message");
    }
}

static trawl_str winner(const struct question *q)
{
    const char *reason = NULL;
    int k = judge_readings(q, &reason);

    must(reason != NULL && k >= UNDECIDED && k < (int)q->count, "a reading, with a reason");
    if (k == UNDECIDED)
        return str_of(NULL, 0);
    for (unsigned i = 0; i < q->count; i++)
        must((int)i == k || q->support[k].count > 3 * q->support[i].count, "more than 3 to 1");
    must(q->url[k].n > 0 || q->count == 1, "not an empty reading of several");
    return q->url[k];
}

static void swap(struct question *q, unsigned i, unsigned j)
{
    trawl_str url = q->url[i];
    struct support s = q->support[i];
    int why = q->why[i];

    q->url[i] = q->url[j];
    q->support[i] = q->support[j];
    q->why[i] = q->why[j];
    q->url[j] = url;
    q->support[j] = s;
    q->why[j] = why;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct question q = {0};
    const char *p, *end = (const char *)data + size;
    trawl_str first;
    char *copy;

    if (size < 1)
        return 0;
    q.count = 1 + data[0] % READINGS;
    if (size < 1 + 3 * (size_t)q.count)
        return 0;
    check_talk((const char *)data + 1, size - 1);
    copy = malloc(size);
    must(copy != NULL, "memory for the test");
    memcpy(copy, data, size);
    p = copy + 1 + 3 * q.count;
    end = copy + size;
    for (unsigned i = 0; i < q.count; i++) {
        const uint8_t *bytes = data + 1 + (size_t)3 * i;
        const char *lf = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;

        q.why[i] = bytes[0] % 8;
        q.support[i].count = bytes[1] % 20;
        q.support[i].how = bytes[1] % 20 ? HOW_EXACT + bytes[2] % 3 : HOW_NONE;
        q.support[i].flooded = bytes[2] > 250;
        q.url[i] = str_of(p, (size_t)((lf ? lf : end) - p));
        p = lf ? lf + 1 : end;
    }
    for (unsigned i = 0; i < q.count; i++) {
        bool half = is_short(&q, i) || is_joined(&q, i) || is_marked(&q, i);

        must(!is_short(&q, i) || !may_be_begun(&q, i) || half, "the beginning of another reading");
        must(q.count > 1 || !is_short(&q, i), "alone, it is not shorter");
    }
    first = winner(&q);
    for (unsigned i = 2; i < q.count; i++) {
        swap(&q, 1, i);
        must(str_same(winner(&q), first), "the order does not matter");
    }
    for (unsigned i = 0; first.p && i < q.count; i++)
        if (q.url[i].p == first.p && q.support[i].count < 19)
            q.support[i].count++;
    if (first.p)
        must(str_same(winner(&q), first), "one more witness does not matter");
    free(copy);
    return 0;
}
