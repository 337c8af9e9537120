/* rules_off.h - RULE(R8): is the rule in force? Always, but in the library that tests/t_rules_off.c is built with
 *
 * There every rule of the scanner can be switched off, one at a time, to show that a test fails without it. Elsewhere RULE()
 * is the constant true and leaves no trace. R33 (each time again) has nothing to switch off.
 */
#ifndef TRAWL_FIND_RULES_OFF_H
#define TRAWL_FIND_RULES_OFF_H

#ifdef TRAWL_TEST_RULES

#include <stdint.h>

/* clang-format off */
#define RULES_ALL(X) \
    X(R1) X(R2) X(R3) X(R4) X(R5) X(R6) X(R7) X(R8) X(R9) X(R10) X(R11) X(R12) X(R13) X(R14) X(R15) X(R16) X(R17) X(R18) \
    X(R19) X(R20) X(R21) X(R22) X(R23) X(R24) X(R25) X(R26) X(R27) X(R28) X(R29) X(R30) X(R31) X(R32) \
    X(M1) X(M2) X(M3) X(M4) X(M5) X(M6) X(M7) X(M8) X(M9) X(M10) X(M11) X(M12) X(M13) X(M14) X(M15) \
    X(M16) X(M17) X(M18) X(M19) X(D2) X(D3) X(D4)
#define RULES_NAME(rule) RULE_##rule,
/* clang-format on */

enum rule_name { RULES_ALL(RULES_NAME) RULES };

extern uint64_t rules_off; /* bit RULE_R8 and so on; the test defines and sets it */

#define RULE(name) (!(rules_off >> RULE_##name & 1))
#define RULES_IN_FORCE (rules_off == 0)

#else

#define RULE(name) true
#define RULES_IN_FORCE true

#endif
#endif
