/* rewrite.c - HTML with its links put in and changed: the function behind trawl.linkify()
 *
 * If the caller gives no function, the rewriter runs without the GIL.
 */
#include "trawl_py.h"
#include <trawl_rewrite.h>

typedef struct rewrite_run {
    PyObject *decide; /* (new, attributes, text, kind) to None or (attributes, text) */
    bool raised;
} rewrite_run;

/* ---- The caller's function ---- */

static PyObject *rewrite_attributes(const trawl_rewrite_link *link)
{
    PyObject *attributes = PyDict_New();

    for (unsigned i = 0; attributes && i < link->attribute_count; i++) {
        PyObject *name = py_str_of(link->attributes[i].name),
                 *value = py_str_of(link->attributes[i].value);

        if (!name || !value || PyDict_SetItem(attributes, name, value) < 0)
            Py_CLEAR(attributes);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return attributes;
}

static const trawl_rewrite_attribute *rewrite_find(const trawl_rewrite_link *link, const char *name,
                                                   size_t n)
{
    for (unsigned i = 0; i < link->attribute_count; i++)
        if (link->attributes[i].name.n == n && memcmp(link->attributes[i].name.p, name, n) == 0)
            return &link->attributes[i];
    return NULL;
}

/* Sets an attribute of the link, unless it already has this value. */
static int rewrite_set(trawl_rewrite *r, const trawl_rewrite_link *link, PyObject *name,
                       PyObject *value)
{
    const trawl_rewrite_attribute *old;
    Py_ssize_t name_n, value_n;
    const char *name_p = PyUnicode_AsUTF8AndSize(name, &name_n);
    const char *value_p = name_p ? PyUnicode_AsUTF8AndSize(value, &value_n) : NULL;
    int error;

    if (!value_p)
        return -1;
    old = rewrite_find(link, name_p, (size_t)name_n);
    if (old && old->value.n == (size_t)value_n && memcmp(old->value.p, value_p, old->value.n) == 0)
        return 0;
    error = trawl_rewrite_set(r, name_p, (size_t)name_n, value_p, (size_t)value_n);
    if (error == TRAWL_ERROR_NO_MEMORY)
        PyErr_NoMemory();
    else if (error != TRAWL_OK)
        PyErr_Format(PyExc_ValueError, "%R is no name of an attribute", name);
    return error == TRAWL_OK ? 0 : -1;
}

static int rewrite_set_text(trawl_rewrite *r, const trawl_rewrite_link *link, PyObject *text)
{
    Py_ssize_t n;
    const char *p = PyUnicode_AsUTF8AndSize(text, &n);

    if (!p)
        return -1;
    if (link->text_cut || (link->text.n == (size_t)n && memcmp(link->text.p, p, link->text.n) == 0))
        return 0;
    if (trawl_rewrite_set_text(r, p, (size_t)n) == TRAWL_OK)
        return 0;
    PyErr_NoMemory();
    return -1;
}

/* Applies what the function returned. */
static int rewrite_apply(trawl_rewrite *r, const trawl_rewrite_link *link, PyObject *result)
{
    PyObject *attributes, *text, *name, *value;
    Py_ssize_t at = 0;

    if (result == Py_None)
        return trawl_rewrite_unlink(r) == TRAWL_OK ? 0 : (PyErr_NoMemory(), -1);
    if (!PyArg_ParseTuple(result, "O!U", &PyDict_Type, &attributes, &text))
        return -1;
    for (unsigned i = 0; i < link->attribute_count; i++) {
        trawl_str old = link->attributes[i].name;
        PyObject *key = py_str_of(old);
        int there = key ? PyDict_Contains(attributes, key) : -1;

        Py_XDECREF(key);
        if (there < 0 || (there == 0 && trawl_rewrite_remove(r, old.p, old.n) != TRAWL_OK))
            return -1;
    }
    while (PyDict_Next(attributes, &at, &name, &value)) {
        if (!PyUnicode_Check(name) || !PyUnicode_Check(value)) {
            PyErr_SetString(PyExc_TypeError, "attributes must be str, and have str values");
            return -1;
        }
        if (rewrite_set(r, link, name, value) < 0)
            return -1;
    }
    return rewrite_set_text(r, link, text);
}

static int rewrite_decide(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    rewrite_run *run = user;
    PyObject *attributes, *text, *result = NULL;
    int applied = -1;

    if (link->type == TRAWL_REWRITE_LEFT || link->type == TRAWL_REWRITE_LONG)
        return 0;
    if (link->href_cut) /* the function would see only the beginning of the address */
        return trawl_rewrite_unlink(r);
    attributes = rewrite_attributes(link);
    text = py_str_of(link->text);
    if (attributes && text)
        result = PyObject_CallFunction(run->decide, "OOOs",
                                       link->type == TRAWL_REWRITE_NEW ? Py_True : Py_False,
                                       attributes, text, trawl_kind_name(link->link->kind));
    if (result)
        applied = rewrite_apply(r, link, result);
    Py_XDECREF(result);
    Py_XDECREF(attributes);
    Py_XDECREF(text);
    run->raised = applied < 0;
    return run->raised ? 1 : 0;
}

/* ---- linkify() ---- */

static int rewrite_all(const py_text *text, const trawl_rewrite_config *config, py_bytes *out)
{
    int error;

    if (config->decide || text->n < PY_SHORT)
        return trawl_rewrite_all(text->p, text->n, config, py_bytes_write, out);
    Py_BEGIN_ALLOW_THREADS error = trawl_rewrite_all(text->p, text->n, config, py_bytes_write, out);
    Py_END_ALLOW_THREADS return error;
}

/* Rewrites the text, and returns it as a str or bytes. */
static PyObject *rewrite_result(py_state *state, const py_text *text,
                                const trawl_rewrite_config *config, rewrite_run *run)
{
    PyObject *result = NULL;
    py_bytes out = {.n = 0};
    int error = rewrite_all(text, config, &out);

    if (error == TRAWL_OK)
        result = py_like(text->is_str, out.p, out.n);
    else if (!run->raised)
        py_raise(state, error);
    else if (!PyErr_Occurred())
        PyErr_NoMemory();
    py_bytes_free(&out);
    return result;
}

/* linkify(html, settings, named options, options as bits, text_max, (live, skip, rel, class,
 * target), decide) */
static PyObject *rewrite_call(PyObject *module, PyObject *args)
{
    py_state *state = py_state_of(module);
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    trawl_str *texts[] = {&config.live, &config.skip, &config.rel, &config.css_class,
                          &config.target};
    PyObject *object, *given, *named, *o[5], *result = NULL;
    rewrite_run run = {.decide = NULL};
    py_settings *settings;
    py_text text;
    bool good = true;

    if (!PyArg_ParseTuple(args, "OOOII(OOOOO)O", &object, &given, &named, &config.options,
                          &config.text_max, &o[0], &o[1], &o[2], &o[3], &o[4], &run.decide))
        return NULL;
    for (int i = 0; i < 5; i++)
        good = good && py_text_option(texts[i], o[i]) == 0;
    settings = good ? py_settings_for(state, given, named) : NULL;
    if (!settings)
        return NULL;
    config.settings = settings->links;
    if (run.decide != Py_None) {
        config.decide = rewrite_decide;
        config.decide_user = &run;
    }
    if (py_settings_gap(settings, object)) {
        result = Py_NewRef(Py_None);
    } else if (py_text_open(&text, object, "html") == 0) {
        if (settings->charset)
            PyErr_SetString(PyExc_ValueError, "linkify() reads UTF-8 only");
        else
            result = rewrite_result(state, &text, &config, &run);
        py_text_close(&text);
    }
    Py_DECREF((PyObject *)settings);
    return result;
}

PyMethodDef py_rewrite_methods[] = {{"linkify", rewrite_call, METH_VARARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
