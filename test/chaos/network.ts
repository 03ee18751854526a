import { execFileSync } from 'node:child_process'

/** A network in which each process has a namespace of its own, so that packets to and from it can be dropped. */
export type Network = {
  /** Where this program is reached from the namespaces. */
  host: string
  /** Makes a namespace, in which a process that listens at `port` of its loopback is reached from here. */
  join: (name: string, port: number) => Namespace
  remove: () => void
}
export type Namespace = {
  /** Where the process is reached from here. */
  address: string
  /** A program that starts others in the namespace. */
  through: readonly string[]
  /** From now on no packet comes in or goes out; without an answer to anybody. */
  drop: () => void
  pass: () => void
}

/** Why there can be none; null where there can. */
export function whyNoNetwork(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this is not root on Linux'
  try {
    const trial = `ec-trial-${process.pid}`
    run('ip', 'netns', 'add', trial)
    try {
      run('ip', 'netns', 'exec', trial, 'iptables', '-t', 'nat', '-L')
    } finally {
      run('ip', 'netns', 'del', trial)
    }
    return null
  } catch (error) {
    return `ip and iptables do not work here (${error instanceof Error ? error.message.split('\n')[0] : ''})`
  }
}

export function makeNetwork(): Network {
  const net = `10.77.${process.pid % 250}`
  const bridge = `ecb${process.pid}`
  const host = `${net}.1`
  const namespaces: string[] = []
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  run('ip', 'addr', 'add', `${host}/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
  return {
    host,
    join: (name, port) => {
      const namespace = `ec-${process.pid}-${name}`
      const address = `${net}.${10 + namespaces.length}`
      const link = `ec${namespaces.length}v${process.pid}`
      run('ip', 'netns', 'add', namespace)
      namespaces.push(namespace)
      run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      run('ip', 'link', 'set', link, 'master', bridge, 'up')
      run('ip', '-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      for (const one of ['eth0', 'lo']) run('ip', '-n', namespace, 'link', 'set', one, 'up')
      const within = (...command: string[]) => run('ip', 'netns', 'exec', namespace, ...command)
      // The service listens on its loopback only, as it does beside a proxy on its machine.
      within('sysctl', '-qw', 'net.ipv4.conf.all.route_localnet=1')
      const to = ['--dport', String(port), '-j', 'DNAT', '--to-destination', `127.0.0.1:${port}`]
      within('iptables', '-t', 'nat', '-A', 'PREROUTING', '-p', 'tcp', ...to)
      const rules = [
        ['INPUT', '-i', 'eth0', '-j', 'DROP'],
        ['OUTPUT', '-o', 'eth0', '-j', 'DROP'],
      ]
      return {
        address,
        through: ['ip', 'netns', 'exec', namespace],
        drop: () => rules.forEach((rule) => within('iptables', '-I', ...rule)),
        pass: () => rules.forEach((rule) => within('iptables', '-D', ...rule)),
      }
    },
    remove: () => {
      for (const namespace of namespaces) run('ip', 'netns', 'del', namespace)
      run('ip', 'link', 'del', bridge)
    },
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
