/* many.c - find_many(): the links of a column of texts, as columns
 *
 * Texts are taken in batches, from any iterable with the GIL, or from the arrays of Apache Arrow's
 * C data interface. Threads without the GIL divide a batch into blocks. Each block has a table of
 * its own; these are joined in the order of the rows. The whole table is exported as an Arrow
 * stream of one array of structs, without a copy. The capsule of the table and each exported column
 * hold the table; the last one that is released, in any thread, frees it.
 */
#include "trawl_py.h"

#include <errno.h>
#include <pthread.h>

/* Structs of Arrow. */
typedef struct arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct arrow_schema **children, *dictionary;
    void (*release)(struct arrow_schema *);
    void *private_data;
} arrow_schema;

typedef struct arrow_array {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct arrow_array **children, *dictionary;
    void (*release)(struct arrow_array *);
    void *private_data;
} arrow_array;

typedef struct arrow_stream {
    int (*get_schema)(struct arrow_stream *, arrow_schema *);
    int (*get_next)(struct arrow_stream *, arrow_array *);
    const char *(*get_last_error)(struct arrow_stream *);
    void (*release)(struct arrow_stream *);
    void *private_data;
} arrow_stream;

/* ---- Tables ---- */

/* Fields, as in trawl/_many.py. The bytes of URL, KIND and SITE are in columns TEXT + field. */
enum { ROW, START, END, URL, KIND, SITE, FIELDS, TEXT = FIELDS - URL, KNOWN = TEXT + FIELDS };

static const char *const field_names[] = {"row", "start", "end", "url", "kind", "site"};

typedef struct many_table {
    atomic_int holders;
    unsigned wanted; /* bits of the fields that are kept */
    int order[FIELDS], count;
    size_t n, rows, nulls; /* links, texts, links without a site */
    /* By field: for each link an int64_t, a number or the length of a text; a finished table has 0
     * and the ends of the texts. From TEXT + URL on: the texts. KNOWN: a bit for each site. */
    py_bytes column[KNOWN + 1];
    const void *buffers[FIELDS][3]; /* for Arrow */
} many_table;

static void table_number(many_table *table, int field, uint64_t number)
{
    if (table->wanted >> field & 1)
        py_bytes_add(&table->column[field], (const char *)&number, sizeof number);
}

static void table_text(many_table *table, int field, const char *p, size_t n)
{
    table_number(table, field, n);
    if (table->wanted >> field & 1)
        py_bytes_add(&table->column[TEXT + field], p, n);
}

static int table_failed(const many_table *table)
{
    for (int i = 0; i <= KNOWN; i++)
        if (table->column[i].failed)
            return TRAWL_ERROR_NO_MEMORY;
    return TRAWL_OK;
}

/* Moves the links of a part to the end of the table. */
static void table_append(many_table *table, many_table *part)
{
    for (int i = 0; i < KNOWN; i++) {
        py_bytes_add(&table->column[i], part->column[i].p, part->column[i].n);
        part->column[i].n = 0;
    }
    table->n += part->n;
    part->n = 0;
}

static void table_free(many_table *table)
{
    for (int i = 0; i <= KNOWN; i++)
        py_bytes_free(&table->column[i]);
}

static void table_drop(many_table *table)
{
    if (table && atomic_fetch_sub(&table->holders, 1) == 1) {
        table_free(table);
        free(table);
    }
}

/* Replaces lengths of texts by their ends, and sets the bits of sites that are not empty. */
static void table_sum(many_table *table, int field)
{
    int64_t *values = (int64_t *)(void *)table->column[field].p, end = 0, n;

    for (size_t i = 0; i <= table->n; i++, end += n) {
        n = values[i];
        values[i] = end;
        if (field == SITE && n > 0)
            table->column[KNOWN].p[i / 8] |= (char)(1 << i % 8);
        table->nulls += field == SITE && n == 0 && i < table->n;
    }
}

