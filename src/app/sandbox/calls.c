/* calls.c - restricts which system calls the process can make, with a filter of seccomp (Linux)
 *
 * The filter is a program for the kernel's BPF machine. It looks the number of a call up in a set
 * of bits, 32 at a time, which makes it short: installing a list of 60 comparisons costs five times
 * as much. Before this lookup, calls that could act on other processes or on open files are judged
 * by an argument. Only arguments that are numbers can be judged, since the target of a pointer may
 * change after the filter has seen it. So openat2, whose flags are passed by a pointer, is not
 * allowed.
 *
 * A call that is not allowed fails with ENOSYS and does nothing. The process is not killed: the C
 * library tries newer calls first and falls back to older ones when they are missing (clone3 to
 * clone, for example), and a reader should not lose the output because a newer or a preloaded
 * library tries something harmless.
 */
/* Declares syscall(). */
#define _GNU_SOURCE

#include "app/sandbox/inside.h"

#if defined __linux__ && defined __has_include
/* cppcheck-suppress preprocessorErrorDirective */
#if __has_include(<linux/seccomp.h>) && __has_include(<asm/types.h>)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#if defined __x86_64__ && !defined __ILP32__
#define THIS_ARCH AUDIT_ARCH_X86_64
#elif defined __i386__
#define THIS_ARCH AUDIT_ARCH_I386
#elif defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define THIS_ARCH AUDIT_ARCH_AARCH64
#elif defined __arm__ && defined __ARM_EABI__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define THIS_ARCH AUDIT_ARCH_ARM
#elif defined __riscv && __riscv_xlen == 64
#define THIS_ARCH AUDIT_ARCH_RISCV64
#elif defined __s390x__
#define THIS_ARCH AUDIT_ARCH_S390X
#elif defined __powerpc64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define THIS_ARCH AUDIT_ARCH_PPC64LE
#endif
#endif
#endif

#ifdef THIS_ARCH
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* isatty() and tcsetattr() of glibc 2.42 call these. PowerPC has only the older ones. */
#ifndef TCGETS2
#define TCGETS2 TCGETS
#define TCSETS2 TCSETS
#define TCSETSW2 TCSETSW
#define TCSETSF2 TCSETSF
#endif

/* The arguments of mmap() are passed by a pointer on s390x, and in the old call of i386. */
#ifdef __s390x__
#define CAN_TEST_MAPS 0
#else
#define CAN_TEST_MAPS 1
#endif

/* ---- Which calls ---- */

/* clang-format off */
/* What all commands may do: read, memory, time. Calls that are judged are not in these lists. */
static const unsigned short always[] = {
    __NR_read, __NR_readv, __NR_pread64, __NR_preadv, __NR_close, __NR_lseek, __NR_readlinkat,
    __NR_faccessat, __NR_getdents64, __NR_getcwd, __NR_fstat, __NR_statfs, __NR_fstatfs,
    __NR_mprotect, __NR_munmap, __NR_mremap, __NR_madvise, __NR_brk, __NR_futex,
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending,
    __NR_sigaltstack, __NR_restart_syscall, __NR_clock_gettime, __NR_clock_getres,
    __NR_gettimeofday, __NR_nanosleep, __NR_clock_nanosleep, __NR_setitimer, __NR_ppoll,
    __NR_pselect6, __NR_getpid, __NR_getppid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid,
    __NR_getegid, __NR_uname, __NR_sysinfo, __NR_getrusage, __NR_getrandom, __NR_sched_yield,
    __NR_sched_getaffinity, __NR_exit, __NR_exit_group, __NR_umask, __NR_getcpu,
#ifdef __NR_newfstatat
    __NR_newfstatat,
#endif
#ifdef __NR_statx
    __NR_statx,
#endif
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
#ifdef __NR_fadvise64
    __NR_fadvise64,
#endif
#ifdef __NR_getrlimit
    __NR_getrlimit,
#endif
#ifdef __NR_membarrier
    __NR_membarrier,
#endif
#ifdef __NR_open /* machines that are older than openat() and the like */
    __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_poll, __NR_getdents,
#endif
#ifdef __NR_time
    __NR_time,
#endif
#ifdef __NR_select
    __NR_select,
#endif
#ifdef __NR_mmap2 /* machines of 32 bits */
    __NR__llseek, __NR_stat64, __NR_lstat64, __NR_fstat64, __NR_fstatat64, __NR_statfs64,
    __NR_fstatfs64, __NR_ugetrlimit, __NR_getuid32, __NR_geteuid32, __NR_getgid32,
    __NR_getegid32, __NR_sigreturn, __NR__newselect,
#endif
#ifdef __NR_clock_gettime64
    __NR_clock_gettime64, __NR_clock_nanosleep_time64, __NR_futex_time64, __NR_ppoll_time64,
    __NR_pselect6_time64,
#endif
#ifdef __NR_fadvise64_64
    __NR_fadvise64_64,
#endif
#ifdef __NR_riscv_flush_icache /* for the code that PCRE2 compiles */
    __NR_riscv_flush_icache,
#endif
#if !CAN_TEST_MAPS
    __NR_mmap,
#endif
};

