/* find.c - find(), find_at(), Scanner: the links of a text, the one at an offset, those of
 * pieces */
#include "trawl_py.h"

/* ---- find() ---- */

/* What a call looks for: all links of a text, or the one that has the byte at `offset`. */
typedef struct find_task {
    py_text text;
    py_settings *settings;
    py_found found;
    bool single;
    size_t offset;
} find_task;

/* Returns what trawl_each() and trawl_at() return. */
static int find_read(find_task *task)
{
    const trawl_settings *links = task->settings->links;
    py_found *found = &task->found;

    if (task->single)
        return trawl_at(task->text.p, task->text.n, task->offset, links, py_found_link, found);
    return trawl_each(task->text.p, task->text.n, links, py_found_link, found);
}

static int find_scan(find_task *task)
{
    int result;

    if (task->text.n < PY_SHORT)
        return find_read(task);
    Py_BEGIN_ALLOW_THREADS result = find_read(task);
    Py_END_ALLOW_THREADS return result;
}

/* Returns the result of find(), a list of links, or that of find_at(), a Link or None. */
static PyObject *find_result(py_state *state, find_task *task)
{
    const py_text *text = &task->text;
    py_offsets offsets = {.plain = text->plain || !text->is_str, .p = text->p};
    int result = find_scan(task);

    if (result != TRAWL_OK && !(task->single && result == 1))
        return py_raise(state, result);
    if (!task->single)
        return py_link_list(state, &task->found, &offsets);
    return result == 1 ? py_link_new(state, &task->found, 0, &offsets, NULL) : Py_NewRef(Py_None);
}

/* Reads the offset of find_at(), which counts units. A place outside the text has no link. */
static int find_offset(find_task *task, PyObject *offset)
{
    const py_text *text = &task->text;
    Py_ssize_t unit = PyNumber_AsSsize_t(offset, PyExc_IndexError);
    size_t at = 0;

    if (unit < 0 && PyErr_Occurred())
        return -1;
    if (unit < 0 || (size_t)unit >= text->n)
        at = text->n;
    else if (text->plain || !text->is_str)
        at = (size_t)unit;
    else
        for (; unit > 0 && at < text->n; unit--)
            for (at++; at < text->n && ((unsigned char)text->p[at] & 0xc0) == 0x80; at++)
                ;
    task->offset = at;
    return 0;
}

static PyObject *find_task_run(py_state *state, find_task *task, PyObject *text, PyObject *offset)
{
    PyObject *result = NULL;

    if (py_settings_gap(task->settings, text))
        Py_RETURN_NONE;
    if (py_text_open(&task->text, text, "text") < 0)
        return NULL;
    if (py_settings_fit(task->settings, &task->text) == 0 &&
        (!task->single || find_offset(task, offset) == 0))
        result = find_result(state, task);
    py_text_close(&task->text);
    py_found_free(&task->found);
    return result;
}

/* Calls find() or, if `single`, find_at(). The arguments are a text, for find_at() an offset, and
 * settings. */
static PyObject *find_called(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                             PyObject *names, bool single)
{
    py_state *state = py_state_of(module);
    find_task task = {.single = single};
    const Py_ssize_t least = single ? 2 : 1;
    PyObject *result = NULL;

    if (nargs < least) {
        PyErr_SetString(PyExc_TypeError,
                        single ? "find_at() needs a text and an offset" : "find() needs a text");
        return NULL;
    }
    task.settings = py_settings_call(state, args, nargs, least, names);
    if (task.settings)
        result = find_task_run(state, &task, args[0], single ? args[1] : NULL);
    Py_XDECREF((PyObject *)task.settings);
    return result;
}

static PyObject *find_call(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *names)
{
    return find_called(module, args, nargs, names, false);
}

static PyObject *find_at_call(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *names)
{
    return find_called(module, args, nargs, names, true);
}

PyDoc_STRVAR(
    find_doc,
    "find(text, settings=None, /, **options)\n--\n\n"
    "Return a list of the links in a text, str or bytes. start and end count what the text\n"
    "counts: code points of a str, bytes of bytes. The options are those of Settings.\n\n"
    ">>> for link in find(\"Ask <joe@example.org>, see http://a.example/b).\"):\n"
    "...     print(link.url, link.kind, link.start, link.end)\n"
    "mailto:joe@example.org addr 5 20\n"
    "http://a.example/b bare 27 45\n"
    ">>> find(\"example.org\", find=\"domain\")\n"
    "[Link(url='https://example.org', start=0, end=11, kind='domain')]\n"
    ">>> find(17)\n"
    "Traceback (most recent call last):\n"
    "    ...\n"
    "TypeError: text must be str or a bytes-like object, not <class 'int'>\n");