static int table_finish(many_table *table)
{
    static const int64_t empty = 0;

    for (size_t i = 0; i <= table->n / 8; i++)
        py_bytes_add(&table->column[KNOWN], "", 1);
    for (int i = 0; i < FIELDS; i++) {
        table_number(table, i, 0); /* so that no column is NULL, and for the last end */
        if (i >= URL && table->wanted >> i & 1 && table_failed(table) == TRAWL_OK)
            table_sum(table, i);
        table->buffers[i][1] = table->column[i].p;
        table->buffers[i][2] = i >= URL && table->column[TEXT + i].p ? table->column[TEXT + i].p
                                                                     : (const void *)&empty;
    }
    table->buffers[SITE][0] = table->nulls > 0 ? table->column[KNOWN].p : NULL;
    return table_failed(table);
}

/* ---- Export ---- */

typedef struct table_stream {
    many_table *table;
    bool ended;
} table_stream;

/* The children of an array, or of a schema. */
typedef struct arrow_children {
    arrow_array array[FIELDS], *arrays[FIELDS];
    arrow_schema schema[FIELDS], *schemas[FIELDS];
} arrow_children;

static void release_schema(arrow_schema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    free(schema->private_data);
    schema->release = NULL;
}

static void release_column(arrow_array *array)
{
    table_drop(array->private_data);
    array->release = NULL;
}

static void release_array(arrow_array *array)
{
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    free(array->private_data);
    array->release = NULL;
}

static int stream_schema(arrow_stream *stream, arrow_schema *schema)
{
    const many_table *table = ((table_stream *)stream->private_data)->table;
    arrow_children *all = calloc(1, sizeof *all);

    if (!all)
        return ENOMEM;
    for (int i = 0; i < table->count; i++) {
        int field = table->order[i];

        all->schemas[i] = &all->schema[i];
        all->schema[i] = (arrow_schema){.format = field >= URL ? "U" : "l",
                                        .name = field_names[field],
                                        .flags = field == SITE ? 2 : 0, /* may be NULL */
                                        .release = release_schema};
    }
    *schema =
        (arrow_schema){"+s", "", NULL, 0, table->count, all->schemas, NULL, release_schema, all};
    return 0;
}

static int stream_next(arrow_stream *stream, arrow_array *array)
{
    static const void *none[1];
    table_stream *state = stream->private_data;
    many_table *table = state->table;
    arrow_children *all = state->ended ? NULL : calloc(1, sizeof *all);

    *array = (arrow_array){.length = 0}; /* the end of the stream */
    if (state->ended || !all)
        return state->ended ? 0 : ENOMEM;
    for (int i = 0; i < table->count; i++) {
        int field = table->order[i];

        atomic_fetch_add(&table->holders, 1);
        all->arrays[i] = &all->array[i];
        all->array[i] = (arrow_array){.length = (int64_t)table->n,
                                      .null_count = field == SITE ? (int64_t)table->nulls : 0,
                                      .n_buffers = field >= URL ? 3 : 2,
                                      .buffers = table->buffers[field],
                                      .release = release_column,
                                      .private_data = table};
    }
    *array = (arrow_array){(int64_t)table->n, 0,  0, 1, table->count, none, all->arrays, NULL,
                           release_array,     all};
    state->ended = true;
    return 0;
}

static const char *stream_error(arrow_stream *stream)
{
    (void)stream;
    return "out of memory";
}

static void release_stream(arrow_stream *stream)
{
    table_drop(((table_stream *)stream->private_data)->table);
    free(stream->private_data);
    stream->release = NULL;
}

static void free_stream(PyObject *capsule)
{
    arrow_stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");

    if (stream->release)
        stream->release(stream);
    free(stream);
}

static void free_table(PyObject *capsule)
{
    table_drop(PyCapsule_GetPointer(capsule, "trawl_table"));
}

