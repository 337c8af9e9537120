/* settings.c - trawl.Settings: options by name, compiled once, shared by threads
 *
 * The names are those of trawl_options.h with "_" for "-". A value is a str, an iterable of str
 * (joined by commas), an int, True for an option without a value, or None and False to leave it
 * out. Options that have no name there (rules, tld_list, valid, invalid, gaps) are read here.
 */
#include "trawl_py.h"

#define SETTINGS_CACHED 64

/* The options while they are read. `texts` keeps the texts alive until they are compiled. */
typedef struct settings_reader {
    py_state *state;
    trawl_config find;
    trawl_mail_config mail;
    trawl_options options;
    PyObject *texts;
    bool gaps;
} settings_reader;

/* Returns a str for a value, with commas between if it has several. reader->texts keeps it
 * alive. */
static PyObject *settings_text(settings_reader *reader, PyObject *name, PyObject *value)
{
    PyObject *text;

    if (PyUnicode_Check(value)) {
        text = Py_NewRef(value);
    } else if (PyLong_CheckExact(value)) {
        text = PyObject_Str(value);
    } else if (PyTuple_Check(value) || PyList_Check(value) || PyAnySet_Check(value)) {
        PyObject *comma = PyUnicode_FromString(","), *sorted = PySequence_List(value);

        text = NULL;
        if (comma && sorted && (!PyAnySet_Check(value) || PyList_Sort(sorted) == 0))
            text = PyUnicode_Join(comma, sorted);
        Py_XDECREF(comma);
        Py_XDECREF(sorted);
    } else {
        PyErr_Format(PyExc_TypeError,
                     "%U must be a str, several of them, an int, or a bool, not %R", name,
                     (PyObject *)Py_TYPE(value));
        return NULL;
    }
    if (!text || PyList_Append(reader->texts, text) < 0) {
        Py_XDECREF(text);
        return NULL;
    }
    Py_DECREF(text);
    return text;
}

static int settings_utf8(settings_reader *reader, PyObject *name, PyObject *value, trawl_str *s)
{
    PyObject *text = settings_text(reader, name, value);
    py_text utf8;

    if (!text || py_text_open(&utf8, text, "the value of an option") < 0)
        return -1;
    *s = (trawl_str){utf8.p, utf8.n};
    py_text_close(&utf8); /* the bytes stay: reader->texts has the str */
    return 0;
}

/* Reads names of standards, as in "1738,iri", into bits. */
static int settings_standards(settings_reader *reader, PyObject *name, PyObject *value,
                              unsigned *bits)
{
    static const struct {
        const char *name;
        unsigned bits;
    } rows[] = {{"1738", TRAWL_STANDARD_RFC1738}, {"1630", TRAWL_STANDARD_RFC1630},
                {"3986", TRAWL_STANDARD_RFC3986}, {"iri", TRAWL_STANDARD_IRI},
                {"any", TRAWL_STANDARD_ANY},      {"scheme", TRAWL_STANDARD_SCHEME}};
    trawl_str s;

    if (settings_utf8(reader, name, value, &s) < 0)
        return -1;
    for (size_t from = 0, to; from <= s.n; from = to + 1) {
        unsigned found = 0;

        for (to = from; to < s.n && s.p[to] != ',';)
            to++;
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            if (strlen(rows[i].name) == to - from &&
                memcmp(rows[i].name, s.p + from, to - from) == 0)
                found = rows[i].bits;
        if (!found) {
            PyErr_Format(reader->state->option_error,
                         "%U: the standards are 1738, 1630, 3986, iri, any and scheme", name);
            return -1;
        }
        *bits |= found;
    }
    return 0;
}

