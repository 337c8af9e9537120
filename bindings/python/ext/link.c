/* link.c - trawl.Link, and the links that a scan has found before they become objects
 *
 * A scan runs without the GIL, so it keeps its links as records whose texts are in one block of
 * bytes. Afterwards each record becomes a Link. host, site and valid are computed when they are
 * read. A Link can also be made from its fields, as pickle and copy do.
 */
#include "trawl_py.h"

/* A part of py_found.bytes. */
typedef struct link_slice {
    size_t at, n;
} link_slice;

typedef struct py_record {
    int kind, zone;
    unsigned quote, alt_count, span_count;
    uint64_t flags, message, line, column;
    size_t span;           /* the offset of its spans in py_found.spans */
    link_slice url, raw;   /* raw.at == url.at if both are equal */
    link_slice alts;       /* for each reading: its enum trawl_why, its length, its bytes */
    link_slice part, from; /* from: the address of the sender */
    link_slice field, anchor, quoted_by;
    bool mailed;
} py_record;

enum {
    LINK_URL,
    LINK_RAW,
    LINK_ALT,
    LINK_SPANS, /* NULL for one piece */
    LINK_MESSAGE,
    LINK_LINE,
    LINK_COLUMN,
    LINK_PART, /* from here on str or None */
    LINK_ZONE,
    LINK_SENDER,
    LINK_FIELD,
    LINK_ANCHOR,
    LINK_QUOTED_BY,
    LINK_OBJECTS
};

/* NULL is None, except in LINK_SPANS. */
typedef struct py_link {
    PyObject_HEAD PyObject *object[LINK_OBJECTS];
    Py_ssize_t start, end;
    unsigned long long flags;
    unsigned quote;
    int kind;
} py_link;

/* ---- Records ---- */

static link_slice link_keep(py_found *found, const char *p, size_t n)
{
    link_slice slice = {found->bytes.n, n};

    py_bytes_add(&found->bytes, p, n);
    return slice;
}

static link_slice link_keep_alts(py_found *found, const trawl_link *link)
{
    link_slice slice = {found->bytes.n, 0};

    for (unsigned i = 0; i < link->alt_count; i++) {
        size_t head[2] = {(size_t)link->alts[i].why, link->alts[i].url.n};

        py_bytes_add(&found->bytes, (const char *)head, sizeof head);
        py_bytes_add(&found->bytes, link->alts[i].url.p, link->alts[i].url.n);
    }
    slice.n = found->bytes.n - slice.at;
    return slice;
}

static void link_keep_event(py_found *found, py_record *record, const trawl_event *event)
{
    const trawl_link *link = event->link;

    record->mailed = true;
    record->zone = link->zone;
    record->quote = link->quote;
    record->line = link->line;
    record->column = link->column;
    record->message = event->message ? event->message->number : 0;
    if (event->part)
        record->part = link_keep(found, event->part->path.p, event->part->path.n);
    if (event->message)
        record->from = link_keep(found, event->message->from_addr.p, event->message->from_addr.n);
    record->field = link_keep(found, event->field.p, event->field.n);
    record->anchor = link_keep(found, link->anchor.p, link->anchor.n);
    record->quoted_by = link_keep(found, link->quoted_by.p, link->quoted_by.n);
}

int py_found_add(py_found *found, const trawl_link *link, const trawl_event *event)
{
    py_record record = {.kind = link->kind,
                        .flags = link->flags,
                        .span = found->spans.n,
                        .alt_count = link->alt_count,
                        .span_count = link->span_count};

    record.url = record.raw = link_keep(found, link->url.p, link->url.n);
    if (link->raw.n != link->url.n || memcmp(link->raw.p, link->url.p, link->url.n) != 0)
        record.raw = link_keep(found, link->raw.p, link->raw.n);
    if (link->alt_count > 0)
        record.alts = link_keep_alts(found, link);
    if (event)
        link_keep_event(found, &record, event);
    py_bytes_add(&found->spans, (const char *)link->spans, link->span_count * sizeof *link->spans);
    py_bytes_add(&found->records, (const char *)&record, sizeof record);
    if (found->bytes.failed || found->spans.failed || found->records.failed)
        return TRAWL_ERROR_NO_MEMORY;
    found->n++;
    return TRAWL_OK;
}

