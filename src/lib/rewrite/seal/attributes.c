/* attributes.c - the attributes in which browsers find addresses */
#include "rewrite/seal/seal.h"

#include "base/ascii.h"

/* The first row that fits counts. An empty list of elements means all. */
static const struct {
    const char *names, *elements;
    enum seal_how how;
} rows[] = {
    {"href xlink:href src action formaction", "", SEAL_URL},
    {"data", "object", SEAL_URL},
    {"background poster longdesc lowsrc dynsrc manifest codebase classid code icon", "", SEAL_URL},
    {"value", "param", SEAL_URL},
    {"archive", "", SEAL_PING},
    {"ping attributionsrc", "", SEAL_PING},
    {"srcset imagesrcset", "", SEAL_SRCSET},
    {"srcdoc", "", SEAL_PAGE},
    {"style", "", SEAL_STYLE},
    {"fill stroke filter mask clip-path marker marker-start marker-mid marker-end cursor "
     "color-profile",
     "", SEAL_PAINT},
    {"content", "meta", SEAL_REFRESH},
    {"http-equiv", "meta", SEAL_EQUIV},
    {"attributename xml:base", "", SEAL_DROP},
    {"charset", "meta", SEAL_DROP},
};

enum seal_how seal_how_of(const html_name *tag, const html_name *attribute)
{
    if (attribute->n > 2 && memcmp(attribute->p, "on", 2) == 0)
        return SEAL_HANDLER;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (ascii_is_word_of(rows[i].names, attribute->p, attribute->n) &&
            (rows[i].elements[0] == '\0' || ascii_is_word_of(rows[i].elements, tag->p, tag->n)))
            return rows[i].how;
    return SEAL_COPY;
}
