/* plots.c - the other plots of a report: months as cells, small plots of one series, lines from the
 * first to the last posting
 */
#include "archive/report/report.h"
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Months ---- */

/* Cells without links have shade 0; the others have shades 1 to SHADES, each for a fifth of the
 * months with links, so that the shades of most months still differ if a few months have very many
 * links. */
enum { SHADES = 5 };

/* The highest count of each shade. */
struct shades {
    uint64_t last[SHADES + 1];
};

static const char *const plots_months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static int compare_counts(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static struct shades shades_of(const uint64_t *counts, int count)
{
    static uint64_t sorted[12 * YEARS];
    struct shades shades = {{0}};
    size_t n = 0;

    for (int i = 0; i < count; i++)
        if (counts[i] > 0)
            sorted[n++] = counts[i];
    CHECK(n <= sizeof sorted / sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_counts);
    for (size_t i = 1; i <= SHADES && n > 0; i++)
        shades.last[i] = sorted[(i * n + SHADES - 1) / SHADES - 1];
    return shades;
}

/* Returns the least shade that has the count. */
static unsigned shade_of(const struct shades *shades, uint64_t count)
{
    unsigned shade = 0;

    while (count > shades->last[shade])
        shade++;
    return shade;
}

/* Draws the cell of a month with `count` links. */
static void plots_put_cell(struct report *r, struct rect place, int month, uint64_t count,
                           const struct shades *shades)
{
    char kind[20];

    (void)snprintf(kind, sizeof kind, "h%u", shade_of(shades, count));
    rect_begin(r, kind, place);
    output_printf(r->out, "><title>%s %d: ", plots_months[month % 12], r->first + month / 12);
    put_grouped(r->out, count);
    put_markup(r, "</title></rect>\n");
}

static void draw_months(struct report *r, bool wide, const char *title, const char *description,
                        const uint64_t *counts, const struct shades *shades)
{
    int width = wide ? 760 : 344, cell = wide ? 18 : 15;
    double left = wide ? 46 : 34, slot = (width - 6 - left) / r->years;

    if (slot > 2 * cell)
        slot = 2 * cell;
    svg_begin(r, wide, width, 12 * cell + 24, title, description);
    for (int i = 0; i < 12; i++)
        output_printf(r->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
                      (int)left - 6, i * cell + cell / 2 + 4, plots_months[i]);
    for (int i = 0; i < 12 * r->years; i++) {
        int year = i / 12;
        struct rect place = {left + slot * year, i % 12 * cell, slot > 6 ? slot - 1.5 : slot,
                             cell - 1.5};

        plots_put_cell(r, place, i, counts[i], shades);
    }
    put_years(r, left, slot, 12 * cell + 15);
    svg_end(r);
}

void plot_months(struct report *r, const char *title, const char *description,
                 const uint64_t *counts)
{
    struct shades shades = shades_of(counts, 12 * r->years);

    put_markup(r, "<figure>\n<ul class=\"legend\">\n");
    for (unsigned i = 0; i <= SHADES; i++) {
        uint64_t least = i == 0 ? 0 : shades.last[i - 1] + 1, last = shades.last[i];

        if (least > last)
            continue;
        output_printf(r->out,
                      "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"h%u\" "
                      "width=\"10\" height=\"10\" rx=\"2\"/></svg>",
                      i);
        put_grouped(r->out, least);
        if (last > least) {
            put_markup(r, "\xE2\x80\x93");
            put_grouped(r->out, last);
        }
        put_markup(r, "</li>\n");
    }
    put_markup(r, "</ul>\n");
    draw_months(r, true, title, description, counts, &shades);
    draw_months(r, false, title, description, counts, &shades);
    put_markup(r, "</figure>\n");
}

/* ---- Small plots ---- */

void plot_small(struct report *r, const char *title, const char *description,
                const struct series *series)
{
    enum { WIDTH = 232, HEIGHT = 84, BOTTOM = 66 };
    double most = 0, slot = (double)WIDTH / r->years;

    for (int i = 0; i < r->years; i++)
        most = series->values[i] > most ? series->values[i] : most;
    svg_begin(r, true, WIDTH, HEIGHT, title, description);
    output_printf(r->out, "<path class=\"area c%u\" d=\"M0 %d", series->color, BOTTOM);
    for (int i = 0; i < 2 * r->years; i++) {
        double n = most > 0 ? series->values[i / 2] / most : 0;
        int step = (i + 1) / 2;

        put_markup(r, "L");
        put_place(r, slot * step);
        put_markup(r, " ");
        put_place(r, BOTTOM - (BOTTOM - 4) * n);
    }
    output_printf(r->out, "L%d %dZ\"/>\n<path class=\"axis\" d=\"M0 %dL%d %d\"/>\n", WIDTH, BOTTOM,
                  BOTTOM, WIDTH, BOTTOM);
    output_printf(r->out, "<text x=\"0\" y=\"%d\">%d</text>\n", HEIGHT - 3, r->first);
    if (r->years > 1)
        output_printf(r->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d</text>\n", WIDTH,
                      HEIGHT - 3, r->first + r->years - 1);
    for (int i = 0; i < r->years; i++) {
        output_printf(r->out, "<rect class=\"hit\" x=\"");
        put_place(r, slot * i);
        put_markup(r, "\" y=\"0\" width=\"");
        put_place(r, slot);
        output_printf(r->out, "\" height=\"%d\"><title>%d: %.1f%%</title></rect>\n", BOTTOM,
                      r->first + i, series->values[i]);
    }
    svg_end(r);
}

/* ---- Ranges ---- */

static double plots_place_of(const struct report *r, int64_t time, double left, double right)
{
    double begin = (r->first - 1970) * 31556952.0;

    return left + (right - left) * ((double)time - begin) / (r->years * 31556952.0);
}

static void draw_ranges(struct report *r, bool wide, const char *title, const char *description,
                        const struct range *ranges, unsigned count)
{
    int width = wide ? 760 : 344, row = 34, height = row * (int)count + 26;
    double left = 8, right = width - 8;

    svg_begin(r, wide, width, height, title, description);
    for (unsigned i = 0; i < count; i++) {
        double y = row * i + 25, from = plots_place_of(r, ranges[i].from, left, right),
               to = plots_place_of(r, ranges[i].to, left, right);
        trawl_str label = {ranges[i].label, strlen(ranges[i].label)};

        output_printf(r->out, "<path class=\"grid\" d=\"M%d %dH%d\"/>\n", (int)left, (int)y,
                      (int)right);
        output_printf(r->out, "<path class=\"range\" d=\"M%.1f %dH%.1f\"/>\n", from, (int)y, to);
        output_printf(r->out, "<circle class=\"end\" cx=\"%.1f\" cy=\"%d\" r=\"4\"/>\n", from,
                      (int)y);
        output_printf(r->out, "<circle class=\"end\" cx=\"%.1f\" cy=\"%d\" r=\"4\"/>\n", to,
                      (int)y);
        output_printf(r->out, "<text class=\"url\" x=\"%d\" y=\"%d\" direction=\"ltr\">", (int)left,
                      (int)y - 9);
        put_escaped(r, label, wide ? 100 : 44);
        put_markup(r, "</text>\n");
    }
    put_years(r, left, (right - left) / r->years, height - 5);
    svg_end(r);
}

void plot_ranges(struct report *r, const char *title, const char *description,
                 const struct range *ranges, unsigned count)
{
    put_markup(r, "<figure>\n");
    draw_ranges(r, true, title, description, ranges, count);
    draw_ranges(r, false, title, description, ranges, count);
    put_markup(r, "</figure>\n");
}