PyDoc_STRVAR(
    find_at_doc,
    "find_at(text, offset, settings=None, /, **options)\n--\n\n"
    "Return the link that has the place text[offset], as find() finds it in the whole text, or\n"
    "None. The text is read up to the end of that link: for a terminal or an editor, pass what\n"
    "is visible, or a few hundred lines.\n\n"
    ">>> screen = \"see http://a.example/of-pears-\\nand-plums\"\n"
    ">>> find_at(screen, 33, columns=30)\n"
    "Link(url='http://a.example/of-pears-and-plums', start=4, end=40, kind='bare')\n"
    ">>> find_at(screen, 3, columns=30) is None\n"
    "True\n");

PyMethodDef py_find_methods[] = {
    {"find", (PyCFunction)(void (*)(void))find_call, METH_FASTCALL | METH_KEYWORDS, find_doc},
    {"find_at", (PyCFunction)(void (*)(void))find_at_call, METH_FASTCALL | METH_KEYWORDS,
     find_at_doc},
    {NULL, NULL, 0, NULL}};

/* ---- Scanner ---- */

/* Bytes: no link begins farther before the end of the text that was fed. */
#define SCANNER_BACK 65536

typedef struct py_scanner {
    PyObject_HEAD trawl_scanner *scan;
    py_settings *settings;
    py_found found;
    py_bytes back; /* for str: the text from byte `from` on, to count code points */
    size_t from;
    py_place place;
    bool is_str, begun, ended;
    atomic_flag busy;
} py_scanner;

static PyObject *scanner_new(PyTypeObject *type, PyObject *args, PyObject *options)
{
    py_state *state = PyType_GetModuleState(type);
    PyObject *given = NULL;
    py_scanner *self;
    int error;

    if (!state || !PyArg_UnpackTuple(args, "Scanner", 0, 1, &given))
        return NULL;
    self = (py_scanner *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    atomic_flag_clear(&self->busy);
    self->settings = py_settings_for(state, given, options);
    if (!self->settings) {
        Py_DECREF(self);
        return NULL;
    }
    error = trawl_open(&self->scan, self->settings->links, py_found_event, &self->found);
    if (error != TRAWL_OK) {
        Py_DECREF(self);
        return py_raise(state, error);
    }
    return (PyObject *)self;
}

/* There is no tp_clear. A Scanner refers only to its Settings, which clear their own options. */
static int scanner_traverse(PyObject *object, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(object));
    Py_VISIT((PyObject *)((py_scanner *)object)->settings);
    return 0;
}

