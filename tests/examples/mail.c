/* mail.c - lists the links of a mailbox under the subjects of their messages
 *
 *     mail <mailbox    prints "NUMBER SUBJECT", then "  ZONE URL" for each link of the message
 *     mail --orders    opens all objects, and closes them in each order
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <trawl.h>
#include <trawl_mail.h>

struct list {
    FILE *out;
    uint64_t number; /* of the message whose subject was printed last */
};

static int print_link(void *user, const trawl_event *event)
{
    struct list *list = user;
    const trawl_mail_message *message = event->message;
    const trawl_link *link = event->link;
    char site[TRAWL_URL_MAX];
    size_t n;

    if (event->type != TRAWL_EVENT_LINK)
        return 0;
    if (message->number != list->number) {
        fprintf(list->out, "%" PRIu64 " %.*s\n", message->number, (int)message->subject.n,
                message->subject.p);
        list->number = message->number;
    }
    if (trawl_canonical(link->url.p, link->url.n, site, sizeof site, &n) != TRAWL_OK)
        return 1;
    return fprintf(list->out, "  %s %.*s\n", trawl_zone_name(link->zone), (int)n, site) < 0;
}

static int read_all(FILE *in, struct list *list)
{
    trawl_config find = TRAWL_CONFIG_INIT;
    trawl_mail_config config = TRAWL_MAIL_CONFIG_INIT;
    trawl_settings *settings;
    trawl_mail *mail;
    char block[16384];
    size_t n;
    int result;

    find.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
    result = trawl_settings_open(&settings, &find);
    if (result != TRAWL_OK)
        return result;
    config.settings = settings;
    result = trawl_mail_open(&mail, &config, print_link, list);
    trawl_settings_close(&settings); /* the reader keeps them */
    while (result == TRAWL_OK && (n = fread(block, 1, sizeof block, in)) > 0)
        result = trawl_mail_feed(mail, block, n);
    if (result == TRAWL_OK)
        result = trawl_mail_finish(mail);
    if (result == TRAWL_OK && trawl_mail_complaint(mail) != NULL)
        fprintf(stderr, "%s\n", trawl_mail_complaint(mail));
    trawl_mail_close(&mail);
    return result;
}

/* ---- All orders ---- */

static int close_in_order(const char *order)
{
    static const char text[] = "From a Mon Jan  1 00:00:00 2024\nSubject: s\n\nhttp://a.example/\n";
    struct list list = {stdout, UINT64_MAX};
    trawl_mail_config config = TRAWL_MAIL_CONFIG_INIT;
    trawl_settings *settings;
    trawl_mail *reader[2] = {NULL, NULL};
    int result = trawl_settings_open(&settings, NULL);

    list.out = tmpfile();
    if (list.out == NULL || result != TRAWL_OK)
        return 2;
    config.settings = settings;
    for (int i = 0; i < 2 && result == TRAWL_OK; i++)
        result = trawl_mail_open(&reader[i], &config, print_link, &list);
    for (; *order && result == TRAWL_OK; order++) {
        for (int i = 0; i < 2 && result == TRAWL_OK; i++)
            if (reader[i] != NULL)
                result = trawl_mail_feed(reader[i], text, sizeof text - 1);
        if (*order == 's')
            trawl_settings_close(&settings);
        else
            trawl_mail_close(&reader[*order - '0']);
    }
    fclose(list.out);
    return result;
}

static int all_orders(void)
{
    static const char *const orders[] = {"s01", "s10", "0s1", "1s0", "01s", "10s"};
    size_t n = sizeof orders / sizeof orders[0];
    int bad = 0;

    for (size_t i = 0; i < n; i++)
        bad |= close_in_order(orders[i]) != TRAWL_OK;
    printf("%d orders\n", (int)n);
    return bad;
}

int main(int argc, char **argv)
{
    struct list list = {stdout, UINT64_MAX};
    int result;

    if (argc > 1 && strcmp(argv[1], "--orders") == 0)
        return all_orders();
    result = read_all(stdin, &list);
    if (result < 0)
        fprintf(stderr, "%s\n", trawl_strerror(result));
    return result == TRAWL_OK ? 0 : 2;
}
