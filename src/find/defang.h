/* defang.h - a URL made harmless, for reports (--defang) */
#ifndef TRAWL_FIND_DEFANG_H
#define TRAWL_FIND_DEFANG_H

#include <stddef.h>

/* https://www.example.com/a.html as hxxps://www[.]example[.]com/a.html: http, https, ftp and ftps before "://" lose their "t"
 * wherever they stand in the URL, and the dots of its host are bracketed; of a URL without "//" those behind an "@". All
 * else stays, and what is harmless already does: the text of a text is the same. refang.h leads back. An IPv6 address keeps
 * its form. Writes at most size bytes to out, and to *len how long the whole is. TRAWL_OK; TRAWL_NO_SPACE when it is longer. */
int defang(const char *url, size_t n, char *out, size_t size, size_t *len);

#endif
