#!/bin/sh
# prose.sh [ROOT] - counts phrases that plain technical English does not need
#
# Prints each place in the comments of src, include and tests, and in doc and README.md, with a
# phrase of the list below, then how many there are. Exit status: 0 for at most 20, else 1. Run by
# "make lint".
set -u
LC_ALL=C
export LC_ALL
most=20
cd "${1-.}" || exit 2

# One pattern a line; after "=", what to write instead.
list='
\<behind\>                                      = after
\<(stands?|stood)\>( [^f]| f[^o]|[^a-z ]|$)     = is, occurs
\<(is|are|was|were|be|been) told\>              = reported, detected, decided
\<told (from|apart|by)\>                        = distinguished
\<(is|are|was|were|be|been) asked\>             = called, tested, requested
\<(has|have|had) a say\>                        = affects
\<nobody\>                                      = nothing, no caller; unknown
([^e]|[^r]e) (is|are|be) none\>                = is not one, does not count
\<[Nn]one (do|does|of it)\>                     = nothing
\<who(so)?ever\>                                = the caller, the user
\<by which\>                                    = that, with which
\<what there is\>                               = the name of the thing
\<(goes|go|went) (its|his|her|their|a) way\>    = is emitted
\<goes out\>                                    = is emitted
\<a look([^-]|$)                                = a test, a pass
\<all else\>                                    = everything else
\<his (own )?turn\>                             = its turn
/[*] (Does|Do|Is|Are|Was|Could|Can|May|Might|Must|Has|Have|Would|Should|How|What|Where|Which|Who|Whose|Whether)\>.*[?] = Returns ...
'
patterns=$(printf '%s\n' "$list" | sed -n 's/ *= .*//p')

# In C only comments are read: from "/*", or after the "*" that begins their further lines.
found=$(find src include tests -name '*.[ch]' -exec grep -nE '/[*]|^ *[*] ' {} + |
    grep -E "$patterns"
    find src tests mk .ci \( -name '*.sh' -o -name '*.py' -o -name '*.mjs' -o -name '*.mk' -o -name run \) \
        ! -name prose.sh -exec grep -nE '#|//|^ *[*]|"""' {} + | grep -E "$patterns"
    grep -nE "$patterns" README.md Makefile doc/*.md doc/*.[1357])
[ -z "$found" ] || printf '%s\n' "$found"
count=$(printf '%s' "$found" | grep -c '')
echo "prose: $count phrases, at most $most allowed"
[ "$count" -le "$most" ]