/* SANDBOX_BROKER, SANDBOX_WRITES: calls that change open files. fchmod() and fchown() are left out,
 * since they need only a descriptor for reading, and so would change inputs, too. */
static const unsigned short syncs[] = {__NR_fsync, __NR_fdatasync, __NR_msync};

/* SANDBOX_WRITES: calls that change the names of files. The calls that create files are judged by
 * the mode. */
static const unsigned short names[] = {
    __NR_unlinkat,
#ifdef __NR_renameat
    __NR_renameat,
#endif
#ifdef __NR_renameat2
    __NR_renameat2,
#endif
#ifdef __NR_open
    __NR_unlink, __NR_rename, __NR_rmdir,
#endif
};

/* SANDBOX_THREADS. The call clone itself is judged by its flags. */
static const unsigned short calls_threads[] = {
    __NR_set_robust_list, __NR_set_tid_address,
#ifdef __NR_rseq
    __NR_rseq,
#endif
};

/* The calls that write to a descriptor, the first two for all commands. */
static const unsigned short writing[] = {
    __NR_write, __NR_writev,
    __NR_pwrite64, __NR_pwritev, __NR_ftruncate, __NR_fallocate,
#ifdef __NR_mmap2
    __NR_ftruncate64,
#endif
};

/* Messages over an open socket. The first call can receive descriptors: only from the broker. */
static const unsigned short messages[] = {
    __NR_recvmsg, __NR_sendto, __NR_recvfrom,
#ifdef __NR_send /* 32-bit ARM, POWER */
    __NR_send, __NR_recv,
#endif
};

static const unsigned short mapping[] = {
#ifdef __NR_mmap2
    __NR_mmap2,
#elif CAN_TEST_MAPS
    __NR_mmap,
#else
    0xFFFF, /* no call */
#endif
};

static const unsigned short controls[] = {
    __NR_fcntl,
#ifdef __NR_mmap2
    __NR_fcntl64,
#endif
};
/* clang-format on */
#define COUNT(array) ((unsigned)(sizeof(array) / sizeof(array)[0]))

/* ---- The filter ---- */

#define WORDS 16 /* calls 0 to 511 */

struct filter {
    struct sock_filter code[320];
    unsigned n;
    unsigned word[WORDS]; /* a bit for each call */
};

/* A test of an argument: the values that it may have, or those that it must not have. */
struct test {
    unsigned argument, mask; /* the bits of the argument that count */
    const unsigned *values;
    unsigned count;
    bool refuse; /* the values are refused, and all others are allowed */
};

static void calls_allow(struct filter *f, const unsigned short *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (calls[i] < 32 * WORDS)
            f->word[calls[i] / 32] |= 1u << calls[i] % 32;
}

