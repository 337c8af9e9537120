/* main.c - main() of trawl-archive: the name under which it was started chooses the command */
#include "archive/query/query.h"
#include "archive/site/site.h"

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    static const struct {
        const char *name;
        int (*run)(struct output *out, int argc, char **argv);
    } commands[] = {{"index", index_run},
                    {"query", query_run},
                    {"forget", forget_run},
                    {"report", report_run},
                    {"site", site_run}};
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc > 0 ? argv[0] : "";
    struct output out;
    int status = STATUS_TROUBLE;
    size_t i = 0;

    sandbox_inherit(argc, argv);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* saves a lock for each allocation */
    output_open(&out, 1, buffer, sizeof buffer);
    while (i < sizeof commands / sizeof commands[0] && strcmp(commands[i].name, name) != 0)
        i++;
    if (i < sizeof commands / sizeof commands[0])
        status = commands[i].run(&out, argc - 1, argv + 1);
    else
        say(NULL,
            "this program is started by trawl: run \"trawl index\", query, report, site "
            "or forget",
            NULL, NULL);
    return command_end(&out, name, status);
}
