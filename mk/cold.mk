# cold.mk - files that are compiled with -O2 or -Os, since their code runs seldom
#
# Included by Makefile. A name is a file, or a folder: its .c files without those in subfolders.
# Unless CFLAGS have -O2 or -O3, all files are compiled alike. "make check-cost" shows what a row
# costs.

# Compiled with -O2: -O3 makes these a fifth larger.
cool := \
    lib/block \
    lib/emit/html \
    lib/find/lines/rows \
    lib/mail/page
# Compiled with -Os. With both lists, a run of tests/cost.tsv takes at most 0.5 % more instructions.
# The files of `warm` are left out.
cold := \
    app \
    app/digest \
    app/gather \
    app/guard \
    app/io \
    app/newfile \
    app/pool \
    app/sandbox \
    app/show/caret \
    app/show/progress \
    app/show/say \
    archive/options \
    lib/charset/iso2022 \
    lib/charset/utf \
    lib/css \
    lib/emit/html/outline \
    lib/emit/html/page \
    lib/emit/html/refs \
    lib/emit/html/structure \
    lib/emit/html/template \
    lib/emit/html/title \
    lib/emit/keyed \
    lib/emit/notes \
    lib/find/join/gateway \
    lib/mail/body/binary \
    lib/mail/body/enriched \
    lib/mail/body/uri_list \
    lib/mail/body/uu \
    lib/mail/page/declared \
    lib/mail/page/sheet \
    lib/mail/page/style \
    lib/options \
    lib/rewrite \
    lib/rewrite/seal \
    lib/url/alike \
    lib/url/display \
    lib/url/grammar \
    lib/url/refang \
    lib/url/refuse \
    lib/url/resolve \
    lib/url/rules \
    pick \
    trawl \
    trawl/check \
    trawl/filter \
    trawl/format/context \
    trawl/format/explain \
    trawl/format/near \
    trawl/format/schema \
    trawl/rewrite
warm := app/command app/pool/pool trawl/filter/file trawl/filter/merge
sized = $(if $(filter -O2 -O3,$(CFLAGS)),$(call objects,$(filter-out \
    $(warm:%=src/%.c),$(wildcard $(1:%=src/%.c) $(1:%=src/%/*.c)))))
$(call sized,$(cool)): private cpp += -O2
$(call sized,$(cold)): private cpp += -Os
