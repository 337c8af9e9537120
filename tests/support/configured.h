/* configured.h - opens scans and mail readers with the settings of a trawl_config
 *
 * These functions take a trawl_config where the library's functions take settings.
 * configured_close() and configured_mail_close() also free the settings. For one thread.
 */
#ifndef TRAWL_TESTS_CONFIGURED_H
#define TRAWL_TESTS_CONFIGURED_H

#include <stdlib.h>
#include <trawl.h>
#include <trawl_mail.h>

typedef struct configured {
    struct configured *next;
    const void *scan;
    trawl_settings *settings;
} configured;

static configured *configured_all;

/* Keeps the settings of an open scan, or frees them when opening failed. */
static inline int configured_keep(const void *scan, trawl_settings *settings, int result)
{
    configured *c = scan && settings ? malloc(sizeof *c) : NULL;

    if (!c) {
        trawl_settings_close(&settings);
        return result;
    }
    *c = (configured){configured_all, scan, settings};
    configured_all = c;
    return result;
}

static inline void configured_forget(const void *scan)
{
    for (configured **at = &configured_all; scan && *at; at = &(*at)->next)
        if ((*at)->scan == scan) {
            configured *c = *at;
            *at = c->next;
            trawl_settings_close(&c->settings);
            free(c);
            return;
        }
}

static inline int configured_open(trawl_scanner **t, const trawl_config *config, trawl_sink *sink,
                                  void *user)
{
    trawl_settings *s = NULL;
    int result = config ? trawl_settings_open(&s, config) : TRAWL_OK;

    *t = NULL;
    if (result == TRAWL_OK)
        result = trawl_open(t, s, sink, user);
    return configured_keep(*t, s, result);
}

static inline void configured_close(trawl_scanner **t)
{
    const void *scan = *t;

    trawl_close(t);
    configured_forget(scan);
}

static inline int configured_scan(const void *bytes, size_t n, const trawl_config *config,
                                  trawl_sink *sink, void *user)
{
    trawl_settings *s = NULL;
    int result = config ? trawl_settings_open(&s, config) : TRAWL_OK;

    if (result == TRAWL_OK)
        result = trawl_scan(bytes, n, s, sink, user);
    trawl_settings_close(&s);
    return result;
}

/* Opens a mail reader; mail.settings is ignored. */
static inline int configured_mail_open(trawl_mail **m, trawl_mail_config mail,
                                       const trawl_config *find, trawl_sink *sink, void *user)
{
    trawl_settings *s = NULL;
    int result = find ? trawl_settings_open(&s, find) : TRAWL_OK;

    *m = NULL;
    mail.settings = s;
    if (result == TRAWL_OK)
        result = trawl_mail_open(m, &mail, sink, user);
    return configured_keep(*m, s, result);
}

static inline void configured_mail_close(trawl_mail **m)
{
    const void *scan = *m;

    trawl_mail_close(m);
    configured_forget(scan);
}

#endif