static void scanner_dealloc(PyObject *object)
{
    py_scanner *self = (py_scanner *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    trawl_close(&self->scan);
    py_found_free(&self->found);
    py_bytes_free(&self->back);
    Py_XDECREF((PyObject *)self->settings);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

/* Drops text in which no later link can begin. */
static void scanner_forget(py_scanner *self)
{
    size_t drop;

    if (self->back.n < (size_t)4 * SCANNER_BACK)
        return;
    drop = self->back.n - SCANNER_BACK;
    py_place_move(&self->place, self->back.p, self->from, self->from + drop);
    memmove(self->back.p, self->back.p + drop, SCANNER_BACK);
    self->back.n = SCANNER_BACK;
    self->from += drop;
}

static PyObject *scanner_links(py_state *state, py_scanner *self)
{
    py_offsets offsets = {
        .plain = !self->is_str, .p = self->back.p, .from = self->from, .place = self->place};
    PyObject *list = py_link_list(state, &self->found, &offsets);

    self->place = offsets.place;
    py_found_clear(&self->found);
    scanner_forget(self);
    return list;
}

/* Begins a call. Fails if the text has ended, or if another thread uses the Scanner. */
static int scanner_enter(py_state *state, py_scanner *self)
{
    if (py_begin(state, &self->busy) < 0)
        return -1;
    if (!self->ended)
        return 0;
    atomic_flag_clear(&self->busy);
    PyErr_SetString(state->error, "the text has ended; reset() begins another one");
    return -1;
}

static int scanner_feed_text(py_state *state, py_scanner *self, const py_text *text)
{
    int error;

    if (py_settings_fit(self->settings, text) < 0)
        return -1;
    if (self->begun && self->is_str != text->is_str) {
        PyErr_SetString(PyExc_TypeError, "the pieces of a text must be all str or all bytes");
        return -1;
    }
    self->begun = true;
    self->is_str = text->is_str;
    if (text->is_str)
        py_bytes_add(&self->back, text->p, text->n);
    Py_BEGIN_ALLOW_THREADS error = trawl_feed(self->scan, text->p, text->n);
    Py_END_ALLOW_THREADS if (error == TRAWL_OK && !self->back.failed) return 0;
    self->ended = true;
    py_raise(state, error == TRAWL_OK ? TRAWL_ERROR_NO_MEMORY : error);
    return -1;
}

static PyObject *scanner_feed(PyObject *object, PyObject *piece)
{
    py_state *state = py_state_at(object);
    py_scanner *self = (py_scanner *)object;
    PyObject *list = NULL;
    py_text text;

    if (!state || scanner_enter(state, self) < 0)
        return NULL;
    if (py_text_open(&text, piece, "text") == 0) {
        if (scanner_feed_text(state, self, &text) == 0)
            list = scanner_links(state, self);
        py_text_close(&text);
    }
    atomic_flag_clear(&self->busy);
    return list;
}

static PyObject *scanner_finish(PyObject *object, PyObject *unused)
{
    py_state *state = py_state_at(object);
    py_scanner *self = (py_scanner *)object;
    PyObject *list;
    int error;

    (void)unused;
    if (!state || scanner_enter(state, self) < 0)
        return NULL;
    error = trawl_finish(self->scan);
    self->ended = true;
    list = error == TRAWL_OK ? scanner_links(state, self) : py_raise(state, error);
    atomic_flag_clear(&self->busy);
    return list;
}

static PyObject *scanner_reset(PyObject *object, PyObject *unused)
{
    py_state *state = py_state_at(object);
    py_scanner *self = (py_scanner *)object;
    int error;

    (void)unused;
    if (!state || py_begin(state, &self->busy) < 0)
        return NULL;
    error = trawl_reset(self->scan);
    self->begun = self->ended = false;
    py_found_clear(&self->found);
    self->back.n = self->from = 0;
    self->place = (py_place){0, 0};
    atomic_flag_clear(&self->busy);
    return error == TRAWL_OK ? Py_NewRef(Py_None) : py_raise(state, error);
}

PyDoc_STRVAR(scanner_doc,
             "Scanner(settings=None, /, **options)\n--\n\n"
             "Find the links of a text that comes in pieces.\n\n"
             "feed() returns the links that are decided, finish() those that waited for more\n"
             "text. start and end are places in the whole text. reset() begins another text.\n\n"
             ">>> scanner = Scanner()\n"
             ">>> scanner.feed(\"see http://a.exam\")\n"
             "[]\n"
             ">>> scanner.feed(\"ple/x and \")\n"
             "[Link(url='http://a.example/x', start=4, end=22, kind='bare')]\n"
             ">>> scanner.finish()\n"
             "[]\n");

static PyMethodDef scanner_methods[] = {
    {"feed", scanner_feed, METH_O,
     "feed(piece, /)\n--\n\nRead the next piece; return the links that are decided."},
    {"finish", scanner_finish, METH_NOARGS, "finish()\n--\n\nEnd the text; return the last links."},
    {"reset", scanner_reset, METH_NOARGS, "reset()\n--\n\nBegin another text."},
    {NULL, NULL, 0, NULL}};
static PyType_Slot scanner_slots[] = {
    {Py_tp_doc, (void *)scanner_doc}, {Py_tp_new, scanner_new},
    {Py_tp_dealloc, scanner_dealloc}, {Py_tp_traverse, scanner_traverse},
    {Py_tp_methods, scanner_methods}, {0, NULL}};
PyType_Spec py_scanner_spec = {"trawl.Scanner", sizeof(py_scanner), 0, PY_TYPE_FLAGS,
                               scanner_slots};
