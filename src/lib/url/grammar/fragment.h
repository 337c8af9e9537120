/* fragment.h - macros from which all grammar fragments are built, and the rules that they keep
 *
 * The grammars of rfc1738.h, rfc1630.h and beyond1738.h are pieces of PCRE2 patterns. A pattern is
 * matched with a whole URL, byte by byte (never as UTF-8), and anchored at both ends.
 *
 *   - A rule for one character is the inside of a character class; its name is in capitals.
 *   - *[ a | b | escape ] is MANY(a b): runs of the class with escapes between them. All loops are
 *     possessive, so the matcher never backtracks: an ordinary loop overflows the JIT's stack and
 *     takes quadratic time.
 *   - A list whose separator has no other role, segment *[ "/" segment ], is one MANY() of both.
 *     The language is the same, and a run of slashes costs no more than a run of letters.
 *   - Every fragment is one unit, which can be repeated or followed by anything.
 *   - There is no look-around, no item of more than one byte that can fail in its middle
 *     ("[0-9][0-9]", not "[0-9]{2}"), and no alternative that a later byte would revise. So the
 *     furthest byte that the matcher reached is the end of the longest viable prefix (match_reach).
 */
#ifndef TRAWL_URL_GRAMMAR_FRAGMENT_H
#define TRAWL_URL_GRAMMAR_FRAGMENT_H

#define ESCAPE "%[0-9A-Fa-f][0-9A-Fa-f]"
#define MANY(set) "[" set "]*+(?:" ESCAPE "[" set "]*+)*+"
#define SOME(set) "(?:[" set "]|" ESCAPE ")" MANY(set)

#endif