int py_found_link(void *user, const trawl_link *link)
{
    return py_found_add(user, link, NULL);
}

int py_found_event(void *user, const trawl_event *event)
{
    return event->type == TRAWL_EVENT_LINK ? py_found_add(user, event->link, NULL) : 0;
}

void py_found_clear(py_found *found)
{
    found->n = found->records.n = found->spans.n = found->bytes.n = 0;
}

void py_found_free(py_found *found)
{
    py_bytes_free(&found->records);
    py_bytes_free(&found->spans);
    py_bytes_free(&found->bytes);
    found->n = 0;
}

static const py_record *link_record(const py_found *found, size_t i)
{
    return (const py_record *)(const void *)found->records.p + i;
}

uint64_t py_found_message(const py_found *found, size_t i)
{
    return link_record(found, i)->message;
}

/* ---- Objects ---- */

static PyObject *link_slice_text(const py_found *found, link_slice slice)
{
    return py_str(found->bytes.p + slice.at, slice.n);
}

static PyObject *link_alts(py_state *state, const py_found *found, const py_record *record)
{
    const char *p = found->bytes.p + record->alts.at;
    PyObject *alts;

    if (record->alt_count == 0)
        return Py_NewRef(state->empty);
    alts = PyTuple_New((Py_ssize_t)record->alt_count);
    for (unsigned i = 0; alts && i < record->alt_count; i++) {
        size_t head[2];
        PyObject *alt, *url;

        memcpy(head, p, sizeof head);
        p += sizeof head;
        url = py_str(p, head[1]);
        alt = url ? Py_BuildValue("(Ns)", url, trawl_why_name((int)head[0])) : NULL;
        p += head[1];
        if (!alt || PyTuple_SetItem(alts, (Py_ssize_t)i, alt) < 0)
            Py_CLEAR(alts);
    }
    return alts;
}

static Py_ssize_t link_unit(py_offsets *offsets, uint64_t byte)
{
    return offsets->plain ? (Py_ssize_t)byte
                          : py_place_move(&offsets->place, offsets->p, offsets->from, (size_t)byte);
}

/* Sets start, end and, for a link in several pieces, spans. */
static int link_set_spans(py_link *link, const py_found *found, const py_record *record,
                          py_offsets *offsets)
{
    const trawl_span *span = (const void *)(found->spans.p + record->span);
    unsigned n = record->span_count;
    PyObject *spans;

    if (n == 0)
        return 0;
    link->start = link_unit(offsets, span[0].from);
    if (n == 1) {
        link->end = link_unit(offsets, span[0].to);
        return 0;
    }
    spans = link->object[LINK_SPANS] = PyTuple_New((Py_ssize_t)n);
    for (unsigned i = 0; spans && i < n; i++) {
        Py_ssize_t from = link_unit(offsets, span[i].from);
        PyObject *pair;

        link->end = link_unit(offsets, span[i].to);
        pair = Py_BuildValue("(nn)", from, link->end);
        if (!pair || PyTuple_SetItem(spans, (Py_ssize_t)i, pair) < 0)
            return -1;
    }
    return spans ? 0 : -1;
}

static int link_set_mail(py_state *state, py_link *link, const py_found *found,
                         const py_record *record, PyObject *message)
{
    const struct {
        int at;
        link_slice text;
    } texts[] = {{LINK_PART, record->part},
                 {LINK_SENDER, record->from},
                 {LINK_FIELD, record->field},
                 {LINK_ANCHOR, record->anchor},
                 {LINK_QUOTED_BY, record->quoted_by}};
    const uint64_t numbers[] = {record->line, record->column};

    link->object[LINK_MESSAGE] = Py_XNewRef(message);
    link->quote = record->quote;
    if (record->zone != TRAWL_ZONE_NONE)
        link->object[LINK_ZONE] = Py_NewRef(state->zones[record->zone]);
    for (int i = 0; i < 2; i++)
        if (numbers[i] > 0 &&
            !(link->object[LINK_LINE + i] = PyLong_FromUnsignedLongLong(numbers[i])))
            return -1;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text.n > 0 &&
            !(link->object[texts[i].at] = link_slice_text(found, texts[i].text)))
            return -1;
    return 0;
}

