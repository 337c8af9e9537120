/* t_address.c - the first address of From, and ids in In-Reply-To, References and List-Id */
#include "mail/header/header.h"
#include "tap.h"

typedef trawl_str finder(const char *p, size_t n);

/* address_of_sender(), whose text stays until the next call. */
static trawl_str sender(const char *p, size_t n)
{
    static char room[ADDRESS_SPELLED];

    return address_of_sender(p, n, room);
}

/* What `append` writes, until the next call. */
static trawl_str ids_in(int append(buffer *, const char *, size_t), const char *p, size_t n)
{
    static buffer ids = {.m = &memory_default};

    ids.n = 0;
    is_int(append(&ids, p, n), TRAWL_OK, "no error");
    return ids.n > 0 ? (trawl_str){ids.p, ids.n} : (trawl_str){"", 0};
}

static trawl_str references(const char *p, size_t n)
{
    return ids_in(ids_of_references, p, n);
}

static trawl_str reply(const char *p, size_t n)
{
    return ids_in(ids_of_reply, p, n);
}

static const struct {
    finder *find;
    const char *field, *want;
} cases[] = {
    {address_first, "ann@a.example", "ann@a.example"},
    {address_first, " ann@a.example ", "ann@a.example"},
    {address_first, "Ann Lee <ann@a.example>", "ann@a.example"},
    {address_first, "Ann Lee <ann@a.example>, Ben <ben@b.example>", "ann@a.example"},
    {address_first, "\"Lee, Ann\" <ann@a.example>", "ann@a.example"},
    {address_first, "Lee, Ann <ann@a.example>", "ann@a.example"},
    {address_first, "ann@a.example (Ann Lee)", "ann@a.example"},
    {address_first, "(Ann) ann@a.example", "ann@a.example"},
    {address_first, "ann@a.example, ben@b.example", "ann@a.example"},
    {address_first, "\"ben@b.example\" <ann@a.example>", "ann@a.example"},
    {address_first, "ben@b.example <ann@a.example>", "ann@a.example"},
    {address_first, "\"<ben@b.example>\" <ann@a.example>", "ann@a.example"},
    {address_first, "(<ben@b.example>) ann@a.example", "ann@a.example"},
    {address_first, "\"a \\\" <b>\" <ann@a.example>", "ann@a.example"},
    {address_first, "<\"ann lee\"@a.example>", "\"ann lee\"@a.example"},
    {address_first, "<\">\"@a.example>", "\">\"@a.example"},
    {address_first, "Ann\r\n <ann@a.example>", "ann@a.example"},
    {address_first, "Ann < ann@a.example >", "ann@a.example"},
    {address_first, "<@b.example,@c.example:ann@a.example>", "ann@a.example"},
    {address_first, "Friends: ann@a.example, ben@b.example;", "ann@a.example"},
    {address_first, "Friends:;", ""},
    {address_first, "Friends:; ann@a.example", "ann@a.example"},
    {address_first, "decvax!ann", "decvax!ann"},
    {address_first, "decvax!ann (Ann Lee)", "decvax!ann"},
    {address_first, "Ann Lee", ""},
    {address_first, "Ann Lee ann@a.example", "ann@a.example"},
    {address_first, "=?utf-8?q?ben=40b.example?= <ann@a.example>", "ann@a.example"},
    {address_first, "<ann@a.example", "ann@a.example"},
    {address_first, ") ann@a.example", "ann@a.example"},
    {address_first, "<>", ""},
    {address_first, "(ann@a.example", ""},
    {address_first, "\"ann@a.example", "\"ann@a.example"},
    {address_first, "", ""},
    {address_first, ",", ""},
    {sender, "ann@a.example", "ann@a.example"},
    {sender, "ann at a.example (Ann Lee)", "ann@a.example"},
    {sender, "ann at a.example", "ann@a.example"},
    {sender, "ann.b+c at lists.a-b.example (Ann (Lee))", "ann.b+c@lists.a-b.example"},
    {sender, "Ann Lee <ann at a.example>", "ann@a.example"},
    {sender, "\"Lee, Ann\" <ann AT a.example>", "ann@a.example"},
    {sender, "ann (at) a.example (Ann Lee)", "ann@a.example"},
    {sender, "ann(at)a.example", "ann@a.example"},
    {sender, "ann[at]a.example", "ann@a.example"},
    {sender, "ann {AT} a.example", "ann@a.example"},
    {sender, "ann@dontspam.a.example (Ann Lee)", "ann@a.example"},
    {sender, "Ann Lee <ann@DontSpam.a.example>", "ann@a.example"},
    {sender, "ann at\r\n a.example", "ann@a.example"},
    {sender, "Ann at Home.Example <ann@a.example>", "ann@a.example"},
    {sender, "ann{at}a.example", "ann@a.example"},
    {sender, "ann at a.example (buy <now> (or not)", "ann@a.example"},
    {sender, "ann at a.example (Ann <the best>)", "ann@a.example"},
    {sender, "Ann (at home) <ann at a.example>", "ann@a.example"},
    {sender, "look at a.example <ann at b.example>", "ann@b.example"},
    {sender, "a{n|n}'s at a.example (Ann)", "a{n|n}'s@a.example"},
    {sender, "ann\xc3\x80 at a.example (Ann)", "ann\xc3\x80@a.example"},
    {sender, "ann at mail (Ann Lee)", "ann@mail"},
    {sender, "Ann (ann@a.example)", "ann@a.example"},
    {sender, "Ann Lee ( ann@a.example )", "ann@a.example"},
    {sender, "Ann (mail ann@a.example)", "Ann"},
    {sender, "Ann (@a.example)", "Ann"},
    {sender, "Ann (ann@)", "Ann"},
    {sender, "Ann (ann@a.example", "Ann"},
    {sender, "decvax!ann (ann@a.example)", "decvax!ann"},
    {sender, "ann at mail. (Ann)", ""},
    {sender, "ann at 10 (Ann)", ""},
    {sender, "ann at mail, at work (Ann)", ""},
    {sender, "ann at a.example is away", ""},
    {sender, "Ann Lee at a.example", ""},
    {sender, "ann at example", ""},
    {sender, "ann at 10.1.2.3", ""},
    {sender, "ann at a..example", ""},
    {sender, "ann {at) a.example", ""},
    {sender, "ann at .example", ""},
    {sender, "ann (at] a.example", "ann"},
    {sender, "at a.example", ""},
    {sender, "ann at", ""},
    {sender, "ann (at", "ann"},
    {sender, "ann at ", ""},
    {sender, "<ann at a.example", "ann@a.example"},
    {sender, "decvax!ann", "decvax!ann"},
    {sender, "", ""},
    {id_first, "<1@a.example>", "1@a.example"},
    {id_first, "Your message of \"Mon\" <1@a.example>", "1@a.example"},
    {id_first, "<1@a.example> <2@a.example>", "1@a.example"},
    {id_first, " <  1@a.example > (Ann)", "1@a.example"},
    {id_first, "1@a.example", "1@a.example"},
    {id_first, "Your message of Monday", ""},
    {id_first, "<1@a.example", ""},
    {id_first, "<>", ""},
    {id_first, "", ""},
    {id_first, "\"The list\" <list.a.example>", "list.a.example"},
    {references, "<1@a.example>\r\n <2@a.example>", "1@a.example 2@a.example "},
    {references, "<1@a.example><2@a.example>", "1@a.example 2@a.example "},
    {references, "<1@a.example> <2@a.exam", "1@a.example "},
    {references, "<1@a.exam\n <2@a.example>", "2@a.example "},
    {references, "<1@\r\n\ta.example> (Ann) <2 @a.example> <>", "1@a.example "},
    {references, "1@a.example", "1@a.example "},
    {references, "1@a.example 2@a.example", ""},
    {references, "1@a.example>", ""},
    {references, "y", ""},
    {references, "", ""},
    {reply, "<1@a.example>", "1@a.example "},
    {reply, "<1@a.example> from Ann Lee <ann@b.example>", "1@a.example "},
    {reply, "<1@a.example> <2@a.example>", "1@a.example "},
    {reply, "Your message of \"Mon, 01 Jan 2001\" <1@a.example>", "1@a.example "},
    {reply, "Your message <1@a.example> of Monday", "1@a.example "},
    {reply, "Message from Ann <ann@b.example> of \"Mon\" <1@a.example>", "1@a.example "},
    {reply, "Message from ann@b.example of Monday <1@a.example>", "1@a.example "},
    {reply, "\"Ann Lee\" <ann@b.example>'s message of Monday <1@a.example>", "1@a.example "},
    {reply, "<ann@b.example>'s message <1@a.example>", "1@a.example "},
    {reply, "Ann Lee <ann@b.example>\n \"Re: bells\" (Jan 1)", ""},
    {reply, "Message from Ann Lee <ann@b.example>", ""},
    {reply, "Votre courriel du 1.1.2001 <1@a.example>", "1@a.example "},
    {reply, "Re: <1@a.example>", "1@a.example "},
    {reply, "in article <1@a.example>", "1@a.example "},
    {reply, "Tom <1@a.example>", ""},
    {reply, "ann@b.example", ""},
    {reply, "", ""},
};

