/* html.c - text with its links as HTML: the function behind trawl.to_html() */
#include "trawl_py.h"

static int html_emit(const py_text *text, const py_settings *settings,
                     const trawl_emit_config *config, py_bytes *out)
{
    int error;

    Py_BEGIN_ALLOW_THREADS error =
        trawl_emit_text(text->p, text->n, settings->texts, config, py_bytes_write, out);
    Py_END_ALLOW_THREADS return error;
}

/* to_html(text, settings, named options, options as bits,
 *         (live, title, rel, class, target, css, template, lang)) */
static PyObject *html_call(PyObject *module, PyObject *args)
{
    py_state *state = py_state_of(module);
    trawl_emit_config config = TRAWL_EMIT_CONFIG_INIT;
    trawl_str *texts[] = {&config.live,   &config.title, &config.rel,           &config.css_class,
                          &config.target, &config.css,   &config.link_template, &config.lang};
    PyObject *object, *given, *named, *o[8], *result = NULL;
    py_bytes out = {.n = 0};
    py_settings *settings;
    py_text text;
    bool good = true;

    if (!PyArg_ParseTuple(args, "OOOI(OOOOOOOO)", &object, &given, &named, &config.options, &o[0],
                          &o[1], &o[2], &o[3], &o[4], &o[5], &o[6], &o[7]))
        return NULL;
    for (int i = 0; i < 8; i++)
        good = good && py_text_option(texts[i], o[i]) == 0;
    settings = good ? py_settings_for(state, given, named) : NULL;
    if (!settings)
        return NULL;
    if (py_settings_gap(settings, object)) {
        result = Py_NewRef(Py_None);
    } else if (py_text_open(&text, object, "text") == 0) {
        int error =
            py_settings_fit(settings, &text) < 0 ? 1 : html_emit(&text, settings, &config, &out);

        if (error == TRAWL_OK)
            result = py_like(text.is_str, out.p, out.n);
        else if (error == TRAWL_ERROR_MISUSE)
            PyErr_SetString(state->option_error,
                            "a template must be an http, https or mailto URL that has \"%u\"");
        else if (error != 1)
            py_raise(state, error);
        py_text_close(&text);
    }
    py_bytes_free(&out);
    Py_DECREF((PyObject *)settings);
    return result;
}

PyMethodDef py_html_methods[] = {{"to_html", html_call, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
