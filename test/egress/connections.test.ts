import { expect, test } from 'vitest'
import { readConnections, readPrograms, tabulate } from './connections.ts'

const trace = String.raw`11<MainThread> execve("/usr/bin/node", ["node"], 0x7ffd /* 22 vars */) = 0
11<MainThread> connect(18, {sa_family=AF_INET, sin_port=htons(4777), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS (Operation now in progress)
11<MainThread> connect(19, {sa_family=AF_INET6, sin6_port=htons(4777), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28 <unfinished ...>
12<libuv-worker> connect(20, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0
12<libuv-worker> connect(20, {sa_family=AF_UNIX, sun_path="/run/systemd/resolve/io.systemd.Resolve"}, 42) = 0
12<libuv-worker> sendto(21, [{nlmsg_len=20}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20
13<ffmpeg> sendto(22, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("198.51.100.1")}, 16) = -1 ENETUNREACH (Network is unreachable)
13<ffmpeg> sendmsg(5, {msg_name=NULL, msg_namelen=0}, 0) = 4
14<cli> connect(3, {sa_family=AF_INET6, sin6_port=htons(443), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = -1 ENETUNREACH (Network is unreachable)
14<cli> connect(3, {sa_family=AF_UNIX, sun_path=@"/tmp/.X11-unix/X0"}, 20) = 0
15<sh> execve("/nowhere/tool", ["tool"], 0x7ffd) = -1 ENOENT (No such file or directory)
`

test('what leaves the machine is told from what stays, and a question for a name counts as leaving', () => {
  const rows = tabulate(readConnections(trace)).map(({ program, to, isLocal }) => [
    program,
    to,
    isLocal,
  ])
  expect(rows).toEqual([
    ['libuv-worker', '127.0.0.53, DNS', false],
    ['libuv-worker', 'socket /run/systemd/resolve/io.systemd.Resolve', false],
    ['ffmpeg', '198.51.100.1', false],
    ['cli', '2001:db8::1', false],
    ['MainThread', '127.0.0.1', true],
    ['MainThread', '::1', true],
    ['libuv-worker', 'the kernel', true],
    ['cli', 'socket /tmp/.X11-unix/X0', true],
  ])
})

test('programs count once they run', () => {
  expect(readPrograms(trace)).toEqual(['1 × node'])
})