/* many_stream(table): a capsule of an Arrow stream */
static PyObject *many_stream(PyObject *module, PyObject *capsule)
{
    many_table *table = PyCapsule_GetPointer(capsule, "trawl_table");
    arrow_stream *stream = table ? calloc(1, sizeof *stream) : NULL;
    table_stream *state = stream ? calloc(1, sizeof *state) : NULL;
    PyObject *made;

    (void)module;
    if (!state) {
        free(stream);
        return table ? PyErr_NoMemory() : NULL;
    }
    atomic_fetch_add(&table->holders, 1);
    state->table = table;
    *stream = (arrow_stream){stream_schema, stream_next, stream_error, release_stream, state};
    made = PyCapsule_New(stream, "arrow_array_stream", free_stream);
    if (!made) {
        release_stream(stream);
        free(stream);
    }
    return made;
}

/* many_column(table, field): the memory of its values, and of its texts or None */
static PyObject *many_column(PyObject *module, PyObject *args)
{
    PyObject *capsule, *values, *texts = Py_None;
    const many_table *table;
    int field;

    (void)module;
    if (!PyArg_ParseTuple(args, "Oi", &capsule, &field) ||
        !(table = PyCapsule_GetPointer(capsule, "trawl_table")))
        return NULL;
    values = PyMemoryView_FromMemory(table->column[field].p, (Py_ssize_t)table->column[field].n,
                                     PyBUF_READ);
    if (field >= URL)
        texts = PyMemoryView_FromMemory((char *)table->buffers[field][2],
                                        (Py_ssize_t)table->column[TEXT + field].n, PyBUF_READ);
    return Py_BuildValue(field >= URL ? "(NN)" : "(NO)", values, texts);
}

/* ---- Scanning a batch ---- */

/* Limits of a batch: rows, bytes, blocks, threads, and bytes for each further thread. */
enum { BATCH_ROWS = 16384, BATCH_BYTES = 1 << 24, BLOCKS = 64, THREADS = 64, THREAD_BYTES = 65536 };

/* A text of the batch; p is NULL if it is missing. */
typedef struct many_text {
    const char *p;
    size_t n;
    bool plain; /* places are bytes */
} many_text;

typedef struct many_call {
    py_state *state;
    py_settings *settings;
    many_table *table, part[BLOCKS];
    many_text *text;
    size_t n, bytes;    /* of the batch */
    atomic_size_t next; /* block */
    atomic_int error;
    int threads;
} many_call;

typedef struct many_worker {
    many_table *part;
    const many_text *text;
    uint64_t row;
    py_place place;
} many_worker;

static void many_place(many_worker *w, int field, uint64_t byte)
{
    if (!w->text->plain && w->part->wanted >> field & 1)
        byte = (uint64_t)py_place_move(&w->place, w->text->p, 0, (size_t)byte);
    table_number(w->part, field, byte);
}

static int many_event(void *user, const trawl_event *event)
{
    many_worker *w = user;
    const trawl_link *link = event->link;
    const char *kind;
    char site[4 * TRAWL_URL_MAX];
    size_t n = 0;
    int error = TRAWL_OK;

    if (event->type != TRAWL_EVENT_LINK || link->span_count == 0)
        return 0;
    if (w->part->wanted >> SITE & 1)
        error = trawl_site(link->url.p, link->url.n, site, sizeof site, &n);
    kind = trawl_kind_name(link->kind);
    table_number(w->part, ROW, w->row);
    many_place(w, START, link->spans[0].from);
    many_place(w, END, link->spans[link->span_count - 1].to);
    table_text(w->part, URL, link->url.p, link->url.n);
    table_text(w->part, KIND, kind, strlen(kind));
    table_text(w->part, SITE, site, n);
    w->part->n++;
    return error != TRAWL_OK ? TRAWL_ERROR_NO_MEMORY : table_failed(w->part);
}

