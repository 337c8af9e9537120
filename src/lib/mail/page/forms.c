/* forms.c - the forms of a page that have an action, to which their buttons lead (E17; HTML
 * standard, 4.10.17.3)
 *
 * A button is part of the form that it names, else of the form around it. If a button precedes the
 * form that it names, its text waits, and is reported with the form.
 */
#include "base/check.h"
#include "mail/page/inside.h"

static trawl_str forms_id(const page_forms *forms, const page_form *form)
{
    return (trawl_str){forms->bytes + form->at, form->id_n};
}

static trawl_str forms_value(const page_forms *forms, const page_form *form)
{
    return (trawl_str){forms->bytes + form->at + form->id_n, form->n};
}

/* Removes the entry i. */
static void forms_remove(page_forms *forms, unsigned i)
{
    const size_t n = forms->list[i].id_n + forms->list[i].n, at = forms->list[i].at;

    CHECK(i < forms->n && at + n <= forms->used);
    memmove(forms->bytes + at, forms->bytes + at + n, forms->used - at - n);
    forms->used -= n;
    for (forms->n--; i < forms->n; i++) {
        forms->list[i] = forms->list[i + 1];
        forms->list[i].at -= n;
    }
}

/* Adds an entry with this id, which may be empty, and value. If there is no room, drops the first
 * entries. That is reported as a limit, except for forms that have no id and are not open, since
 * nothing refers to them any more. */
static int forms_add(page *p, uint32_t serial, trawl_str id, trawl_str value)
{
    page_forms *forms = &p->forms;
    page_form *form;
    bool lost = false;

    for (; forms->n == PAGE_FORMS || id.n + value.n > sizeof forms->bytes - forms->used;
         forms_remove(forms, 0))
        lost = lost || forms->list[0].id_n > 0 || forms->list[0].serial == html_form(&p->h);
    form = &forms->list[forms->n++];
    *form = (page_form){.serial = serial, .at = forms->used, .id_n = id.n, .n = value.n};
    CHECK(forms->n <= PAGE_FORMS && forms->used + id.n + value.n <= sizeof forms->bytes);
    memcpy(forms->bytes + forms->used, id.p, id.n);
    memcpy(forms->bytes + forms->used + id.n, value.p, value.n);
    forms->used += id.n + value.n;
    return lost ? p->out.limit(p->out.user, PAGE_LIMIT_FORMS, p->next) : 0;
}

/* Returns the first form with the id, or the first button that waits for it; or NULL. */
static page_form *forms_find(page_forms *forms, trawl_str id, bool button)
{
    for (unsigned i = 0; i < forms->n; i++)
        if ((forms->list[i].serial == 0) == button && forms->list[i].id_n == id.n &&
            memcmp(forms_id(forms, &forms->list[i]).p, id.p, id.n) == 0)
            return &forms->list[i];
    return NULL;
}

trawl_str page_forms_action(const page *p)
{
    page_forms *forms = (page_forms *)&p->forms;
    const page_form *form = NULL;

    if (p->tag.named)
        form = p->tag.id_n > 0 ? forms_find(forms, (trawl_str){p->id, p->tag.id_n}, false) : NULL;
    else
        for (unsigned i = 0; i < forms->n && !form; i++)
            if (html_form(&p->h) > 0 && forms->list[i].serial == html_form(&p->h))
                form = &forms->list[i];
    return form ? forms_value(forms, form) : (trawl_str){NULL, 0};
}

int page_forms_begin(page *p, const html_name *tag, const page_value *v)
{
    const trawl_str action = {p->values.p + v->at, v->n},
                    id = {p->id, p->tag.named ? p->tag.id_n : 0};
    char anchor[PAGE_ANCHOR];
    page_form *button;
    int stop = 0;

    while (!stop && id.n > 0 && (button = forms_find(&p->forms, id, true)) != NULL) {
        trawl_str text = forms_value(&p->forms, button);
        page_link link = {.tag = tag,
                          .attribute = "action",
                          .url = action.p,
                          .url_n = action.n,
                          .from = v->from,
                          .to = v->to,
                          .anchor = anchor,
                          .visible = text.p,
                          .visible_n = text.n,
                          .again = true};
        link.anchor_n = page_visible_text(text.p, text.n, false, anchor, sizeof anchor);
        stop = page_report(p, &link);
        forms_remove(&p->forms, (unsigned)(button - p->forms.list));
    }
    return stop ? stop : forms_add(p, html_made(&p->h), id, action);
}

int page_forms_wait(page *p)
{
    const size_t most = sizeof p->forms.bytes / 2;
    const trawl_str text = {p->anchor.visible.text,
                            p->anchor.visible.n < most ? p->anchor.visible.n : most};

    if (!shown_may(text.p, text.n))
        return 0;
    return forms_add(p, 0, (trawl_str){p->anchor.href, p->anchor.href_n}, text);
}
