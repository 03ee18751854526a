/*
 * Tries by bare system calls what native code in a box could try, and prints what got through, one a line.
 * Every call leaves things as they are. Arguments: a file of the user, and the pid of another process.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096UL

static void report(const char *name, long result) {
  if (result >= 0) puts(name);
}

static void attributes(const char *file) {
  report("chmod", syscall(SYS_fchmodat, AT_FDCWD, file, 0600));
  report("chmod with flags", syscall(452 /* fchmodat2 */, AT_FDCWD, file, 0600, 0));
  report("chown", syscall(SYS_fchownat, AT_FDCWD, file, getuid(), -1, 0));
  report("times", syscall(SYS_utimensat, AT_FDCWD, file, NULL, 0));
  report("attributes", syscall(SYS_setxattr, file, "user.probe", "1", 1, 0));
#ifdef __x86_64__
  report("the old chmod", syscall(SYS_chmod, file, 0600));
  report("the old chown", syscall(SYS_lchown, file, getuid(), -1));
  report("the old times", syscall(SYS_utimes, file, NULL));
#endif
}

static void others(int pid) {
  struct rlimit core;
  unsigned char processors[128];
  const int plain = 0;
  report("priority", syscall(SYS_setpriority, PRIO_PROCESS, pid, getpriority(PRIO_PROCESS, pid)));
  report("scheduler", syscall(SYS_sched_setscheduler, pid, SCHED_OTHER, &plain));
  report("priority of input", syscall(SYS_ioprio_set, 1, pid, syscall(SYS_ioprio_get, 1, pid)));
  long size = syscall(SYS_sched_getaffinity, pid, sizeof processors, processors);
  report("processors", syscall(SYS_sched_setaffinity, pid, size, processors));
  if (getrlimit(RLIMIT_CORE, &core) == 0) {
    core.rlim_cur = 0;
    report("limits", syscall(SYS_prlimit64, pid, RLIMIT_CORE, &core, NULL));
  }
}

/* Ends a new process at once, after it has tried to leave its group. */
static void reap(const char *name, long child) {
  if (child == 0) _exit(setsid() < 0 ? 1 : 0);
  report(name, child);
  int end = 1;
  if (child > 0 && waitpid((pid_t)child, &end, __WALL) == child && end == 0) puts("another group");
}

static void processes(void) {
  struct clone_args with_user = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
  reap("a process", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  reap("clone with namespace", syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0));
  reap("clone3 with namespace", syscall(435 /* clone3 */, &with_user, sizeof with_user));
  report("unshare", syscall(SYS_unshare, CLONE_NEWUSER));
}

static void map(const char *name, int flags, int file) {
  report(name, mmap(NULL, PAGE, PROT_READ | PROT_WRITE, flags, file, 0) == MAP_FAILED ? -1 : 0);
}

static void memory(void) {
  long segment = syscall(SYS_shmget, 0 /* private */, PAGE, 0600);
  report("segment", segment);
  if (segment >= 0) syscall(SYS_shmctl, segment, 0 /* remove */, NULL);
  report("file in memory", syscall(SYS_memfd_create, "probe", 0));
  map("shared memory", MAP_SHARED | MAP_ANONYMOUS, -1);
  map("growing memory", MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1);
  map("zeros", MAP_SHARED, open("/dev/zero", O_RDWR));
}

static void limits(void) {
  struct rlimit threads, file;
  if (getrlimit(RLIMIT_NPROC, &threads) == 0 && threads.rlim_max > 16384) puts("threads");
  if (getrlimit(RLIMIT_FSIZE, &file) == 0 && file.rlim_max == RLIM_INFINITY) puts("length of a file");
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  setvbuf(stdout, NULL, _IONBF, 0);
  attributes(arguments[1]);
  others(atoi(arguments[2]));
  memory();
  limits();
  processes();
  return 0;
}
