/* values.c - attributes with several addresses, or with an address among other text (HTML standard,
 * 4.8.4.4 srcset, 4.2.5.3 refresh), written anew */
#include "base/ascii.h"
#include "rewrite/seal/seal.h"

static void seal_put_text(bytes_out *out, const char *text)
{
    bytes_put(out, text, strlen(text));
}

static size_t skip_blanks(trawl_str value, size_t i)
{
    while (i < value.n && html_is_blank(value.p[i]))
        i++;
    return i;
}

static size_t skip_word(trawl_str value, size_t i)
{
    while (i < value.n && !html_is_blank(value.p[i]))
        i++;
    return i;
}

/* Writes a byte; with an escape if it is one of `ends`. */
static void put_end(bytes_out *out, char c, const char *ends)
{
    static const char hex[] = "0123456789ABCDEF";
    const char escape[] = {'%', hex[(unsigned char)c >> 4], hex[c & 15]};

    if (strchr(ends, c))
        bytes_put(out, escape, sizeof escape);
    else
        bytes_put(out, &c, 1);
}

/* Writes the address, or what replaces it. `ends`: what would have a meaning in the value at the
 * beginning or the end of an address. */
static void put_address(bytes_out *out, trawl_str address, bool picture, css_take *take, void *user,
                        const char *ends)
{
    bytes_out other = {.m = out->m, .most = out->most};
    int result = out->error ? 0 : take(user, address, picture, &other);

    if (result > 0)
        address = bytes_str(&other);
    if (address.n > 0)
        put_end(out, address.p[0], ends);
    if (address.n > 2)
        bytes_put(out, address.p + 1, address.n - 2);
    if (address.n > 1)
        put_end(out, address.p[address.n - 1], ends);
    out->full = out->full || other.full;
    if (!out->error)
        out->error = result < 0 ? result : other.error;
    bytes_close(&other);
}

int seal_single(bytes_out *out, trawl_str value, css_take *take, void *user)
{
    put_address(out, value, true, take, user, "");
    return out->error;
}

int seal_ping(bytes_out *out, trawl_str value, css_take *take, void *user)
{
    for (size_t i = skip_blanks(value, 0), from; i < value.n; i = skip_blanks(value, i)) {
        from = i;
        i = skip_word(value, i);
        seal_put_text(out, out->n > 0 ? " " : "");
        put_address(out, (trawl_str){value.p + from, i - from}, false, take, user, "");
    }
    return out->error;
}

/* Returns true for a descriptor such as "2x", "0.5x" or "100w". */
static bool is_descriptor(const char *p, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (!ascii_is_digit((unsigned char)p[i]) && p[i] != '.')
            return false;
    return n > 1 && strchr("whx", p[n - 1]);
}

/* Writes the descriptors to *words. Returns false if one of them is not known. */
static bool put_descriptors(bytes_out *words, trawl_str value)
{
    for (size_t i = skip_blanks(value, 0); i < value.n; i = skip_blanks(value, i)) {
        const size_t from = i;
        i = skip_word(value, i);
        if (!is_descriptor(value.p + from, i - from))
            return false;
        seal_put_text(words, " ");
        bytes_put(words, value.p + from, i - from);
    }
    return true;
}

/* Returns the end of the descriptors of an image. They end at a comma that is not in
 * parentheses. */
static size_t descriptors_end(trawl_str value, size_t i)
{
    bool inside = false;

    for (; i < value.n && (inside || value.p[i] != ','); i++)
        inside = value.p[i] == '(' || (inside && value.p[i] != ')');
    return i;
}

int seal_srcset(bytes_out *out, trawl_str value, css_take *take, void *user)
{
    bytes_out words = {.m = out->m};

    for (size_t i = 0, from, to; i < value.n;) {
        bool known = true; /* browsers ignore an image with a descriptor that is not known */
        while (i < value.n && (html_is_blank(value.p[i]) || value.p[i] == ','))
            i++;
        from = i;
        for (to = i = skip_word(value, i); to > from && value.p[to - 1] == ',';)
            to--;
        words.n = 0;
        if (to == i) {
            i = descriptors_end(value, to);
            known = put_descriptors(&words, (trawl_str){value.p + to, i - to});
        }
        if (to == from || !known)
            continue;
        seal_put_text(out, out->n > 0 ? ", " : "");
        put_address(out, (trawl_str){value.p + from, to - from}, true, take, user, ",");
        bytes_put(out, words.p, words.n);
    }
    out->error = out->error ? out->error : words.error;
    bytes_close(&words);
    return out->error;
}

/* Reads the content of a refresh. Sets *address, which may be empty. Returns the length of its
 * time. */
static size_t refresh_read(trawl_str value, trawl_str *address)
{
    size_t i = 0, time, name;

    while (i < value.n && (ascii_is_digit((unsigned char)value.p[i]) || value.p[i] == '.'))
        i++;
    time = i;
    i = skip_blanks(value, i);
    if (i < value.n && (value.p[i] == ';' || value.p[i] == ','))
        i++;
    i = skip_blanks(value, i);
    name = ascii_begins(value.p + i, value.n - i, "url") ? skip_blanks(value, i + 3) : value.n;
    if (name < value.n && value.p[name] == '=')
        i = skip_blanks(value, name + 1);
    *address = (trawl_str){value.p + i, value.n - i};
    return time;
}

/* Writes "5;url=" and an address without quotes. Browsers differ about which quote ends the
 * address: if nothing is left before the first one, the text after the quotes counts. */
int seal_refresh(bytes_out *out, trawl_str value, css_take *take, void *user)
{
    const size_t blanks = skip_blanks(value, 0);
    const char *end;
    trawl_str url;
    size_t time;

    value = (trawl_str){value.p + blanks, value.n - blanks};
    time = refresh_read(value, &url);
    while (url.n > 0 && (*url.p == '"' || *url.p == '\'')) {
        const char quote = *url.p++;
        url.n--;
        end = memchr(url.p, quote, url.n);
        if (end && end > url.p)
            url.n = (size_t)(end - url.p);
    }
    while (url.n > 0 && html_is_blank(url.p[url.n - 1]))
        url.n--;
    bytes_put(out, value.p, time);
    if (url.n > 0) {
        seal_put_text(out, ";url=");
        put_address(out, url, false, take, user, "\"'");
    }
    return out->error;
}