/* Reads a field as if it were a part of a text that goes on with `then`. */
static void one_case(finder *find, const char *field, const char *want, char then)
{
    size_t n = strlen(field);
    char *text = malloc(n + 1); /* so that a sanitizer sees a read past the end */
    trawl_str got;

    memcpy(text, field, n);
    text[n] = then;
    got = find(text, n);
    is_mem(got.p, got.n, want, strlen(want), "%s, then %c", field, then);
    free(text);
}

/* Every allocation fails in turn: that is an error, and never one id less. */
static void no_memory(int append(buffer *, const char *, size_t), const char *want)
{
    static const char field[] = "<1@a.example> <2@a.example>";
    int failed = TRAWL_ERROR_NO_MEMORY;

    for (long n = 0; failed == TRAWL_ERROR_NO_MEMORY && n < 9; n++) {
        buffer ids = {.m = &memory_default};

        memory_fail_after(n);
        failed = append(&ids, field, sizeof field - 1);
        memory_fail_after(-1);
        if (!failed)
            is_mem(ids.p, ids.n, want, strlen(want), "with %ld allocations: all ids", n);
        buffer_reset(&ids, NULL);
    }
    is_int(failed, TRAWL_OK, "works once there is enough memory");
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (const char *then = "a(>@ "; *then; then++)
            one_case(cases[i].find, cases[i].field, cases[i].want, *then);
    no_memory(ids_of_references, "1@a.example 2@a.example ");
    no_memory(ids_of_reply, "1@a.example ");
    return done();
}