static int settings_refuse(settings_reader *reader, PyObject *name, const trawl_option_fault *fault)
{
    PyObject *value = py_str_of(fault->value), *names = NULL;

    if (value && !fault->known)
        names = PyUnicode_FromString(fault->takes);
    for (int i = 0; names && i < 2; i++) { /* as Python spells them */
        PyObject *old = names;

        names = PyObject_CallMethod(old, "replace", "ss", i ? " from," : "-", i ? " from_," : "_");
        Py_DECREF(old);
    }
    if (names)
        PyErr_Format(reader->state->option_error,
                     "there is no option %U; there are %U, rules, tld_list, valid, invalid, gaps",
                     name, names);
    else if (value && fault->known)
        PyErr_Format(reader->state->option_error, "%U: %R is wrong; it takes %s", name, value,
                     fault->takes);
    Py_XDECREF(names);
    Py_XDECREF(value);
    return -1;
}

/* Sets an option that trawl_options.h knows. */
static int settings_named(settings_reader *reader, PyObject *name, PyObject *value)
{
    trawl_option_fault fault = TRAWL_OPTION_FAULT_INIT;
    char spelled[32];
    trawl_str s = {NULL, 0};
    Py_ssize_t n;
    const char *p = PyUnicode_AsUTF8AndSize(name, &n);
    int error;

    if (!p || (value != Py_True && settings_utf8(reader, name, value, &s) < 0))
        return -1;
    for (Py_ssize_t i = 0; i < n && i < (Py_ssize_t)sizeof spelled; i++)
        spelled[i] = p[i] == '_' ? '-' : p[i];
    if (n > (Py_ssize_t)sizeof spelled)
        n = (Py_ssize_t)sizeof spelled;
    if (n > 1 && spelled[n - 1] == '-') /* "from_", since "from" is a keyword of Python */
        n--;
    error = trawl_options_set(&reader->options, spelled, (size_t)n, s.p, s.n, &fault);
    return error == TRAWL_ERROR_BAD_OPTION ? settings_refuse(reader, name, &fault)
           : error != TRAWL_OK             ? (py_raise(reader->state, error), -1)
                                           : 0;
}

static int settings_read_one(settings_reader *reader, PyObject *name, PyObject *value)
{
    if (value == Py_None || value == Py_False)
        return 0;
    if (PyUnicode_CompareWithASCIIString(name, "gaps") == 0 && value == Py_True)
        return reader->gaps = true, 0;
    if (PyUnicode_CompareWithASCIIString(name, "rules") == 0)
        return settings_utf8(reader, name, value, &reader->find.rules);
    if (PyUnicode_CompareWithASCIIString(name, "valid") == 0)
        return settings_standards(reader, name, value, &reader->find.valid);
    if (PyUnicode_CompareWithASCIIString(name, "invalid") == 0)
        return settings_standards(reader, name, value, &reader->find.invalid);
    if (PyUnicode_CompareWithASCIIString(name, "tld_list") == 0)
        return settings_utf8(reader, name, value, &reader->find.tlds);
    return settings_named(reader, name, value);
}

/* Puts each top-level domain on a line of its own, as the library wants it. In Python, commas or
 * blanks are between them. */
static int settings_domains(settings_reader *reader)
{
    PyObject *lines;
    char *p;

    if (reader->find.tlds.n == 0)
        return 0;
    lines = PyBytes_FromStringAndSize(reader->find.tlds.p, (Py_ssize_t)reader->find.tlds.n);
    if (!lines || PyList_Append(reader->texts, lines) < 0) {
        Py_XDECREF(lines);
        return -1;
    }
    Py_DECREF(lines);
    p = PyBytes_AsString(lines);
    for (size_t i = 0; i < reader->find.tlds.n; i++)
        if (p[i] == ',' || p[i] == ' ')
            p[i] = '\n';
    reader->find.tlds.p = p;
    return 0;
}

