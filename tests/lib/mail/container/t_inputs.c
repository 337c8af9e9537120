/* t_inputs.c - the names of kinds of input: trawl_input_word() and trawl_input_find() */
#include <trawl_mail.h>

#include "tap.h"

/* Returns the number of names, after tests of each. */
static int test_names(void)
{
    const char *name, *help = "", *other;
    bool found = true, single = true, described = true;
    int count = 0;

    for (; (name = trawl_input_word(count, NULL, NULL)); count++) {
        int input = -1, again = -1;

        is_str(trawl_input_word(count, &input, &help), name, "%s: the same name each time", name);
        found &= trawl_input_find(name, strlen(name)) == input && input >= 0 &&
                 input < TRAWL_INPUT_COUNT;
        found &= trawl_input_find(name, strlen(name) - 1) != input;
        /* The text fits into the help of the command, and can continue a sentence. */
        described &=
            *help && strlen(help) <= 50 && !strpbrk(help, "\n\t") && help[strlen(help) - 1] != '.';
        for (int i = 0; i < count && (other = trawl_input_word(i, &again, NULL)); i++)
            single &= strcmp(name, other) != 0;
    }
    ok(found, "each name is found, and not a part of it");
    ok(single, "no name occurs twice");
    ok(described, "each has a short description");
    return count;
}

int main(void)
{
    int count = test_names(), input = -1;
    const char *help = NULL;
    bool own = true;

    for (int i = 0; i < TRAWL_INPUT_COUNT; i++) {
        const char *name = trawl_input_word(i, &input, NULL);

        own &= name && input == i && strcmp(name, trawl_input_name(i)) == 0;
    }
    ok(own, "the first names are those of enum trawl_input, in its order");
    ok(count > TRAWL_INPUT_COUNT, "synonyms follow");
    is_int(trawl_input_find("news", 4), TRAWL_INPUT_MAIL, "news is mail");
    is_int(trawl_input_find("mboxrd", 6), TRAWL_INPUT_MBOX, "mboxrd is mbox");
    is_int(trawl_input_find("mbox", 4), TRAWL_INPUT_MBOX, "mbox");
    is_int(trawl_input_find("", 0), -1, "an empty name");
    is_int(trawl_input_find("MBOX", 4), -1, "a name in upper case");
    is_int(trawl_input_find("unknown", 7), -1, "unknown");
    input = 7;
    ok(!trawl_input_word(count, &input, &help) && !trawl_input_word(-1, &input, &help) &&
           input == 7 && !help,
       "there are no others");
    return done();
}
