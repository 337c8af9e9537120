/* fragment.h - the few shapes from which all grammar fragments are made
 *
 * The grammars of rfc1738.h, rfc1630.h and beyond1738.h are PCRE2 patterns in pieces, matched against a whole URL,
 * anchored at both ends, byte by byte (never as UTF-8).
 *
 *   - A rule of one character is the inside of a character class, and its name is in capitals.
 *   - *[ a | b | escape ] is MANY(a b): runs of the class with escapes between. All loops are possessive, so that no input
 *     makes the matcher go back: a plain loop overflows the JIT stack and takes quadratic time.
 *   - A list whose separator has no other role, segment *[ "/" segment ], is one MANY() over both: the same language, and
 *     a run of slashes costs no more than a run of letters.
 *   - Every fragment is one unit: it can be repeated, or followed by anything.
 *   - No look-around, no item that takes more than one byte and can fail in its middle, and no choice that a later byte
 *     would regret: so the furthest byte the matcher ever reached is the end of the longest viable prefix (match.h).
 */
#ifndef TRAWL_GRAMMAR_FRAGMENT_H
#define TRAWL_GRAMMAR_FRAGMENT_H

#define ESCAPE "%[0-9A-Fa-f][0-9A-Fa-f]"
#define MANY(set) "[" set "]*+(?:" ESCAPE "[" set "]*+)*+"
#define SOME(set) "(?:[" set "]|" ESCAPE ")" MANY(set)

#endif
