/* chart.c - plots over the years as SVG: stacked bars and stacked areas, with axes and a legend
 *
 * Colours and text sizes are in page.css. The drawing for narrow windows has its own layout, so
 * that text on a phone is as large as elsewhere.
 */
#include "archive/report/report.h"
#include "base/check.h"

#include <stdio.h>

/* The layout of a drawing: the area of the data, and its scale. */
struct drawing {
    bool wide;
    double left, right, top, bottom; /* edges */
    double most;                     /* the value at the top */
    double slot;                     /* width of a year */
};

void put_place(struct report *r, double number)
{
    char text[40];
    int length = snprintf(text, sizeof text, "%.1f", number);

    CHECK(length > 0 && (size_t)length < sizeof text);
    if (length > 2 && text[length - 1] == '0')
        length -= 2;
    output_bytes(r->out, text, (size_t)length);
}

void rect_begin(struct report *r, const char *kind, struct rect place)
{
    output_printf(r->out, "<rect class=\"%s\" x=\"", kind);
    put_place(r, place.x);
    put_markup(r, "\" y=\"");
    put_place(r, place.y);
    put_markup(r, "\" width=\"");
    put_place(r, place.width);
    put_markup(r, "\" height=\"");
    put_place(r, place.height);
    put_markup(r, "\"");
}

static void put_rect(struct report *r, const char *kind, struct rect place)
{
    rect_begin(r, kind, place);
    put_markup(r, "/>");
}

/* ---- The drawing ---- */

void svg_begin(struct report *r, bool wide, int width, int height, const char *title,
               const char *description)
{
    unsigned id = ++r->plots;

    output_printf(r->out,
                  "<svg class=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" "
                  "aria-labelledby=\"p%u-t p%u-d\">\n<title id=\"p%u-t\">",
                  wide ? "wide" : "narrow", width, height, id, id, id);
    put_escaped(r, (trawl_str){title, strlen(title)}, SIZE_MAX);
    output_printf(r->out, "</title>\n<desc id=\"p%u-d\">", id);
    put_escaped(r, (trawl_str){description, strlen(description)}, SIZE_MAX);
    put_markup(r, "</desc>\n");
}

void svg_end(struct report *r)
{
    put_markup(r, "</svg>\n");
}

static void chart_put_text(struct report *r, double x, double y, const char *anchor,
                           const char *text)
{
    put_markup(r, "<text x=\"");
    put_place(r, x);
    put_markup(r, "\" y=\"");
    put_place(r, y);
    output_printf(r->out, "\" text-anchor=\"%s\">%s</text>\n", anchor, text);
}

static void chart_put_line(struct report *r, const char *kind, double x1, double y1, double x2,
                           double y2)
{
    output_printf(r->out, "<path class=\"%s\" d=\"M", kind);
    put_place(r, x1);
    put_markup(r, " ");
    put_place(r, y1);
    put_markup(r, "L");
    put_place(r, x2);
    put_markup(r, " ");
    put_place(r, y2);
    put_markup(r, "\"/>\n");
}

/* ---- Axes ---- */

