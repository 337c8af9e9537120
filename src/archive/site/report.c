/* report.c - the report of the index, as a page of the site
 *
 * Its tables are a part of the plan. It has links to the pages of the site, so it is made last.
 */
#include "archive/report/report.h"
#include "archive/site/site.h"

int report_put(struct site *s)
{
    struct report_options options = {
        .title = s->options.title, .site = "./", .addresses = site_masks(s) ? REPORT_HIDDEN : 0};
    struct buffer title = {0};
    int failed;

    file_begin(s, "report.js");
    frame_script(&s->out);
    if (file_end(s, 1) < 0)
        return -1;
    if (site_masks(s) && options.title &&
        mask_text(s, &title, (trawl_str){options.title, strlen(options.title)}) == TRAWL_OK &&
        buffer_add(&title, "", 1) == TRAWL_OK)
        options.title = title.p;
    file_begin(s, "report.html");
    s->db.stoppable = true;
    failed = collect_update(&s->db, &options, s->all, true) < 0
                 ? -1
                 : report_write(&s->out, &options, s, &s->db);
    s->db.stoppable = false;
    buffer_free(&title);
    if (failed == 0)
        return file_end(s, 1);
    file_drop(s);
    return -1;
}