static PyObject *settings_raise(settings_reader *reader, int error)
{
    trawl_fault fault = TRAWL_FAULT_INIT;

    if (error != TRAWL_ERROR_BAD_RULE)
        return py_raise(reader->state, error);
    trawl_rules_check(reader->find.rules.p, reader->find.rules.n, &fault);
    PyErr_Format(reader->state->option_error, "rules: line %llu, column %llu: %s",
                 (unsigned long long)fault.line, (unsigned long long)fault.column, fault.why);
    return NULL;
}

/* Compiles one of the settings: that for scans that report what `want` names. */
static int settings_compile(settings_reader *reader, trawl_settings **compiled, unsigned want)
{
    int error;

    reader->find.want = want;
    error = trawl_settings_open(compiled, &reader->find);
    if (error != TRAWL_OK)
        settings_raise(reader, error);
    return error == TRAWL_OK ? 0 : -1;
}

static PyObject *settings_create(settings_reader *reader, PyTypeObject *type, PyObject *options)
{
    py_settings *self = (py_settings *)PyType_GenericAlloc(type, 0);

    if (!self)
        return NULL;
    self->input = reader->mail.input;
    self->headers = reader->mail.headers;
    self->mail_options = reader->mail.options;
    self->charset = reader->find.charset.n > 0;
    self->gaps = reader->gaps;
    self->options = Py_NewRef(options);
    if (settings_compile(reader, &self->links, TRAWL_WANT_LINK) < 0 ||
        settings_compile(reader, &self->places, TRAWL_WANT_LINK | TRAWL_WANT_PLACE) < 0 ||
        settings_compile(reader, &self->texts, TRAWL_WANT_DEFAULT) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* Makes lists tuples and sets frozensets, so that the caller cannot change them later. */
static int settings_keep(PyObject *options)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    int result = 0;

    while (result == 0 && PyDict_Next(options, &at, &name, &value)) {
        PyObject *kept = PyList_Check(value)  ? PyList_AsTuple(value)
                         : PySet_Check(value) ? PyFrozenSet_New(value)
                                              : Py_NewRef(value);

        result = kept ? PyDict_SetItem(options, name, kept) : -1;
        Py_XDECREF(kept);
    }
    return result;
}

static PyObject *settings_from(py_state *state, PyObject *options)
{
    PyObject *kept = options ? PyDict_Copy(options) : PyDict_New();
    settings_reader r = {
        state, TRAWL_CONFIG_INIT, TRAWL_MAIL_CONFIG_INIT, TRAWL_OPTIONS_INIT, PyList_New(0), false};
    PyObject *name, *value, *made = NULL;
    Py_ssize_t at = 0;
    bool good = r.texts && kept && settings_keep(kept) == 0;

    r.options.find = &r.find;
    r.options.mail = &r.mail;
    while (good && PyDict_Next(kept, &at, &name, &value))
        good = settings_read_one(&r, name, value) == 0;
    if (good && settings_domains(&r) == 0)
        made = settings_create(&r, state->settings_type, kept);
    Py_XDECREF(r.texts);
    Py_XDECREF(kept);
    return made;
}

static PyObject *settings_new(PyTypeObject *type, PyObject *args, PyObject *options)
{
    py_state *state = PyType_GetModuleState(type);

    if (PyTuple_Size(args) > 0) {
        PyErr_SetString(PyExc_TypeError, "Settings takes options by name only");
        return NULL;
    }
    return state ? settings_from(state, options) : NULL;
}

static int settings_traverse(PyObject *object, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((py_settings *)object)->options);
    return 0;
}

/* Empties the options; scans do not read them. */
static int settings_clear(PyObject *object)
{
    py_settings *self = (py_settings *)object;

    if (self->options)
        PyDict_Clear(self->options);
    return 0;
}