static void calls_put(struct filter *f, unsigned code, unsigned k, unsigned yes, unsigned no)
{
    f->code[f->n++] =
        (struct sock_filter){(unsigned short)code, (unsigned char)yes, (unsigned char)no, k};
}

/* Loads a word of the call: its number, the machine, or the low half of an argument. */
static void put_load(struct filter *f, size_t offset)
{
    calls_put(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

/* Loads an argument. The kernel reads descriptors, processes, flags and commands as 32 bits. */
static void put_argument(struct filter *f, unsigned argument)
{
    const bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

    put_load(f, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * argument + (big ? 4 : 0));
}

static void put_return(struct filter *f, bool allowed)
{
    calls_put(f, BPF_RET | BPF_K, allowed ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
}

/* Tests whether the call is one of these. If it is not, jumps over the next `skip` instructions.
 * The accumulator must hold the number of the call, and still holds it after the jump. */
static void put_calls(struct filter *f, const unsigned short *calls, unsigned count, unsigned skip)
{
    for (unsigned i = 0; i < count; i++)
        calls_put(f, BPF_JMP | BPF_JEQ | BPF_K, calls[i], count - 1 - i, i + 1 == count ? skip : 0);
}

/* Decides by the test. Takes test_size() instructions. */
static void put_test(struct filter *f, const struct test *test)
{
    put_argument(f, test->argument);
    if (test->mask != UINT32_MAX)
        calls_put(f, BPF_ALU | BPF_AND | BPF_K, test->mask, 0, 0);
    for (unsigned i = 0; i < test->count; i++)
        calls_put(f, BPF_JMP | BPF_JEQ | BPF_K, test->values[i], test->count - i, 0);
    put_return(f, test->refuse);
    put_return(f, !test->refuse);
}

static unsigned test_size(const struct test *test)
{
    return 1 + (test->mask != UINT32_MAX) + test->count + 2;
}

/* Judges calls by an argument. */
static void put_judged(struct filter *f, const unsigned short *calls, unsigned count,
                       const struct test *test)
{
    put_calls(f, calls, count, test_size(test));
    put_test(f, test);
}
#define JUDGE(f, call, ...)                                                                        \
    put_judged(f, &(const unsigned short){call}, 1, &(struct test){__VA_ARGS__})

/* Refuses a call with one of these bits in an argument. */
enum { REFUSAL = 3 };
static void put_refusal(struct filter *f, unsigned argument, unsigned bits)
{
    put_argument(f, argument);
    calls_put(f, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    put_return(f, false);
}

#define SPECIAL_MODES (S_ISUID | S_ISGID | S_ISVTX)

/* Judges a call that opens or creates a file. The argument after its flags is the mode. */
static void put_create(struct filter *f, unsigned short call, const struct test *test)
{
    put_calls(f, &call, 1, 2 * REFUSAL + test_size(test));
    put_refusal(f, test->argument, O_PATH);
    put_refusal(f, test->argument + 1, SPECIAL_MODES);
    put_test(f, test);
}

static void put_mkdir(struct filter *f, unsigned short call, unsigned mode)
{
    put_calls(f, &call, 1, REFUSAL + 1);
    put_refusal(f, mode, SPECIAL_MODES);
    put_return(f, true);
}

/* Judges opening a file. Without SANDBOX_WRITES a file can be opened only for reading. With it,
 * Landlock decides which files may be written to; but its version 2 allows emptying a file that is
 * opened for reading, and no version limits the access mode 3 or the mode of a file that is
 * created. O_PATH would open folders that may not be read. */
static void put_opens(struct filter *f, unsigned needs)
{
    static const unsigned reads[] = {O_RDONLY},
                          never[] = {O_ACCMODE, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC};
    struct test test = {2, O_ACCMODE | O_CREAT | O_TRUNC | O_PATH | (O_TMPFILE & ~O_DIRECTORY),
                        reads, 1, false};

    if (!(needs & SANDBOX_WRITES)) {
        put_judged(f, &(const unsigned short){__NR_openat}, 1, &test);
#ifdef __NR_open
        test.argument = 1;
        put_judged(f, &(const unsigned short){__NR_open}, 1, &test);
#endif
        return;
    }
    test = (struct test){2, O_ACCMODE | O_TRUNC, never, COUNT(never), true};
    put_create(f, __NR_openat, &test);
    put_mkdir(f, __NR_mkdirat, 2);
#ifdef __NR_open
    test.argument = 1;
    put_create(f, __NR_open, &test);
    put_mkdir(f, __NR_mkdir, 1);
#endif
}

/* Judges writing. Without SANDBOX_WRITES only the declared descriptors may be written to. With it,
 * files are opened later, and all descriptors but the inputs may be written to. */
static void put_writing(struct filter *f, const struct calls_plan *plan)
{
    const bool writes_files = plan->needs & (SANDBOX_WRITES | SANDBOX_BROKER);
    const unsigned first = plan->needs & SANDBOX_BROKER ? 0 : 1; /* of the messages */
    const struct test declared = {0, UINT32_MAX, plan->outputs.fd, plan->outputs.count, false},
                      inputs = {0, UINT32_MAX, plan->inputs.fd, plan->inputs.count, true},
                      channels = {0, UINT32_MAX, plan->channels.fd, plan->channels.count, false};
    const struct test mapped = {4, UINT32_MAX, plan->inputs.fd, plan->inputs.count, true};

    put_judged(f, writing, writes_files ? COUNT(writing) : 2, writes_files ? &inputs : &declared);
    if (plan->channels.count > 0)
        put_judged(f, messages + first, COUNT(messages) - first, &channels);
    if (plan->inputs.count == 0) {
        calls_allow(f, mapping, COUNT(mapping));
        return;
    }
    /* A file is written to through shared memory, too. */
    put_calls(f, mapping, COUNT(mapping), 3 + test_size(&mapped));
    put_argument(f, 3);
    calls_put(f, BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 1, 0);
    put_return(f, true);
    put_test(f, &mapped);
}

/* Judges calls by an argument. fcntl: flags and locks, but no signals about a descriptor, which
 * could go to any process, and no copies of a descriptor, whose number could be the number of an
 * output. ioctl: the terminal's size and mode, but not typing on it (TIOCSTI). kill and tgkill: to
 * this process, for raise() and abort(). clone: a thread in this process's namespaces. */
static void put_arguments(struct filter *f, const struct calls_plan *plan)
{
#if defined __s390x__
    enum { CLONE_FLAGS = 1 };
#else
    enum { CLONE_FLAGS = 0 };
#endif
    const unsigned detached = 0x400000, /* of musl, without effect */
        shared = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_SYSVSEM | CLONE_SETTLS |
                 CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | detached;
    static const unsigned modes[] = {TCGETS,  TCGETS2, TIOCGWINSZ, FIONREAD, TCSETS,   TCSETSW,
                                     TCSETSF, TCSETS2, TCSETSW2,   TCSETSF2, TIOCGPGRP};
    static const unsigned commands[] = {
        F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW,
#ifdef __NR_mmap2
        12,      13,      14 /* the same, for 64 bits */
#endif
    };
    static const unsigned thread[] = {CLONE_THREAD};
    static const unsigned short signals[] = {__NR_kill, __NR_tgkill};
    const unsigned self[] = {(unsigned)getpid(), 0};
    const struct test to_self = {0, UINT32_MAX, self, 1, false};
    const struct test control = {
        1, UINT32_MAX, commands,
        plan->needs & (SANDBOX_WRITES | SANDBOX_BROKER) ? COUNT(commands) : 3, false};

    put_writing(f, plan);
    put_opens(f, plan->needs);
    put_judged(f, controls, COUNT(controls), &control);
    JUDGE(f, __NR_ioctl, 1, UINT32_MAX, modes, plan->needs & SANDBOX_TERMINAL ? COUNT(modes) : 4,
          false);
    put_judged(f, signals, COUNT(signals), &to_self);
    JUDGE(f, __NR_prlimit64, 0, UINT32_MAX, self, 2, false);
    if (plan->needs & SANDBOX_THREADS)
        JUDGE(f, __NR_clone, CLONE_FLAGS, ~shared, thread, 1, false);
#ifdef __ARM_NR_cacheflush /* for the code that PCRE2 compiles */
    calls_put(f, BPF_JMP | BPF_JEQ | BPF_K, __ARM_NR_cacheflush, 0, 1);
    put_return(f, true);
#endif
}

/* Looks up the number of the call, which is in A and X, in the words. */
static void put_lookup(struct filter *f)
{
    unsigned used = 0, i = 0;

    for (unsigned w = 0; w < WORDS; w++)
        used += f->word[w] != 0;
    calls_put(f, BPF_ALU | BPF_RSH | BPF_K, 5, 0, 0);
    for (unsigned w = 0; w < WORDS; w++)
        if (f->word[w] != 0) {
            calls_put(f, BPF_JMP | BPF_JEQ | BPF_K, w, 0, 2);
            calls_put(f, BPF_LD | BPF_IMM, f->word[w], 0, 0);
            calls_put(f, BPF_JMP | BPF_JA, 3 * (used - ++i) + 1, 0, 0);
        }
    put_return(f, false);
    /* Shift by the low five bits of X: BPF does not define larger shifts. */
    calls_put(f, BPF_ST, 0, 0, 0);
    calls_put(f, BPF_MISC | BPF_TXA, 0, 0, 0);
    calls_put(f, BPF_ALU | BPF_AND | BPF_K, 31, 0, 0);
    calls_put(f, BPF_MISC | BPF_TAX, 0, 0, 0);
    calls_put(f, BPF_LD | BPF_MEM, 0, 0, 0);
    calls_put(f, BPF_ALU | BPF_RSH | BPF_X, 0, 0, 0);
    calls_put(f, BPF_JMP | BPF_JSET | BPF_K, 1, 0, 1);
    put_return(f, true);
    put_return(f, false);
}

bool calls_can_be_filtered(void)
{
    unsigned action = SECCOMP_RET_ERRNO;

    return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int calls_close(const struct calls_plan *plan)
{
    static const unsigned short waits[] = {__NR_wait4};
    struct filter f = {.n = 0};
    struct sock_fprog program;

    calls_allow(&f, always, COUNT(always));
    if (plan->needs & (SANDBOX_WRITES | SANDBOX_BROKER))
        calls_allow(&f, syncs, COUNT(syncs));
    if (plan->needs & SANDBOX_WRITES)
        calls_allow(&f, names, COUNT(names));
    if (plan->needs & SANDBOX_THREADS)
        calls_allow(&f, calls_threads, COUNT(calls_threads));
    if (plan->needs & SANDBOX_HELPER)
        calls_allow(&f, waits, COUNT(waits));
    /* X is loaded first: the kernel tries a new filter with each number of a call, to remember the
     * calls that are always allowed, and stops trying at TAX. This saves 5 to 10 us. */
    put_load(&f, offsetof(struct seccomp_data, nr));
    calls_put(&f, BPF_MISC | BPF_TAX, 0, 0, 0);
    put_load(&f, offsetof(struct seccomp_data, arch));
    calls_put(&f, BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCH, 1, 0);
    put_return(&f, false);
    calls_put(&f, BPF_MISC | BPF_TXA, 0, 0, 0);
    put_arguments(&f, plan);
    put_lookup(&f);
    program = (struct sock_fprog){.len = (unsigned short)f.n, .filter = f.code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) /* again: Landlock may be missing */
        return -1;
    /* With the flag, the kernel leaves speculative execution at full speed for this process. */
    if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) !=
            0 &&
        syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        return -1;
    return CAN_TEST_MAPS || plan->inputs.count == 0 ? 0 : -1;
}
#else
bool calls_can_be_filtered(void)
{
    return false;
}

int calls_close(const struct calls_plan *plan)
{
    (void)plan;
    return -1;
}
#endif
