/* nonstring.h - marks arrays of characters that a string literal may fill without its NUL
 *
 * From version 15 on, gcc warns of such a literal unless the array has this attribute.
 */
#ifndef TRAWL_BASE_NONSTRING_H
#define TRAWL_BASE_NONSTRING_H

#ifdef __has_attribute
#if __has_attribute(nonstring)
#define NONSTRING __attribute__((nonstring))
#endif
#endif
#ifndef NONSTRING
#define NONSTRING
#endif

#endif