/* Scans blocks until none is left. The function of a thread. */
static void *many_work(void *user)
{
    many_call *call = user;
    many_worker w = {.row = 0};
    const size_t rows = call->n / BLOCKS + 1;
    trawl_scanner *scan;
    int error = trawl_open(&scan, call->settings->links, many_event, &w);
    size_t block;

    while (error == TRAWL_OK && (block = atomic_fetch_add(&call->next, 1)) < BLOCKS) {
        w.part = &call->part[block];
        w.part->wanted = call->table->wanted;
        for (size_t i = block * rows; !error && i < (block + 1) * rows && i < call->n; i++) {
            w.text = &call->text[i];
            w.row = call->table->rows + i;
            w.place = (py_place){0, 0};
            if (!w.text->p)
                continue;
            error = trawl_feed(scan, w.text->p, w.text->n);
            error = error ? error : trawl_finish(scan);
            error = error ? error : trawl_reset(scan);
        }
    }
    trawl_close(&scan);
    if (error != TRAWL_OK)
        atomic_store(&call->error, error);
    return NULL;
}

/* Scans the batch. If the system refuses a thread, the others do its work. */
static void many_scan(many_call *call)
{
    pthread_t thread[THREADS];
    int n = 0;

    atomic_store(&call->next, 0);
    while (n + 1 < call->threads && n < THREADS && call->bytes > (size_t)(n + 1) * THREAD_BYTES &&
           pthread_create(&thread[n], NULL, many_work, call) == 0)
        n++;
    many_work(call);
    while (n > 0)
        pthread_join(thread[--n], NULL);
    for (int i = 0; i < BLOCKS; i++)
        table_append(call->table, &call->part[i]);
}

/* Scans the batch without the GIL, and makes it empty. */
static int many_batch(many_call *call)
{
    int error;

    Py_BEGIN_ALLOW_THREADS many_scan(call);
    Py_END_ALLOW_THREADS;
    call->table->rows += call->n;
    call->n = call->bytes = 0;
    error = atomic_load(&call->error);
    error = error ? error : table_failed(call->table);
    return error ? py_raise(call->state, error), -1 : PyErr_CheckSignals();
}

/* Adds a text to the batch. Returns true if the batch is full. */
static bool many_add(many_call *call, const char *p, size_t n, bool plain)
{
    call->text[call->n++] = (many_text){p, n, plain};
    call->bytes += n;
    return call->n == BATCH_ROWS || call->bytes >= BATCH_BYTES;
}

/* ---- Texts of an iterable ---- */

/* Adds an object to the batch. Returns 1 if the batch is full, -1 for an exception. */
static int many_object(many_call *call, py_text *text, PyObject *object)
{
    char name[40];

    *text = (py_text){.plain = true};
    if (py_is_gap(object))
        return many_add(call, NULL, 0, true);
    if (py_text_open(text, object, "text") < 0) {
        PyErr_Clear(); /* try again, for an error with the row */
        snprintf(name, sizeof name, "row %zu", call->table->rows + call->n);
        if (py_text_open(text, object, name) < 0)
            return -1;
    }
    if (py_settings_fit(call->settings, text) < 0)
        return -1;
    return many_add(call, text->n > 0 ? text->p : "", text->n, text->plain || !text->is_str);
}

static int many_objects(many_call *call, PyObject *column)
{
    PyObject *iterator = PyObject_GetIter(column), *object = iterator;
    py_text *text = iterator ? PyMem_Malloc(BATCH_ROWS * sizeof *text) : NULL;
    int result = text ? 0 : -1, full;
    size_t n;

    if (iterator && !text)
        PyErr_NoMemory();
    while (result == 0 && object) {
        for (full = 0; full == 0 && (object = PyIter_Next(iterator)); Py_DECREF(object))
            full = many_object(call, &text[call->n], object);
        n = call->n + (full < 0);
        result = full < 0 || PyErr_Occurred() ? -1 : many_batch(call);
        for (size_t i = 0; i < n; i++)
            py_text_close(&text[i]);
    }
    PyMem_Free(text);
    Py_XDECREF(iterator);
    return result;
}

/* ---- Texts of Arrow ---- */

/* How an array stores its texts. The name is the format of the schema. */
typedef struct many_format {
    const char *name;
    int width; /* bytes of an offset; 16 for views, 0 for an array of nulls */
    bool is_str;
} many_format;

