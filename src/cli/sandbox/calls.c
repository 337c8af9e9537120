/* calls.c - restricts which system calls the process can make, with a filter of seccomp (Linux)
 *
 * The filter is a program for the kernel's BPF machine. It looks the number of a call up in a set
 * of bits, 32 at a time, which makes it short: installing a list of 60 comparisons costs five times
 * as much. For a few calls the result also depends on an argument.
 *
 * A call that is not allowed fails with ENOSYS and does nothing. The process is not killed: the C
 * library tries newer calls first and falls back to older ones when they are missing (clone3 to
 * clone, for example), and a reader should not lose the output because a library of a later
 * release, or one that was preloaded, tries something harmless.
 */
/* Declares syscall(). */
#define _GNU_SOURCE

#include "cli/sandbox/inside.h"

#if defined __linux__ && defined __has_include
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
#include <linux/net.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Which calls ---- */

/* clang-format off */
/* What all commands may do: read, write to what is open, memory, time, signals to themselves. */
static const unsigned short always[] = {
    __NR_read, __NR_readv, __NR_pread64, __NR_preadv, __NR_write, __NR_writev, __NR_close,
    __NR_lseek, __NR_openat, __NR_readlinkat, __NR_faccessat, __NR_getdents64, __NR_getcwd,
    __NR_fcntl, __NR_dup, __NR_dup3, __NR_fstat, __NR_statfs, __NR_fstatfs, __NR_mprotect,
    __NR_munmap, __NR_mremap, __NR_madvise, __NR_brk, __NR_futex, __NR_rt_sigaction,
    __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending, __NR_sigaltstack,
    __NR_restart_syscall, __NR_clock_gettime, __NR_clock_getres, __NR_gettimeofday,
    __NR_nanosleep, __NR_clock_nanosleep, __NR_setitimer, __NR_ppoll, __NR_pselect6, __NR_getpid,
    __NR_getppid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_uname,
    __NR_sysinfo, __NR_getrusage, __NR_getrandom, __NR_sched_yield, __NR_sched_getaffinity,
    __NR_prlimit64, __NR_exit, __NR_exit_group, __NR_umask, __NR_getcpu,
#ifdef __NR_mmap
    __NR_mmap,
#endif
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
#ifdef __NR_open /* machines older than the calls with a folder, such as openat */
    __NR_open, __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_poll, __NR_getdents,
    __NR_dup2,
#endif
#ifdef __NR_time
    __NR_time,
#endif
#ifdef __NR_select
    __NR_select,
#endif
#ifdef __NR_mmap2 /* machines of 32 bits */
    __NR_mmap2, __NR__llseek, __NR_fcntl64, __NR_stat64, __NR_lstat64, __NR_fstat64,
    __NR_fstatat64, __NR_statfs64, __NR_fstatfs64, __NR_ugetrlimit, __NR_getuid32,
    __NR_geteuid32, __NR_getgid32, __NR_getegid32, __NR_sigreturn, __NR__newselect,
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
};

/* SANDBOX_WRITES: SQLite, and files that replace others. */
static const unsigned short writes[] = {
    __NR_pwrite64, __NR_pwritev, __NR_ftruncate, __NR_fallocate, __NR_fsync, __NR_fdatasync,
    __NR_unlinkat, __NR_mkdirat, __NR_fchmod, __NR_fchown, __NR_msync,
#ifdef __NR_renameat
    __NR_renameat,
#endif
#ifdef __NR_renameat2
    __NR_renameat2,
#endif
#ifdef __NR_open
    __NR_unlink, __NR_rename, __NR_mkdir, __NR_rmdir,
#endif
#ifdef __NR_mmap2
    __NR_ftruncate64, __NR_fchown32,
#endif
};

/* SANDBOX_THREADS. The call clone itself is judged by its flags. */
static const unsigned short threads[] = {
    __NR_set_robust_list, __NR_set_tid_address,
#ifdef __NR_rseq
    __NR_rseq,
#endif
};

/* SANDBOX_HELPER: messages over a socket that is open. */
static const unsigned short helper[] = {
    __NR_wait4, __NR_sendto, __NR_recvfrom,
#ifdef __NR_send /* 32-bit ARM, POWER */
    __NR_send, __NR_recv,
#endif
};
/* clang-format on */

/* ---- The filter ---- */

#define WORDS 16 /* calls 0 to 511 */

struct filter {
    struct sock_filter code[160];
    unsigned n;
    unsigned word[WORDS]; /* a bit for each call */
};

static void allow(struct filter *f, const unsigned short *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (calls[i] < 32 * WORDS)
            f->word[calls[i] / 32] |= 1u << calls[i] % 32;
}
#define ALLOW(f, calls) allow(f, calls, sizeof(calls) / sizeof(calls)[0])

static void put(struct filter *f, unsigned code, unsigned k, unsigned yes, unsigned no)
{
    f->code[f->n++] =
        (struct sock_filter){(unsigned short)code, (unsigned char)yes, (unsigned char)no, k};
}

