/** What strace noted of a run: which program addressed whom. */

export type Connection = { program: string; to: string; isLocal: boolean }

/** Of glibc's and systemd's resolvers, which ask the network in the place of the program. */
const resolvers = /resolve|nscd/i

/**
 * Reads the lines of `strace -f -Y -e trace=%network`. Local is loopback and the file system, but for
 * port 53 and sockets of resolvers: behind those stands the network.
 */
export function readConnections(trace: string): Connection[] {
  return trace.split('\n').flatMap((line) => {
    const [, program, call] = /^\d+<(.+?)> +(connect|sendto|sendmsg|sendmmsg)\(/.exec(line) ?? []
    const family = /sa_family=AF_(\w+)/.exec(line)?.[1]
    if (program === undefined || call === undefined || family === undefined) return []
    return [{ program, ...addressIn(line, family) }]
  })
}

/** The programs that were started, as often as they were. */
export function readPrograms(trace: string): string[] {
  const started = [...trace.matchAll(/^.*\bexecve\("([^"]+)".* = 0$/gm)]
  const counts = Map.groupBy(started, ([, file = '']) => file.slice(file.lastIndexOf('/') + 1))
  return [...counts].map(([name, starts]) => `${starts.length} × ${name}`)
}

function addressIn(line: string, family: string): { to: string; isLocal: boolean } {
  // Questions to the kernel, such as which addresses this machine has.
  if (family === 'NETLINK') return { to: 'the kernel', isLocal: true }
  if (family === 'UNIX') {
    const file = /sun_path=@?"([^"]*)"/.exec(line)?.[1] ?? '?'
    return { to: `socket ${file}`, isLocal: !resolvers.test(file) }
  }
  const port = Number(/sin6?_port=htons\((\d+)\)/.exec(line)?.[1])
  const host = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(line)
  const address = host?.[1] ?? host?.[2] ?? family
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(address)
  // Ports differ from run to run; that of name servers is what matters.
  return { to: port === 53 ? `${address}, DNS` : address, isLocal: isLoopback && port !== 53 }
}

/** A row for each program and address, with how often; what left the machine first. */
export function tabulate(connections: readonly Connection[]): (Connection & { count: number })[] {
  const rows = new Map<string, Connection & { count: number }>()
  for (const connection of connections) {
    const key = `${connection.program} ${connection.to}`
    const row = rows.get(key) ?? { ...connection, count: 0 }
    rows.set(key, { ...row, count: row.count + 1 })
  }
  return [...rows.values()].toSorted(
    (a, b) => Number(a.isLocal) - Number(b.isLocal) || b.count - a.count,
  )
}