static void settings_dealloc(PyObject *object)
{
    py_settings *self = (py_settings *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    trawl_settings_close(&self->links);
    trawl_settings_close(&self->places);
    trawl_settings_close(&self->texts);
    Py_XDECREF(self->options);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static PyObject *settings_repr(PyObject *object)
{
    PyObject *options = ((py_settings *)object)->options, *name, *value;
    PyObject *parts = PyList_New(0), *comma = PyUnicode_FromString(", "), *joined = NULL,
             *shown = NULL;
    Py_ssize_t at = 0;
    bool good = parts && comma;

    while (good && PyDict_Next(options, &at, &name, &value)) {
        PyObject *part = PyUnicode_FromFormat("%U=%R", name, value);

        good = part && PyList_Append(parts, part) == 0;
        Py_XDECREF(part);
    }
    if (good)
        joined = PyUnicode_Join(comma, parts);
    if (joined)
        shown = PyUnicode_FromFormat("Settings(%U)", joined);
    Py_XDECREF(joined);
    Py_XDECREF(comma);
    Py_XDECREF(parts);
    return shown;
}

/* Settings are equal if their options are spelled alike. */
static PyObject *settings_compare(PyObject *a, PyObject *b, int operation)
{
    if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE))
        return Py_NewRef(Py_NotImplemented);
    return PyObject_RichCompare(((py_settings *)a)->options, ((py_settings *)b)->options,
                                operation);
}

/* Hashes the names only, since a value, such as a str of a subclass, may have no hash. */
static Py_hash_t settings_hash(PyObject *object)
{
    PyObject *names = PyFrozenSet_New(((py_settings *)object)->options);
    Py_hash_t hash = names ? PyObject_Hash(names) : -1;

    Py_XDECREF(names);
    return hash;
}

/* Returns the arguments from which pickle and copy make the Settings. */
static PyObject *settings_getnewargs_ex(PyObject *object, PyObject *unused)
{
    (void)unused;
    return Py_BuildValue("(()O)", ((py_settings *)object)->options);
}

/* ---- Calls ---- */

/* Makes numbers str. Otherwise join=1, which is wrong, would be the same key as join=True. */
static void settings_name_numbers(PyObject *options)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;

    while (PyDict_Next(options, &at, &name, &value)) {
        PyObject *text = PyLong_CheckExact(value) ? PyObject_Str(value) : NULL;

        if (text && PyDict_SetItem(options, name, text) < 0)
            PyErr_Clear();
        Py_XDECREF(text);
    }
}

/* Returns the Settings for options. Keeps them in the cache if the options can be a key. */
static PyObject *settings_cached(py_state *state, PyObject *options)
{
    PyObject *items, *key = NULL, *made = NULL;

    settings_name_numbers(options);
    items = PyDict_Items(options);
    if (items && PyList_Sort(items) == 0)
        key = PyList_AsTuple(items);
    Py_XDECREF(items);
#ifdef Py_GIL_DISABLED /* another thread may empty the cache */
    if (key)
        PyDict_GetItemRef(state->cache, key, &made);
#else
    if (key)
        made = Py_XNewRef(PyDict_GetItemWithError(state->cache, key));
#endif
    if (PyErr_Occurred())
        PyErr_Clear(); /* the options have values of several types, or lists: not cached */
    if (!made) {
        made = settings_from(state, options);
        if (made && PyDict_Size(state->cache) >= SETTINGS_CACHED)
            PyDict_Clear(state->cache);
        if (made && key && PyDict_SetItem(state->cache, key, made) < 0)
            PyErr_Clear();
    }
    Py_XDECREF(key);
    return made;
}

py_settings *py_settings_for(py_state *state, PyObject *settings, PyObject *options)
{
    bool named = options && PyDict_Size(options) > 0;

    if (settings && settings != Py_None && Py_TYPE(settings) != state->settings_type) {
        PyErr_Format(PyExc_TypeError, "settings must be a trawl.Settings, not %R",
                     (PyObject *)Py_TYPE(settings));
        return NULL;
    }
    if (settings && settings != Py_None && named) {
        PyErr_SetString(PyExc_TypeError, "give either settings or options, not both");
        return NULL;
    }
    if (named)
        return (py_settings *)settings_cached(state, options);
    return (py_settings *)Py_NewRef(settings && settings != Py_None ? settings : state->defaults);
}

