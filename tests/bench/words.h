/* words.h - words of ordinary English mail, the frequent ones oftener, for texts made by chance
 *
 * The first are drawn about as often as in English (by Zipf's law), so the lengths and letters are English ones too,
 * and what follows a word is anybody's guess, for a processor that learns branches as for a reader.
 */
#ifndef TRAWL_TESTS_BENCH_WORDS_H
#define TRAWL_TESTS_BENCH_WORDS_H

#include <stddef.h>
#include <string.h>

#include "chance.h"

/* clang-format off */
static const char words_list[] =
    "the of to and a in is that it for I you this be on not with as have are or but if was at from can by there an we "
    "which would do what so will all they one my has about like no any some just me your more when get other only use "
    "than don't out them know how up think then time also work should it's could does make see people because its "
    "problem same their into good these want been way even need very first I'm who well new file two find using most "
    "were over try such now still being same here where he much may those code after really right point before list "
    "help each question something line might program case many sure system go sense read since thanks different number "
    "able running data set look used part back version same seems change every another part both doing put run error "
    "through long must off between without better too call give things function true why example own last send name "
    "mail below down message wrote little type our post while best however course mean against always answer around "
    "above least kind take old never anyone probably thing source support far few bit server output idea again write "
    "us day please state standard anything test rather enough order made machine comes word says quite reason small "
    "against next current second end real text value got hand per free possible pretty user process given let's "
    "already simply known until fact makes he'd done memory once open works say check large agree having great though "
    "place simple anyway group issue start write page place working bad called show someone hope default actually "
    "perhaps compiler correct following years year information build window package define patch keyboard disk "
    "language library address network access came several matter available hard month yes week nothing side later "
    "found lot opinion wrong difference string build certain directory interested almost local single argument half "
    "high added local three whole size less allow option command week main tell asked device release general book "
    "wish ask cannot close missing yet exactly article copy changes usually body less common control instead level "
    "feel stuff clear device heard easy public result remember single start certainly format hear suggest likely buy "
    "believe means won't object class returned fine thread either neither whether fix fixed pointer driver port "
    "method often become header share include includes included compile window screen color colour keep house "
    "interface left turn kernel configure installed install interesting later discuss discussion wonder consider "
    "behaviour behavior under words reply character characters doesn't isn't wouldn't didn't can't that's there's "
    "I've you're I'd they're we've haven't aren't shouldn't what's works looking trying getting going making reading "
    "writing taking putting sending saying running setting testing thinking building waiting assuming according "
    "regarding considering apparently obviously basically currently generally previously recently completely "
    "unfortunately unless otherwise meanwhile moreover therefore although somewhere everyone everything anybody "
    "nobody himself itself themselves yourself together maybe along across among within toward towards during "
    "power switch card drive cable speed clock battery engine valve paint garden kitchen river winter summer "
    "weather music record guitar piano concert movie camera picture lens film museum history war peace law court "
    "government president minister party election vote country city town village school university student teacher "
    "professor doctor hospital medicine disease health food bread water coffee wine beer sugar price cost money "
    "dollar pound tax bank market company customer product service factory industry energy oil gas coal nuclear "
    "planet orbit moon rocket shuttle launch satellite mission space physics theory quantum particle mass gravity "
    "theorem proof lemma integer vector matrix equation axiom set topology group algebra probability statistic "
    "sample mean variance estimate measure measured measurement unit metre mile inch foot weight heavy light dark "
    "green blue red white black yellow brown grey bright dull sharp soft smooth rough quick slow fast early late "
    "morning evening night noon today tomorrow yesterday Monday Tuesday Friday January March April June October "
    "December father mother brother sister wife husband son daughter child children friend neighbour family baby "
    "dog cat horse bird fish tree leaf flower grass stone sand mountain valley bridge road street corner wall door "
    "roof floor ceiling table chair lamp bed pillow blanket shirt shoe coat hat glove pocket bag box bottle glass "
    "algorithm allocate array assembly assertion attribute autoconf backup bandwidth benchmark binary bitmap boolean "
    "boot browser buffer bug byte cache callback checksum client commit compatible compression conditional config "
    "constant container corrupt crash cursor daemon database deadlock debug declaration decode deprecated descriptor "
    "developer diff digest documentation domain download dump duplicate dynamic editor embedded emulator encode "
    "encryption environment event exception executable expression extension failure feature fetch filename "
    "filesystem filter firewall flag floating font fork fragment framework frequency garbage generic global handler "
    "hardware hash heap hexadecimal hook host icon identifier image implementation import index inheritance "
    "initialize inline input insert integer interpreter interrupt invalid iterator keyword latency license linker "
    "literal loader lock log login loop macro maintainer malloc manual mask merge metadata module mount multiple "
    "namespace newline newsgroup node null obsolete offset operand operator optimization overflow overhead override "
    "packet parameter parent parse parser partition password path pattern performance permission pipe pixel platform "
    "plugin policy portable preprocessor priority privilege procedure processor profile prompt protocol prototype "
    "proxy queue random recursive redirect redundant reference register regression remote repository request "
    "resolve resource restore revision root router routine runtime sample scheduler schema script segment semantics "
    "semaphore sequence session shell signal signature snapshot socket sort specification stack statement static "
    "storage stream struct subject submit subset suffix symbol synchronous syntax template terminal throughput "
    "timeout timestamp token toolchain trace traffic transaction transfer trigger tuple undefined underscore unicode "
    "update upgrade upload utility valid variable vendor virtual volume warning whitespace widget wildcard workaround "
    "wrapper yield zero zone acknowledge adventure afternoon amusing ancient anecdote annoying appreciate argue "
    "astonishing awkward awful beautiful beginner behalf bizarre bother brilliant broken bulletin careful cheerful "
    "claim clever colleague column comfortable complain complicated concern conclusion confess confusing congratulate "
    "contradiction convenient conversation convince couple crazy curious decade decision definitely deliberate "
    "delighted depend describe deserve desperate detail determine disagree disappointed distinct doubt dreadful eager "
    "elegant eliminate encounter enormous enthusiasm entirely equivalent essential eventually evidence excellent "
    "exclusive excuse experience experiment explain explanation extremely faithful familiar fascinating favourite "
    "flexible forgive forgotten fortunate frankly frequent frustrating fundamental gather genuine gradually guarantee "
    "guess happen hesitate honest horrible humble hypothesis ignorance illustrate imagine immediately impossible "
    "impression incredible inevitable insist intend invent involve irrelevant judge knowledge laugh legitimate "
    "literature logical magnificent marvellous meaningful mention mistake moderate mysterious naive necessary "
    "negligible nevertheless notice notorious obscure observe occasion offend opportunity ordinary original outcome "
    "paragraph particular patient peculiar persuade philosophy plausible pleasure polite practice precise prefer "
    "presumably principle promise proposal prove publish purpose puzzle quarrel quote rational realize reasonable "
    "recommend regret relevant reluctant replace require respect responsible ridiculous satisfy scarcely scientific "
    "secret serious severe significant similar sincerely situation skeptical somewhat sophisticated specific "
    "speculate splendid strange struggle stubborn stupid subtle succeed sufficient superb suppose surprise suspect "
    "sympathy technique temporary tendency terrible thorough tiny tradition tremendous trouble typical ultimately "
    "understand unique unlikely unusual useless vague various vast vicious violate vital warn wasteful whatever "
    "whenever whereas wherever whoever wicked widespread willing wisdom withdraw witness wonderful worry worse worst "
    "worth worthwhile wrap wreck wrinkle written yield youth zealous";