static const many_format *many_format_of(const many_call *call, const arrow_schema *schema)
{
    static const many_format formats[] = {{"u", 4, true},  {"U", 8, true},  {"vu", 16, true},
                                          {"z", 4, false}, {"Z", 8, false}, {"vz", 16, false},
                                          {"n", 0, false}, {NULL, 0, false}};
    const many_format *format = formats;

    while (format->name && (schema->dictionary || strcmp(schema->format, format->name) != 0))
        format++;
    if (format->name)
        return py_settings_fit(call->settings, &(py_text){.is_str = format->is_str}) < 0 ? NULL
                                                                                         : format;
    PyErr_Format(PyExc_TypeError, "column must have strings or bytes, not Arrow's format \"%s\"%s",
                 schema->format, schema->dictionary ? " with a dictionary" : "");
    return NULL;
}

/* Returns text i of an array; p is NULL if it is missing. */
static trawl_str many_arrow_text(const arrow_array *array, int width, int64_t i)
{
    const unsigned char *bits = width > 0 ? array->buffers[0] : NULL;
    const void *const *buffers = array->buffers;
    int64_t from, to;

    if (width == 0 || (bits && !(bits[i / 8] >> i % 8 & 1)))
        return (trawl_str){NULL, 0};
    if (width == 16) { /* the length; then the text, or its beginning, a buffer and an offset */
        const int32_t *view = (const int32_t *)buffers[1] + 4 * i;

        return (trawl_str){view[0] <= 12 ? (const char *)(view + 1)
                                         : (const char *)buffers[2 + view[2]] + view[3],
                           (size_t)view[0]};
    }
    from = width == 4 ? ((const int32_t *)buffers[1])[i] : ((const int64_t *)buffers[1])[i];
    to = width == 4 ? ((const int32_t *)buffers[1])[i + 1] : ((const int64_t *)buffers[1])[i + 1];
    return to > from ? (trawl_str){(const char *)buffers[2] + from, (size_t)(to - from)}
                     : (trawl_str){"", 0};
}

static int many_array(many_call *call, const arrow_array *array, const many_format *format)
{
    int result = 0;

    for (int64_t i = 0; result == 0 && i < array->length; i++) {
        trawl_str text = many_arrow_text(array, format->width, array->offset + i);

        if (many_add(call, text.p, text.n, !format->is_str))
            result = many_batch(call);
    }
    return result == 0 ? many_batch(call) : result;
}

/* Releases Arrow's structs. Saves the exception, which would end a release function in Python. */
static void many_release(arrow_array *array, arrow_schema *schema)
{
    PyObject *type, *value, *trace;

    PyErr_Fetch(&type, &value, &trace);
    if (array->release)
        array->release(array);
    if (schema && schema->release)
        schema->release(schema);
    PyErr_Restore(type, value, trace);
}

/* Raises the exception for a struct that is released: another consumer took what was in it. */
static int many_taken(const char *what)
{
    PyErr_Format(PyExc_ValueError, "column: its Arrow %s has already been taken", what);
    return -1;
}

static int many_read_stream(many_call *call, PyObject *capsule)
{
    arrow_stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    arrow_schema schema = {.format = NULL};
    arrow_array array = {.length = 0};
    const many_format *format = NULL;
    int error, result;

    if (!stream || !stream->release)
        return stream ? many_taken("stream") : -1;
    error = stream->get_schema(stream, &schema);
    result = error == 0 && (format = many_format_of(call, &schema)) ? 0 : -1;
    while (result == 0) {
        Py_BEGIN_ALLOW_THREADS error = stream->get_next(stream, &array);
        Py_END_ALLOW_THREADS;
        if (error != 0 || !array.release)
            break;
        result = many_array(call, &array, format);
        many_release(&array, NULL);
        array.release = NULL;
    }
    if (error != 0) {
        const char *why = stream->get_last_error(stream);

        PyErr_Format(call->state->error, "column: %s", why ? why : strerror(error));
        result = -1;
    }
    many_release(&array, &schema);
    return result;
}

