/* re2c.re - prints URLs and addresses, by a lexer of re2c:  re2c FILE
 *
 * The work of pattern F of peers.py. Instead of "\b", a word that cannot be a link is skipped as a
 * whole.
 */
#include "peer.h"

int main(int argc, char **argv)
{
    peer_text text = peer_read(argc > 1 ? argv[1] : NULL);
    const char *YYCURSOR = text.p, *YYMARKER, *from, *end = text.p + text.n;

    for (;;) {
        from = YYCURSOR;
        /*!re2c
            re2c:define:YYCTYPE = "unsigned char";
            re2c:yyfill:enable = 0;

            scheme = "https" | "http" | "ftp" | "ftps" | "sftp" | "ssh" | "git" | "svn" | "irc" | "ircs" | "gopher"
                   | "telnet" | "ldap" | "ldaps" | "file" | "nfs" | "rtsp" | "rsync" | "ws" | "wss";
            opaque = "mailto" | "news" | "tel" | "sip" | "sips" | "urn" | "xmpp" | "geo" | "magnet" | "cid";
            any    = [^\x00 \t\r\n\v\f<>"];
            last   = [^\x00 \t\r\n\v\f<>"'.,;:!?)\]}];
            name   = [A-Za-z0-9._%+-]+;
            label  = [A-Za-z0-9-]+;

            scheme "://" any* last  { peer_print(from, YYCURSOR); continue; }
            opaque ":" any* last    { peer_print(from, YYCURSOR); continue; }
            "www." any* last        { peer_print(from, YYCURSOR); continue; }
            name "@" label ("." label)+ { peer_print(from, YYCURSOR); continue; }
            [A-Za-z0-9_]+           { continue; }
            "\x00"                  { if (YYCURSOR > end) return 0; continue; }
            *                       { continue; }
        */
    }
}