/* Loads a word of the call: its number, the machine, or the low half of an argument. */
static void put_load(struct filter *f, size_t offset)
{
    put(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void put_return(struct filter *f, bool allowed)
{
    put(f, BPF_RET | BPF_K, allowed ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
}

/* Allows a call if its argument is one of these values; or with `mask` if it has one of its bits.
 * The accumulator holds the number of the call before and after. */
static void put_judged(struct filter *f, unsigned call, unsigned argument, const unsigned *values,
                       unsigned count, bool mask)
{
    const bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

    put(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, count + 3);
    put_load(f, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * argument + (big ? 4 : 0));
    for (unsigned i = 0; i < count; i++)
        put(f, BPF_JMP | (mask ? BPF_JSET : BPF_JEQ) | BPF_K, values[i], count - i, 0);
    put_return(f, false);
    put_return(f, true);
}

/* Allows calls by an argument. ioctl: the terminal's size and mode, but not to type on it
 * (TIOCSTI). tgkill: to this process, for raise() and abort(). clone: a thread, not a process.
 * socketcall: messages, but no new socket. */
static void put_arguments(struct filter *f, unsigned needs)
{
#if defined __s390x__
    enum { CLONE_FLAGS = 1 };
#else
    enum { CLONE_FLAGS = 0 };
#endif
    static const unsigned modes[] = {TCGETS,  TIOCGWINSZ, FIONREAD, TCSETS,
                                     TCSETSW, TCSETSF,    TIOCGPGRP};
    const unsigned self = (unsigned)getpid(), thread = CLONE_THREAD;
#ifdef __NR_socketcall
    static const unsigned messages[] = {SYS_SEND, SYS_RECV, SYS_SENDTO, SYS_RECVFROM};
#endif

    put_judged(f, __NR_ioctl, 1, modes, needs & SANDBOX_TERMINAL ? 7 : 3, false);
    put_judged(f, __NR_tgkill, 0, &self, 1, false);
    put_judged(f, __NR_kill, 0, &self, 1, false);
    if (needs & SANDBOX_THREADS)
        put_judged(f, __NR_clone, CLONE_FLAGS, &thread, 1, true);
#ifdef __NR_socketcall /* i386 and s390x, where the C library sends and receives by this call */
    if (needs & SANDBOX_HELPER)
        put_judged(f, __NR_socketcall, 0, messages, 4, false);
#endif
#ifdef __ARM_NR_cacheflush /* for the code that PCRE2 compiles */
    put(f, BPF_JMP | BPF_JEQ | BPF_K, __ARM_NR_cacheflush, 0, 1);
    put_return(f, true);
#endif
}

/* Looks up the number of the call, which is in A and X, in the words. */
static void put_lookup(struct filter *f)
{
    unsigned used = 0, i = 0;

    for (unsigned w = 0; w < WORDS; w++)
        used += f->word[w] != 0;
    put(f, BPF_ALU | BPF_RSH | BPF_K, 5, 0, 0);
    for (unsigned w = 0; w < WORDS; w++)
        if (f->word[w] != 0) {
            put(f, BPF_JMP | BPF_JEQ | BPF_K, w, 0, 2);
            put(f, BPF_LD | BPF_IMM, f->word[w], 0, 0);
            put(f, BPF_JMP | BPF_JA, 3 * (used - ++i) + 1, 0, 0);
        }
    put_return(f, false);
    /* Shift by the low five bits of X: BPF does not define larger shifts. */
    put(f, BPF_ST, 0, 0, 0);
    put(f, BPF_MISC | BPF_TXA, 0, 0, 0);
    put(f, BPF_ALU | BPF_AND | BPF_K, 31, 0, 0);
    put(f, BPF_MISC | BPF_TAX, 0, 0, 0);
    put(f, BPF_LD | BPF_MEM, 0, 0, 0);
    put(f, BPF_ALU | BPF_RSH | BPF_X, 0, 0, 0);
    put(f, BPF_JMP | BPF_JSET | BPF_K, 1, 0, 1);
    put_return(f, true);
    put_return(f, false);
}

bool calls_can_be_filtered(void)
{
    unsigned action = SECCOMP_RET_ERRNO;

    return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int calls_close(unsigned needs)
{
    struct filter f = {.n = 0};
    struct sock_fprog program;

    ALLOW(&f, always);
    if (needs & SANDBOX_WRITES)
        ALLOW(&f, writes);
    if (needs & SANDBOX_THREADS)
        ALLOW(&f, threads);
    if (needs & SANDBOX_HELPER)
        ALLOW(&f, helper);
    /* X is loaded first: the kernel tries a new filter with each number of a call, to remember
     * those that are always allowed, and stops trying at TAX. This saves 5 to 10 us. */
    put_load(&f, offsetof(struct seccomp_data, nr));
    put(&f, BPF_MISC | BPF_TAX, 0, 0, 0);
    put_load(&f, offsetof(struct seccomp_data, arch));
    put(&f, BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCH, 1, 0);
    put_return(&f, false);
    put(&f, BPF_MISC | BPF_TXA, 0, 0, 0);
    put_arguments(&f, needs);
    put_lookup(&f);
    program = (struct sock_fprog){.len = (unsigned short)f.n, .filter = f.code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) /* again: Landlock may be missing */
        return -1;
    /* With the flag, the kernel leaves speculative execution at full speed for this process. */
    if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) ==
        0)
        return 0;
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : -1;
}
#else
bool calls_can_be_filtered(void)
{
    return false;
}

int calls_close(unsigned needs)
{
    (void)needs;
    return -1;
}
#endif