static int many_read_array(many_call *call, PyObject *pair)
{
    PyObject *capsule[2];
    const arrow_schema *schema;
    const arrow_array *array;
    const many_format *format;

    if (!PyArg_Parse(pair, "(OO)", &capsule[0], &capsule[1]) ||
        !(schema = PyCapsule_GetPointer(capsule[0], "arrow_schema")) ||
        !(array = PyCapsule_GetPointer(capsule[1], "arrow_array")))
        return -1;
    if (!schema->release || !array->release)
        return many_taken("array");
    format = many_format_of(call, schema);
    return format ? many_array(call, array, format) : -1;
}

/* Reads the column with its Arrow method. Without one, or if the method lacks a module (pandas
 * needs pyarrow), reads the column as an iterable. */
static int many_read(many_call *call, PyObject *column)
{
    static const struct {
        const char *name;
        int (*read)(many_call *, PyObject *);
    } methods[] = {{"__arrow_c_stream__", many_read_stream},
                   {"__arrow_c_array__", many_read_array}};

    for (int i = 0; i < 2; i++) {
        PyObject *method = PyObject_GetAttrString(column, methods[i].name), *made = NULL;
        int result = -1;

        if (method)
            made = PyObject_CallNoArgs(method);
        if (made)
            result = methods[i].read(call, made);
        Py_XDECREF(made);
        Py_XDECREF(method);
        if (made || !(PyErr_ExceptionMatches(PyExc_ImportError) ||
                      (!method && PyErr_ExceptionMatches(PyExc_AttributeError))))
            return result;
        PyErr_Clear();
    }
    return many_objects(call, column);
}

/* ---- The call ---- */

/* Makes the table of a call and sets its fields, in their order. The row is always kept. */
static int many_begin(many_call *call, PyObject *fields)
{
    many_table *table = call->table = calloc(1, sizeof *table);

    call->text = PyMem_Malloc(BATCH_ROWS * sizeof *call->text);
    if (!table || !call->text) {
        PyErr_NoMemory();
        return -1;
    }
    atomic_init(&table->holders, 1);
    table->wanted = 1u << ROW;
    table->count = (int)PyTuple_Size(fields);
    for (int i = 0; i < table->count; i++) {
        table->order[i] = (int)PyLong_AsLong(PyTuple_GetItem(fields, i));
        table->wanted |= 1u << table->order[i];
    }
    return 0;
}

/* find_many(column, different fields, threads, settings, options): the table, the number of its
 * links, and that of the texts */
static PyObject *many_find(PyObject *module, PyObject *args)
{
    many_call *call = PyMem_Calloc(1, sizeof *call);
    PyObject *column, *fields, *settings, *options, *made = NULL;

    if (!call)
        return PyErr_NoMemory();
    call->state = py_state_of(module);
    if (PyArg_ParseTuple(args, "OO!iOO", &column, &PyTuple_Type, &fields, &call->threads, &settings,
                         &options))
        call->settings = py_settings_for(call->state, settings, options);
    if (call->settings && many_begin(call, fields) == 0 && many_read(call, column) == 0) {
        if (table_finish(call->table) != TRAWL_OK)
            PyErr_NoMemory();
        else
            made = PyCapsule_New(call->table, "trawl_table", free_table);
    }
    if (made) {
        made =
            Py_BuildValue("(Nnn)", made, (Py_ssize_t)call->table->n, (Py_ssize_t)call->table->rows);
        call->table = NULL; /* the capsule owns it */
    }
    table_drop(call->table);
    for (int i = 0; i < BLOCKS; i++)
        table_free(&call->part[i]);
    PyMem_Free(call->text);
    Py_XDECREF((PyObject *)call->settings);
    PyMem_Free(call);
    return made;
}

PyMethodDef py_many_methods[] = {{"find_many", many_find, METH_VARARGS, NULL},
                                 {"many_column", many_column, METH_VARARGS, NULL},
                                 {"many_stream", many_stream, METH_O, NULL},
                                 {NULL, NULL, 0, NULL}};