/* Makes an empty Link, which the garbage collector does not track yet. */
static py_link *link_empty(py_state *state)
{
    py_link *link = PyObject_GC_New(py_link, state->link_type);

    if (link)
        memset((char *)link + sizeof(PyObject), 0, sizeof *link - sizeof(PyObject));
    return link;
}

PyObject *py_link_new(py_state *state, const py_found *found, size_t i, py_offsets *offsets,
                      PyObject *message)
{
    const py_record *record = link_record(found, i);
    py_link *link = link_empty(state);
    PyObject **object;

    if (!link)
        return NULL;
    object = link->object;
    link->kind = record->kind;
    link->flags = record->flags;
    object[LINK_URL] = link_slice_text(found, record->url);
    object[LINK_RAW] = record->raw.at == record->url.at ? Py_XNewRef(object[LINK_URL])
                                                        : link_slice_text(found, record->raw);
    object[LINK_ALT] = link_alts(state, found, record);
    if (!object[LINK_URL] || !object[LINK_RAW] || !object[LINK_ALT] ||
        link_set_spans(link, found, record, offsets) < 0 ||
        (record->mailed && link_set_mail(state, link, found, record, message) < 0))
        Py_CLEAR(link);
    else
        PyObject_GC_Track(link);
    return (PyObject *)link;
}