/* clang-format on */

enum { WORDS_MOST = 2048, WORDS_SLOTS = 1 << 14 };

typedef struct words {
    const char *word[WORDS_MOST];
    uint8_t length[WORDS_MOST];
    uint16_t slot[WORDS_SLOTS]; /* a word stands here as often as its share is */
    size_t count;
} words;

static inline void words_begin(words *w)
{
    double sum = 0, share = 0;
    size_t slot = 0;

    w->count = 0;
    for (const char *p = words_list; *p; p += *p == ' ') {
        w->word[w->count] = p;
        w->length[w->count] = (uint8_t)strcspn(p, " ");
        p += w->length[w->count++];
    }
    for (size_t i = 0; i < w->count; i++)
        sum += 1 / ((double)i + 6);
    for (size_t i = 0; i < w->count; i++) {
        share += 1 / ((double)i + 6) / sum;
        while (slot < WORDS_SLOTS && (double)slot < share * WORDS_SLOTS)
            w->slot[slot++] = (uint16_t)i;
    }
    while (slot < WORDS_SLOTS)
        w->slot[slot++] = (uint16_t)(w->count - 1);
}

/* The number of a word. */
static inline size_t words_any(const words *w, chance *c)
{
    return w->slot[chance_bits(c) % WORDS_SLOTS];
}

#endif