/* Returns 1, 2 or 5 times a power of ten, so that at most five such steps reach `most`. */
static double step_of(double most)
{
    double step = 0.01;

    for (int i = 0; most / step > 5; i++)
        step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

/* Writes the label of an axis: 1500 as "1.5k" or, with `percent`, 5 as "5%". */
static void chart_label_of(char *to, size_t size, double number, bool percent)
{
    const char *unit = percent ? "%" : number >= 1e6 ? "M" : number >= 1e3 ? "k" : "";
    double shown = percent         ? number
                   : number >= 1e6 ? number / 1e6
                   : number >= 1e3 ? number / 1e3
                                   : number;

    (void)snprintf(to, size, "%.10g%s", shown, unit);
}

void put_years(struct report *r, double x0, double slot, double y)
{
    static const int steps[] = {1, 2, 5, 10, 20, 50};
    unsigned k = 0;
    char text[16];

    while (k < 5 && slot * steps[k] < 40)
        k++;
    for (int i = 0; i < r->years; i++)
        if (r->years == 1 || (r->first + i) % steps[k] == 0) {
            (void)snprintf(text, sizeof text, "%d", r->first + i);
            chart_put_text(r, x0 + slot * (i + 0.5), y, "middle", text);
        }
}

static void put_axes(struct report *r, const struct drawing *drawing, const struct chart *c)
{
    double step = step_of(drawing->most), height = drawing->bottom - drawing->top;
    char text[40];

    for (int i = 0; i * step <= drawing->most * 1.001; i++) {
        double y = drawing->bottom - height * i * step / drawing->most;

        chart_put_line(r, i == 0 ? "axis" : "grid", drawing->left, y, drawing->right, y);
        chart_label_of(text, sizeof text, i * step, c->percent);
        chart_put_text(r, drawing->left - 6, y + 4, "end", text);
    }
    put_years(r, drawing->left, drawing->slot, drawing->bottom + 18);
}

/* Begins a drawing with its axes. */
static void drawing_begin(struct report *r, const struct chart *c, bool wide,
                          struct drawing *drawing)
{
    int width = wide ? 760 : 344, height = wide ? 280 : 240;
    double step;

    *drawing = (struct drawing){wide, wide ? 46 : 40, width - 6, 10, height - 26, 0, 0};
    drawing->slot = (drawing->right - drawing->left) / r->years;
    for (int i = 0; i < r->years; i++) {
        double sum = 0;

        for (unsigned k = 0; k < c->count; k++)
            sum += c->series[k].values[i];
        drawing->most = sum > drawing->most ? sum : drawing->most;
    }
    drawing->most = drawing->most > 0 ? drawing->most : 1;
    step = step_of(drawing->most);
    drawing->most = step * (double)(int64_t)(drawing->most / step + 0.999);
    svg_begin(r, wide, width, height, c->title, c->description);
    put_axes(r, drawing, c);
}

/* Writes the tooltip of a year: its values. */
static void put_tip(struct report *r, const struct chart *c, int year)
{
    output_printf(r->out, "<title>%d", r->first + year);
    for (unsigned k = c->count; k-- > 0;) {
        double v = c->series[k].values[year];

        if (v <= 0)
            continue;
        put_markup(r, "\n");
        put_escaped(r, c->series[k].name, 40);
        put_markup(r, ": ");
        if (c->percent)
            output_printf(r->out, "%.1f%%", v);
        else
            put_grouped(r->out, (uint64_t)v);
    }
    put_markup(r, "</title>");
}

/* ---- Legends ---- */

static void put_legend(struct report *r, const struct chart *c)
{
    put_markup(r, "<ul class=\"legend\">\n");
    for (unsigned k = c->count; k-- > 0;) {
        output_printf(r->out,
                      "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"c%u\" "
                      "width=\"10\" height=\"10\" rx=\"2\"/></svg><bdi>",
                      c->series[k].color);
        put_escaped(r, c->series[k].name, 60);
        put_markup(r, "</bdi></li>\n");
    }
    put_markup(r, "</ul>\n");
}

/* ---- Bars ---- */

static void draw_bars(struct report *r, const struct chart *c, bool wide)
{
    struct drawing drawing;
    char kind[8];

    drawing_begin(r, c, wide, &drawing);
    for (int i = 0; i < r->years; i++) {
        double gap = drawing.slot > 60 ? drawing.slot * 0.3 : drawing.slot * 0.12,
               x = drawing.left + drawing.slot * i + gap / 2, y = drawing.bottom,
               width = drawing.slot - gap;

        put_markup(r, "<g class=\"bar\">");
        put_tip(r, c, i);
        put_rect(r, "hit",
                 (struct rect){drawing.left + drawing.slot * i, drawing.top, drawing.slot,
                               drawing.bottom - drawing.top});
        for (unsigned k = 0; k < c->count; k++) {
            double height = (drawing.bottom - drawing.top) * c->series[k].values[i] / drawing.most;

            if (height <= 0)
                continue;
            (void)snprintf(kind, sizeof kind, "c%u", c->series[k].color);
            put_rect(r, kind, (struct rect){x, y - height, width, height});
            y -= height;
        }
        put_markup(r, "</g>\n");
    }
    svg_end(r);
}

void chart_bars(struct report *r, const struct chart *c)
{
    put_markup(r, "<figure>\n");
    put_legend(r, c);
    draw_bars(r, c, true);
    draw_bars(r, c, false);
    put_markup(r, "</figure>\n");
}

/* ---- Areas ---- */

/* Writes the points of a line from left to right or, with `back`, from right to left. */
static void put_points(struct report *r, const struct drawing *drawing, const double *sums,
                       bool back)
{
    for (int i = 0; i < r->years; i++) {
        int at = back ? r->years - 1 - i : i;

        put_markup(r, i > 0 || back ? "L" : "M");
        put_place(r, drawing->left + drawing->slot * (at + 0.5));
        put_markup(r, " ");
        put_place(r, drawing->bottom - (drawing->bottom - drawing->top) * sums[at] / drawing->most);
    }
}

static void draw_areas(struct report *r, const struct chart *c, bool wide)
{
    struct drawing drawing;
    double below[YEARS] = {0}, above[YEARS] = {0};

    drawing_begin(r, c, wide, &drawing);
    for (unsigned k = 0; k < c->count; k++) {
        for (int i = 0; i < r->years; i++)
            above[i] = below[i] + c->series[k].values[i];
        output_printf(r->out, "<path class=\"area c%u\" d=\"", c->series[k].color);
        put_points(r, &drawing, above, false);
        put_points(r, &drawing, below, true);
        put_markup(r, "Z\"/>\n");
        memcpy(below, above, sizeof below);
    }
    chart_put_line(r, "axis", drawing.left, drawing.bottom, drawing.right,
                   drawing.bottom); /* over the borders of empty areas */
    for (int i = 0; i < r->years; i++) {
        put_markup(r, "<g class=\"bar\">");
        put_tip(r, c, i);
        put_rect(r, "hit",
                 (struct rect){drawing.left + drawing.slot * i, drawing.top, drawing.slot,
                               drawing.bottom - drawing.top});
        put_markup(r, "</g>\n");
    }
    svg_end(r);
}

void chart_areas(struct report *r, const struct chart *c)
{
    if (r->years < 3) {
        chart_bars(r, c);
        return;
    }
    put_markup(r, "<figure>\n");
    put_legend(r, c);
    draw_areas(r, c, true);
    draw_areas(r, c, false);
    put_markup(r, "</figure>\n");
}