PyObject *py_link_list(py_state *state, const py_found *found, py_offsets *offsets)
{
    PyObject *list = PyList_New((Py_ssize_t)found->n);

    for (size_t i = 0; list && i < found->n; i++) {
        PyObject *link = py_link_new(state, found, i, offsets, NULL);

        if (!link || PyList_SetItem(list, (Py_ssize_t)i, link) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* There is no tp_clear, since a Link never changes, and what it refers to was made before it.
 * References that are not visited are to str. */
static int link_traverse(PyObject *object, visitproc visit, void *arg)
{
    py_link *link = (py_link *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(link->object[LINK_ALT]);
    Py_VISIT(link->object[LINK_SPANS]);
    Py_VISIT(link->object[LINK_MESSAGE]);
    return 0;
}

static void link_dealloc(PyObject *object)
{
    py_link *link = (py_link *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    for (int i = 0; i < LINK_OBJECTS; i++)
        Py_XDECREF(link->object[i]);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static PyObject *link_repr(PyObject *object)
{
    py_link *link = (py_link *)object;

    return PyUnicode_FromFormat("Link(url=%R, start=%zd, end=%zd, kind='%s')",
                                link->object[LINK_URL], link->start, link->end,
                                trawl_kind_name(link->kind));
}

/* Links are equal if all their fields are. */
static PyObject *link_compare(PyObject *a, PyObject *b, int operation)
{
    py_link *left = (py_link *)a, *right = (py_link *)b;
    int equal;

    if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE))
        return Py_NewRef(Py_NotImplemented);
    equal = left->start == right->start && left->end == right->end && left->kind == right->kind &&
            left->flags == right->flags && left->quote == right->quote;
    for (int i = 0; equal > 0 && i < LINK_OBJECTS; i++) {
        PyObject *one = left->object[i], *two = right->object[i];

        equal = one == two ? 1 : one && two ? PyObject_RichCompareBool(one, two, Py_EQ) : 0;
    }
    return equal < 0 ? NULL : PyBool_FromLong(equal == (operation == Py_EQ));
}

static Py_hash_t link_hash(PyObject *object)
{
    return PyObject_Hash(((py_link *)object)->object[LINK_URL]);
}

/* ---- A Link made from its fields ---- */

/* The fields in the order of __match_args__, then those that asdict() adds. */
static char *link_fields[] = {"url",   "start",  "end",       "kind", "raw",    "spans",
                              "flags", "alt",    "message",   "part", "zone",   "sender",
                              "field", "anchor", "quoted_by", "line", "column", "quote",
                              NULL,    "host",   "site"};
enum { LINK_FLAGS = 6, LINK_MATCHED = 18, LINK_LISTED = 21 };

/* Returns the bits of names such as flags, or -1. */
static long long link_bits(PyObject *names, PyObject *const *known, int count, const char *what)
{
    PyObject *each = PyObject_GetIter(names), *name;
    long long bits = 0;

    while (each && bits >= 0 && (name = PyIter_Next(each))) {
        int i = 0;

        while (i < count && PyObject_RichCompareBool(name, known[i], Py_EQ) != 1)
            i++;
        bits = i < count ? bits | 1ll << i : -1;
        if (bits < 0)
            PyErr_Format(PyExc_ValueError, "%s: there is no %R", what, name);
        Py_DECREF(name);
    }
    Py_XDECREF(each);
    return PyErr_Occurred() ? -1 : bits;
}

/* Checks the types of the fields that are objects. */
static int link_check(py_state *state, PyObject *const *object)
{
    for (int i = LINK_MESSAGE; i < LINK_OBJECTS; i++) {
        PyTypeObject *type = i == LINK_MESSAGE ? state->message_type
                             : i < LINK_PART   ? &PyLong_Type
                                               : &PyUnicode_Type;

        if (!object[i] || PyObject_TypeCheck(object[i], type))
            continue;
        PyErr_Format(PyExc_TypeError, "a field of a Link must be %R or None, not %R",
                     (PyObject *)type, object[i]);
        return -1;
    }
    return 0;
}

static PyObject *link_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    py_state *state = PyType_GetModuleState(type);
    py_link given = {.start = 0}, *link = NULL;
    PyObject **o = given.object, *flags = state->empty, *kind = state->kinds[TRAWL_KIND_BARE];
    long long kinds, bits;

    o[LINK_ALT] = state->empty;
    if (!PyArg_ParseTupleAndKeywords(
            args, named, "U|nnUUO!OO!OOOOOOOOOI:Link", link_fields, &o[LINK_URL], &given.start,
            &given.end, &kind, &o[LINK_RAW], &PyTuple_Type, &o[LINK_SPANS], &flags, &PyTuple_Type,
            &o[LINK_ALT], &o[LINK_MESSAGE], &o[LINK_PART], &o[LINK_ZONE], &o[LINK_SENDER],
            &o[LINK_FIELD], &o[LINK_ANCHOR], &o[LINK_QUOTED_BY], &o[LINK_LINE], &o[LINK_COLUMN],
            &given.quote))
        return NULL;
    for (int i = 0; i < LINK_OBJECTS; i++)
        if (o[i] == Py_None || (i == LINK_SPANS && o[i] && PyTuple_Size(o[i]) < 2))
            o[i] = NULL;
    if (!o[LINK_RAW])
        o[LINK_RAW] = o[LINK_URL];
    kind = PyTuple_Pack(1, kind);
    kinds = kind ? link_bits(kind, state->kinds, TRAWL_KIND_COUNT, "kind") : -1;
    Py_XDECREF(kind);
    bits = kinds < 0 ? -1 : link_bits(flags, state->flags, TRAWL_FLAG_COUNT, "flags");
    if (bits >= 0 && link_check(state, o) == 0)
        link = link_empty(state);
    if (!link)
        return NULL;
    memcpy((char *)link + sizeof(PyObject), (char *)&given + sizeof(PyObject),
           sizeof given - sizeof(PyObject));
    for (int i = 0; i < LINK_OBJECTS; i++)
        Py_XINCREF(o[i]);
    for (; kinds > 1; kinds >>= 1)
        link->kind++;
    link->flags = (unsigned long long)bits;
    PyObject_GC_Track(link);
    return (PyObject *)link;
}

/* Returns the fields as a tuple, from which pickle and copy make the Link. */
static PyObject *link_getnewargs(PyObject *object, PyObject *unused)
{
    PyObject *tuple = PyTuple_New(LINK_MATCHED);

    (void)unused;
    for (Py_ssize_t i = 0; tuple && i < LINK_MATCHED; i++) {
        PyObject *value = PyObject_GetAttrString(object, link_fields[i]);

        if (!value || PyTuple_SetItem(tuple, i, value) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* Returns the names of the flags as a list. */
static PyObject *link_flags(PyObject *object)
{
    py_state *state = py_state_at(object);
    PyObject *list = state ? PyList_New(0) : NULL;

    for (int i = 0; list && i < TRAWL_FLAG_COUNT; i++)
        if ((((py_link *)object)->flags & TRAWL_FLAG(i)) &&
            PyList_Append(list, state->flags[i]) < 0)
            Py_CLEAR(list);
    return list;
}

static PyObject *link_asdict(PyObject *object, PyObject *unused)
{
    PyObject *dict = PyDict_New(), *value;

    (void)unused;
    for (int i = 0; dict && i < LINK_LISTED; i++) {
        if (!link_fields[i])
            continue;
        value = i == LINK_FLAGS ? link_flags(object) /* JSON has no sets */
                                : PyObject_GetAttrString(object, link_fields[i]);
        if (value && value == ((py_link *)object)->object[LINK_MESSAGE]) {
            Py_DECREF(value); /* the Link has it, too */
            value = PyObject_CallMethod(value, "asdict", NULL);
        }
        if (!value || PyDict_SetItemString(dict, link_fields[i], value) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

int py_link_ready(PyTypeObject *type)
{
    PyObject *names = PyTuple_New(LINK_MATCHED);
    int result = -1;

    for (Py_ssize_t i = 0; names && i < LINK_MATCHED; i++)
        if (PyTuple_SetItem(names, i, PyUnicode_InternFromString(link_fields[i])) < 0)
            Py_CLEAR(names);
    if (names)
        result = PyObject_SetAttrString((PyObject *)type, "__match_args__", names);
    Py_XDECREF(names);
    return result;
}

/* ---- Attributes ---- */

static PyObject *link_get_kind(PyObject *object, void *unused)
{
    py_state *state = py_state_at(object);

    (void)unused;
    return state ? Py_NewRef(state->kinds[((py_link *)object)->kind]) : NULL;
}

static PyObject *link_get_flags(PyObject *object, void *unused)
{
    PyObject *list = link_flags(object), *set = list ? PyFrozenSet_New(list) : NULL;

    (void)unused;
    Py_XDECREF(list);
    return set;
}

static PyObject *link_get_spans(PyObject *object, void *unused)
{
    py_link *link = (py_link *)object;

    (void)unused;
    return link->object[LINK_SPANS] ? Py_NewRef(link->object[LINK_SPANS])
                                    : Py_BuildValue("((nn))", link->start, link->end);
}

/* Computes an attribute by a function of url.c: valid, host or site. */
static PyObject *link_get_by(PyObject *object, void *name)
{
    PyObject *module = PyType_GetModule(Py_TYPE(object)), *function;
    PyObject *value;

    function = module ? PyObject_GetAttrString(module, name) : NULL;
    if (!function)
        return NULL;
    value = PyObject_CallFunctionObjArgs(function, ((py_link *)object)->object[LINK_URL], NULL);
    Py_DECREF(function);
    return value;
}

static PyGetSetDef link_getset[] = {
    {"kind", link_get_kind, NULL, "how it was written: \"bare\", \"wrap\", \"www\", \"email\", ...",
     NULL},
    {"flags", link_get_flags, NULL, "its peculiarities, a frozenset of names", NULL},
    {"spans", link_get_spans, NULL, "the (start, end) of its pieces; several if it was broken",
     NULL},
    {"valid", link_get_by, NULL,
     "the standards that accept it: (\"1738\", \"1630\", \"3986\", \"iri\")", "standards"},
    {"host", link_get_by, NULL, "the host in its canonical form, or None", "host"},
    {"site", link_get_by, NULL, "the registrable domain of the host, or None", "site"},
    {NULL, NULL, NULL, NULL, NULL}};

#define LINK_MEMBER(name, at, doc)                                                                 \
    {                                                                                              \
#name, T_OBJECT, offsetof(py_link, object) + LINK_##at * sizeof(PyObject *), READONLY, doc \
    }
static PyMemberDef link_members[] = {
    LINK_MEMBER(url, URL, "the whole URL, with a scheme"),
    LINK_MEMBER(raw, RAW, "as it was written; pieces are separated by one blank"),
    LINK_MEMBER(alt, ALT, "other readings, most likely first: (url, why)"),
    LINK_MEMBER(message, MESSAGE, "mail(): the Message, or None outside of messages"),
    LINK_MEMBER(line, LINE, "mail(): its line in the part, from 1, or None if unknown"),
    LINK_MEMBER(column, COLUMN, "mail(): its column, from 1, or None if unknown"),
    LINK_MEMBER(part, PART, "mail(): the part, \"1.2\""),
    LINK_MEMBER(
        zone, ZONE,
        "mail(): \"header\", \"new\", \"quoted\", \"signature\", \"footer\" or \"forwarded\""),
    LINK_MEMBER(sender, SENDER, "mail(): the address of the sender"),
    LINK_MEMBER(field, FIELD, "mail(): the header field that has the link"),
    LINK_MEMBER(anchor, ANCHOR, "mail(): the visible text of an HTML link"),
    LINK_MEMBER(quoted_by, QUOTED_BY, "mail(): who wrote the quote that it is in, or None"),
    {"start", T_PYSSIZET, offsetof(py_link, start), READONLY,
     "where it begins, in units of the text"},
    {"end", T_PYSSIZET, offsetof(py_link, end), READONLY, "where it ends"},
    {"quote", T_UINT, offsetof(py_link, quote), READONLY, "mail(): the number of \">\" before it"},
    {NULL, 0, 0, 0, NULL}};

static PyMethodDef link_methods[] = {
    {"asdict", link_asdict, METH_NOARGS,
     "asdict()\n--\n\nReturn a dict of the attributes except valid; flags are a list, for JSON."},
    {"__getnewargs__", link_getnewargs, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

PyDoc_STRVAR(link_doc, "A link that was found. Links can be compared, hashed, copied, pickled,\n"
                       "matched, and made from the fields of another one.\n\n"
                       ">>> link = find(\"(see www.example.org/a_(b))\")[0]\n"
                       ">>> link\n"
                       "Link(url='https://www.example.org/a_(b)', start=5, end=26, kind='www')\n"
                       ">>> link.raw, link.host, link.site\n"
                       "('www.example.org/a_(b)', 'www.example.org', 'example.org')\n"
                       ">>> [name for name, value in link.asdict().items() if value is None][:4]\n"
                       "['message', 'part', 'zone', 'sender']\n");

static PyType_Slot link_slots[] = {{Py_tp_doc, (void *)link_doc},
                                   {Py_tp_dealloc, link_dealloc},
                                   {Py_tp_traverse, link_traverse},
                                   {Py_tp_repr, link_repr},
                                   {Py_tp_richcompare, link_compare},
                                   {Py_tp_hash, link_hash},
                                   {Py_tp_getset, link_getset},
                                   {Py_tp_members, link_members},
                                   {Py_tp_methods, link_methods},
                                   {Py_tp_new, link_new},
                                   {0, NULL}};
/* The type is not immutable, since py_link_ready() adds an attribute. */
PyType_Spec py_link_spec = {"trawl.Link", sizeof(py_link), 0,
                            PY_TYPE_FLAGS & ~Py_TPFLAGS_IMMUTABLETYPE, link_slots};