py_settings *py_settings_call(py_state *state, PyObject *const *args, Py_ssize_t nargs,
                              Py_ssize_t at, PyObject *names)
{
    PyObject *settings = nargs > at ? args[at] : NULL, *options = NULL;
    py_settings *found = NULL;
    Py_ssize_t n = names ? PyTuple_Size(names) : 0;
    bool good = true;

    if (nargs > at + 1) {
        PyErr_Format(PyExc_TypeError, "takes at most %zd arguments by place, %zd were given",
                     at + 1, nargs);
        return NULL;
    }
    if (n > 0)
        good = (options = PyDict_New()) != NULL;
    for (Py_ssize_t i = 0; good && i < n; i++) {
        PyObject *name = PyTuple_GetItem(names, i);

        if (PyUnicode_CompareWithASCIIString(name, "settings") == 0 && !settings)
            settings = args[nargs + i];
        else
            good = PyDict_SetItem(options, name, args[nargs + i]) == 0;
    }
    if (good)
        found = py_settings_for(state, settings, options);
    Py_XDECREF(options);
    return found;
}

int py_settings_fit(const py_settings *settings, const py_text *text)
{
    if (!text->is_str || !settings->charset)
        return 0;
    PyErr_SetString(PyExc_ValueError, "a charset is for bytes; a str has none");
    return -1;
}

bool py_is_gap(PyObject *object)
{
    PyObject *differs;
    bool gap;

    if (PyUnicode_Check(object) || PyBytes_Check(object))
        return false;
    differs = PyObject_RichCompare(object, object, Py_NE);
    gap = object == Py_None || differs == object || (differs && PyObject_IsTrue(differs) == 1);
    Py_XDECREF(differs);
    PyErr_Clear();
    return gap;
}

bool py_settings_gap(const py_settings *settings, PyObject *object)
{
    return settings->gaps && py_is_gap(object);
}

PyDoc_STRVAR(
    settings_doc,
    "Settings(**options)\n--\n\n"
    "What to find and how, compiled once. Threads may share it, and it can be pickled.\n\n"
    "The options are those of the command, with \"_\" for \"-\": find, profile, columns,\n"
    "notation, schemes, domains, tlds, hyphen, charset, base, public_hosts, join; from_, headers and\n"
    "refang for mail(); and rules (the text of a rules file), tld_list, valid and invalid (standards).\n"
    "With gaps=True a text may be missing, as in columns of data: for None, NaN and other values\n"
    "that are not equal to themselves, find(), to_html(), linkify() and defang() return None.\n\n"
    ">>> settings = Settings(find=\"url,www,domain\", schemes=(\"http\", \"https\"))\n"
    ">>> settings\n"
    "Settings(find='url,www,domain', schemes=('http', 'https'))\n"
    ">>> [link.url for link in find(\"example.org or ftp://a.example/\", settings)]\n"
    "['https://example.org']\n"
    ">>> settings == Settings(schemes=(\"http\", \"https\"), find=\"url,www,domain\")\n"
    "True\n");

static PyMethodDef settings_methods[] = {
    {"__getnewargs_ex__", settings_getnewargs_ex, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyType_Slot settings_slots[] = {
    {Py_tp_doc, (void *)settings_doc},     {Py_tp_new, settings_new},
    {Py_tp_dealloc, settings_dealloc},     {Py_tp_traverse, settings_traverse},
    {Py_tp_clear, settings_clear},         {Py_tp_repr, settings_repr},
    {Py_tp_richcompare, settings_compare}, {Py_tp_hash, settings_hash},
    {Py_tp_methods, settings_methods},     {0, NULL}};
PyType_Spec py_settings_spec = {"trawl.Settings", sizeof(py_settings), 0, PY_TYPE_FLAGS,
                                settings_slots};
