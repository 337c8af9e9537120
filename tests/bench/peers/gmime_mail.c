/* gmime_mail.c - reads a mailbox with GMime, text parts decoded, in UTF-8:  gmime_mail FILE */
#define HAVE_GMIME 1
#include <fcntl.h>
#include <stdio.h>

#include "with_gmime.h"

int main(int argc, char **argv)
{
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    gmime_read r;

    if (fd < 0)
        return 2;
    r = gmime_read_all(fd);
    printf("%llu messages, %llu text parts, %llu bytes\n", (unsigned long long)r.messages,
           (unsigned long long)r.parts, (unsigned long long)r.bytes);
    return 0;
}
