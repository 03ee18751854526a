/*
 * earshot-box: gives up what a child process does not need, and becomes the program named after "--".
 * It sets limits on memory, processor time, the length of files and the number of threads (setrlimit),
 * on files (Landlock) and on system calls (seccomp: no sockets, no other process, no attributes of files).
 * None of it needs root, and none can be taken back.
 *
 *   earshot-box [--read|--run|--write|--device PATH]... [--allow processes|shared-memory]...
 *     --memory BYTES --seconds N --file BYTES --threads N -- PROGRAM ARGS...
 *   earshot-box --check      prints what this kernel offers, as JSON
 *
 * Exit code 125: a limit could not be set, and the program was not run.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

/* What a program gets only by an --allow. */
static int may_start_programs = 0, may_share_memory = 0;

#ifdef THIS_ARCH
static const int barred[] = {
    /* The network, others' memory, and what has been a way out of a sandbox before. */
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    425 /* io_uring_setup */, 438 /* pidfd_getfd */, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_open_by_handle_at,
    /* Namespaces and mounts, by the old calls and by the new ones. */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, 428 /* open_tree */,
    429 /* move_mount */, 430 /* fsopen */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */,
    /* Attributes of files, which Landlock leaves open: whoever owns a file may change them. */
    SYS_fchmod, SYS_fchmodat, 452 /* fchmodat2 */, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 463 /* setxattrat */,
    466 /* removexattrat */, 469 /* file_setattr */,
    /* The priority, processors and memory of other processes of the user. */
    SYS_setpriority, SYS_ioprio_set, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
    SYS_sched_setaffinity, SYS_migrate_pages, SYS_move_pages, SYS_kcmp, 440 /* process_madvise */,
    448 /* process_mrelease */,
    /* Leaving the group of processes that ends with the job. */
    SYS_setsid, SYS_setpgid,
#ifdef __x86_64__ /* Other architectures never had these. */
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

/* Memory that counts for no process, and partly stays when all have ended. */
static const int sharing[] = {
    SYS_shmget, SYS_shmat, SYS_semget, SYS_msgget, SYS_mq_open, SYS_memfd_create, 447 /* memfd_secret */,
};

static struct sock_filter filter[256];
static unsigned short filled = 0;

static void emit(uint16_t code, uint32_t operand, uint8_t if_true, uint8_t if_false) {
  filter[filled++] = (struct sock_filter){code, if_true, if_false, operand};
}

static void load(size_t offset) { emit(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

/* Follows a load of the call's number, as do the next two. */
static void answer(int call, uint32_t action) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
  emit(BPF_RET | BPF_K, action, 0, 0);
}

static void bar_each(const int *calls, size_t count) {
  for (size_t i = 0; i < count; i++) answer(calls[i], SECCOMP_RET_ERRNO | EPERM);
}

enum bits { ANY_OF, ALL_OF, NONE_OF };

/* Bars a call when its argument has these bits; both architectures store the lower half first. */
static void bar_with(int call, int argument, enum bits which, uint32_t mask) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
  load(offsetof(struct seccomp_data, args) + (size_t)argument * sizeof(uint64_t));
  emit(BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
  emit(BPF_JMP | BPF_JEQ | BPF_K, which == ALL_OF ? mask : 0, which == ANY_OF, which != ANY_OF);
  emit(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
  load(offsetof(struct seccomp_data, nr));
}

static void bar_new_processes(void) {
  /* Its flags lie in memory, where a filter cannot look; without it the C library takes clone. */
  answer(435 /* clone3 */, SECCOMP_RET_ERRNO | ENOSYS);
  bar_with(SYS_clone, 0, ANY_OF, CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                     CLONE_NEWPID | CLONE_NEWNET);
  if (may_start_programs) return;
  bar_with(SYS_clone, 0, NONE_OF, CLONE_THREAD);
#ifdef __x86_64__
  bar_each((const int[]){SYS_fork, SYS_vfork}, 2);
#endif
}

/* What RLIMIT_DATA does not count. */
static void bar_uncounted_memory(void) {
  bar_with(SYS_mmap, 3, ANY_OF, MAP_GROWSDOWN);
  if (may_share_memory) return;
  bar_with(SYS_mmap, 3, ALL_OF, MAP_SHARED | MAP_ANONYMOUS);
  bar_each(sharing, sizeof sharing / sizeof *sharing);
}

static void bar_system_calls(void) {
  load(offsetof(struct seccomp_data, arch));
  emit(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCH, 1, 0);
  emit(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
  load(offsetof(struct seccomp_data, nr));
  /* The x32 calls of x86-64 are the same ones under other numbers. */
  emit(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  emit(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
  bar_new_processes();
  bar_uncounted_memory();
  bar_with(SYS_prlimit64, 0, ANY_OF, ~0U); /* limits of any process but its own */
  bar_each(barred, sizeof barred / sizeof *barred);
  emit(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  struct sock_fprog program = {.len = filled, .filter = filter};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) fail("seccomp");
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

static void limit(int resource, rlim_t most, uint64_t grace) {
  struct rlimit now, bound;
  if (getrlimit(resource, &now) != 0) fail("getrlimit");
  /* The hard limit ends a program that ignores the signal of the soft one. */
  bound.rlim_cur = most < now.rlim_max ? most : now.rlim_max;
  bound.rlim_max = most + grace < now.rlim_max ? most + grace : now.rlim_max;
  if (setrlimit(resource, &bound) != 0) fail("setrlimit");
}

static rlim_t number(const char *amount) {
  rlim_t parsed = (rlim_t)strtoull(amount, NULL, 10);
  if (parsed == 0) errno = EINVAL, fail(amount);
  return parsed;
}

/* The system counts all threads of the user together: this allows some more than the machine runs now. */
static void limit_threads(rlim_t more) {
  unsigned long now = 0;
  FILE *load_average = fopen("/proc/loadavg", "re");
  if (load_average == NULL) return;
  if (fscanf(load_average, "%*s %*s %*s %*u/%lu", &now) == 1) limit(RLIMIT_NPROC, now + more, 0);
  fclose(load_average);
}

static void allow_by_name(const char *name) {
  if (strcmp(name, "processes") == 0) may_start_programs = 1;
  else if (strcmp(name, "shared-memory") == 0) may_share_memory = 1;
  else errno = EINVAL, fail(name);
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
    } else if (strcmp(option, "--allow") == 0) allow_by_name(value);
    else if (strcmp(option, "--memory") == 0) limit(RLIMIT_DATA, number(value), 0);
    else if (strcmp(option, "--seconds") == 0) limit(RLIMIT_CPU, number(value), 5);
    else if (strcmp(option, "--file") == 0) limit(RLIMIT_FSIZE, number(value), 0);
    else if (strcmp(option, "--threads") == 0) limit_threads(number(value));
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
