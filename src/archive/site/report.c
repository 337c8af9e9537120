/* report.c - the report of the index, as a page of the site
 *
 * Its tables are a part of the plan. It has links to the pages of the site, so it is made last.
 */
#include "archive/report/report.h"
#include "archive/site/site.h"

int report_put(struct site *s)
{
    const struct report_options options = {
        .title = s->options.title, .site = "./", .addresses = site_masks(s) ? REPORT_HIDDEN : 0};
    int failed;

    file_begin(s, "report.js");
    frame_script(&s->out);
    if (file_end(s, 1) < 0)
        return -1;
    file_begin(s, "report.html");
    s->db.stoppable = true;
    failed = collect_update(&s->db, &options, s->all, true) < 0
                 ? -1
                 : report_write(&s->out, &options, s, &s->db);
    s->db.stoppable = false;
    if (failed == 0)
        return file_end(s, 1);
    file_drop(s);
    return -1;
}
