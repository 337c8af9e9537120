/* memchr.c - counts the colons of a file by memchr(), in blocks of 64 KiB:  memchr [FILE]
 *
 * About the least that a finder of URLs can do.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    static char block[1 << 16];
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : 0;
    unsigned long count = 0;
    ssize_t n;

    if (fd < 0) {
        perror(argv[1]);
        return 1;
    }
    while ((n = read(fd, block, sizeof block)) > 0)
        for (const char *p = block, *end = block + n; (p = memchr(p, ':', (size_t)(end - p))); p++)
            count++;
    printf("%lu\n", count);
    return n < 0;
}
