/*
 * earshot-box: gives up what a child process does not need, and becomes the program named after "--".
 * It sets limits on memory and processor time (setrlimit), on files (Landlock) and on system calls
 * (seccomp: no sockets, no other process). None of it needs root, and none can be taken back.
 *
 *   earshot-box [--read|--run|--write|--device PATH]... --memory BYTES --seconds N -- PROGRAM ARGS...
 *   earshot-box --check      prints what this kernel offers, as JSON
 *
 * Exit code 125: a limit could not be set, and the program was not run.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of <linux/landlock.h>, which is missing or too old on many systems that compile this. */
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define ACCESS_FS(bit) (1ULL << (bit))
enum { EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE, MAKE_CHAR, MAKE_DIR, MAKE_REG };
enum { REFER = 13, TRUNCATE = 14, IOCTL_DEV = 15 };
struct ruleset { uint64_t fs, net, scoped; };
struct path_rule { uint64_t access; int32_t parent; } __attribute__((packed));

static const uint64_t reading = ACCESS_FS(READ_FILE) | ACCESS_FS(READ_DIR);
static const uint64_t writing = ACCESS_FS(WRITE_FILE) | ACCESS_FS(REMOVE_DIR) | ACCESS_FS(REMOVE_FILE) |
                                ACCESS_FS(MAKE_DIR) | ACCESS_FS(MAKE_REG) | ACCESS_FS(REFER) | ACCESS_FS(TRUNCATE);
static const uint64_t of_files = ACCESS_FS(EXECUTE) | ACCESS_FS(WRITE_FILE) | ACCESS_FS(READ_FILE) |
                                 ACCESS_FS(TRUNCATE) | ACCESS_FS(IOCTL_DEV);

static void fail(const char *what) {
  fprintf(stderr, "earshot-box: %s: %s\n", what, strerror(errno));
  exit(125);
}

/* The version of Landlock in this kernel; 0 where there is none, or it is switched off. */
static int landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1U);
  return version < 0 ? 0 : (int)version;
}

static uint64_t handled_by(int version) {
  uint64_t all = ACCESS_FS(REFER) - 1; /* what version 1 knows */
  if (version >= 2) all |= ACCESS_FS(REFER);
  if (version >= 3) all |= ACCESS_FS(TRUNCATE);
  if (version >= 5) all |= ACCESS_FS(IOCTL_DEV);
  return all;
}

static int open_ruleset(int version) {
  /* Version 6 also bars signals to processes outside, and 4 TCP, which seccomp bars anyway. */
  struct ruleset rules = {.fs = handled_by(version), .net = 3, .scoped = 3};
  size_t size = version >= 6 ? sizeof rules : offsetof(struct ruleset, scoped);
  if (version < 4) size = offsetof(struct ruleset, net);
  int ruleset = (int)syscall(CREATE_RULESET, &rules, size, 0U);
  if (ruleset < 0) fail("landlock_create_ruleset");
  return ruleset;
}

/* Allows `access` to a path and what lies below; a path that is not there needs no rule. */
static void allow(int ruleset, uint64_t access, const char *path) {
  struct path_rule rule = {.access = access, .parent = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent < 0) {
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES) return;
    fail(path);
  }
  struct stat about;
  if (fstat(rule.parent, &about) != 0) fail(path);
  if (!S_ISDIR(about.st_mode)) rule.access &= of_files;
  if (syscall(ADD_RULE, ruleset, 1, &rule, 0U) != 0) fail(path);
  close(rule.parent);
}

#if defined(__x86_64__)
#define THIS_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCH AUDIT_ARCH_AARCH64
#endif

/* The network, others' memory, and what has been a way out of a sandbox before. */
static const int barred[] = {
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    425 /* io_uring_setup */, 438 /* pidfd_getfd */, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_unshare, SYS_setns, SYS_mount, SYS_open_by_handle_at,
};

#ifdef THIS_ARCH
static void bar_system_calls(void) {
  const size_t count = sizeof barred / sizeof *barred;
  struct sock_filter program[count + 8], *next = program;
  *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCH, 1, 0);
  *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  /* The x32 calls of x86-64 are the same ones under other numbers. */
  *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, (uint8_t)(count + 1), 0);
  for (size_t i = 0; i < count; i++) {
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)barred[i], (uint8_t)(count - i), 0);
  }
  *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog filter = {.len = (unsigned short)(next - program), .filter = program};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) fail("seccomp");
}
#endif

static int has_seccomp(void) {
#ifdef THIS_ARCH
  /* A null program is looked at, and refused, only where filters are supported. */
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 && errno == EFAULT;
#else
  return 0;
#endif
}

static void limit(int resource, const char *amount, uint64_t grace) {
  rlim_t most = (rlim_t)strtoull(amount, NULL, 10);
  struct rlimit now, bound;
  if (most == 0 || getrlimit(resource, &now) != 0) fail(amount);
  /* The hard limit ends a program that ignores the signal of the soft one. */
  bound.rlim_cur = most < now.rlim_max ? most : now.rlim_max;
  bound.rlim_max = most + grace < now.rlim_max ? most + grace : now.rlim_max;
  if (setrlimit(resource, &bound) != 0) fail("setrlimit");
}

static uint64_t access_of(const char *option) {
  if (strcmp(option, "--read") == 0) return reading;
  if (strcmp(option, "--run") == 0) return reading | ACCESS_FS(EXECUTE);
  if (strcmp(option, "--write") == 0) return reading | writing;
  if (strcmp(option, "--device") == 0) return reading | ACCESS_FS(WRITE_FILE) | ACCESS_FS(IOCTL_DEV);
  return 0;
}

int main(int count, char **arguments) {
  int version = landlock_version();
  if (count == 2 && strcmp(arguments[1], "--check") == 0) {
    printf("{\"landlock\":%d,\"seccomp\":%s}\n", version, has_seccomp() ? "true" : "false");
    return 0;
  }
  int ruleset = version > 0 ? open_ruleset(version) : -1;
  int at = 1;
  for (; at + 1 < count && strcmp(arguments[at], "--") != 0; at += 2) {
    const char *option = arguments[at], *value = arguments[at + 1];
    if (access_of(option) != 0) {
      if (ruleset >= 0) allow(ruleset, access_of(option) & handled_by(version), value);
    } else if (strcmp(option, "--memory") == 0) limit(RLIMIT_DATA, value, 0);
    else if (strcmp(option, "--seconds") == 0) limit(RLIMIT_CPU, value, 5);
    else errno = EINVAL, fail(option);
  }
  if (at + 1 >= count) errno = EINVAL, fail("no program");
  /* A core file would hold what was said. */
  const struct rlimit no_core = {0, 0};
  if (setrlimit(RLIMIT_CORE, &no_core) != 0) fail("setrlimit");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs");
  if (ruleset >= 0 && syscall(RESTRICT_SELF, ruleset, 0U) != 0) fail("landlock_restrict_self");
  if (ruleset >= 0) close(ruleset);
  /* Nothing that was left open comes along, but for Node's channel to its parent. */
  syscall(436 /* close_range */, getenv("NODE_CHANNEL_FD") != NULL ? 4U : 3U, ~0U, 0U);
#ifdef THIS_ARCH
  if (has_seccomp()) bar_system_calls();
#endif
  execvp(arguments[at + 1], arguments + at + 1);
  fail(arguments[at + 1]);
}
