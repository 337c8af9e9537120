/* suffix.c - takes the place of the Public Suffix List in modules that show no sites
 *
 * The scanner asks only for Google's hosts that redirect: google.TLD, google.co.TLD and
 * google.com.TLD. With the list, such a module would be larger by a third.
 */
#include <stddef.h>
#include <string.h>

size_t suffix_registrable(const char *host, size_t n);

/* Returns the offset of the label that ends at `end`. */
static size_t start_of_label(const char *host, size_t end)
{
    while (end > 0 && host[end - 1] != '.')
        end--;
    return end;
}

static int is_second_level(const char *label, size_t n)
{
    return (n == 2 && memcmp(label, "co", 2) == 0) || (n == 3 && memcmp(label, "com", 3) == 0);
}

size_t suffix_registrable(const char *host, size_t n)
{
    const size_t end = n > 0 && host[n - 1] == '.' ? n - 1 : n;
    const size_t top = start_of_label(host, end);
    const size_t second = top > 0 ? start_of_label(host, top - 1) : n;

    if (second > 0 && second < n && end - top == 2 &&
        is_second_level(host + second, top - 1 - second))
        return start_of_label(host, second - 1);
    return second;
}
