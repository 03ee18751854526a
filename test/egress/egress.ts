/**
 * `npm run egress`: the demo in a network that has loopback only, with every address noted that any of its processes
 * asks for. Fails where an address is not on this machine, or is a question for a name, and where the demo fails.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pc from 'picocolors'
import { findWhisper } from '../support/models.ts'
import { readConnections, readPrograms, tabulate, type Connection } from './connections.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = mkdtempSync(path.join(tmpdir(), 'earshot-egress-'))

type Watched = { code: number; programs: string[]; seen: Connection[] }

/** Runs Node in a network of its own, under strace. */
function watch(name: string, args: readonly string[]): Watched {
  const log = path.join(folder, name)
  const tracing = ['-f', '--seccomp-bpf', '-qq', '-Y', '-e', 'signal=none', '-o', log]
  const calls = ['-e', 'trace=execve,connect,sendto,sendmsg,sendmmsg']
  const traced = ['strace', ...tracing, ...calls, process.execPath, ...args]
  // Root needs no user namespace, and others get one in which they are root.
  const own = process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-root-user', '--net']
  const script = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const { status } = spawnSync('unshare', [...own, ...script, ...traced], { stdio: 'inherit' })
  const trace = readFileSync(log, 'utf8')
  const programs = readPrograms(trace)
  return { code: status ?? 1, programs, seen: readConnections(trace) }
}

/** What goes out on purpose, without anybody there: two addresses and a name. */
const leak = `require('net').connect(443, '192.0.2.1').on('error', () => {})
  require('dns').lookup('example.org', () => {})
  require('dgram').createSocket('udp4').send('x', 9, '198.51.100.1', function () { process.exit(0) })`

async function whatIsMissing(): Promise<string[]> {
  if (process.platform !== 'linux') return ['Linux']
  const tools = { strace: '-V', unshare: '-V', ip: '-V' }
  const missing = Object.entries(tools).flatMap(([tool, flag]) =>
    spawnSync(tool, [flag], { stdio: 'ignore' }).status === 0 ? [] : [tool],
  )
  if ((await findWhisper()) === undefined) missing.push('whisper-cli (npm rebuild)')
  return missing
}

function report(seen: readonly Connection[]): void {
  for (const { program, to, count, isLocal } of tabulate(seen)) {
    const mark = isLocal ? pc.green('local  ') : pc.red('LEAVES ')
    say(`${mark} ${program.padEnd(18)} ${String(count).padStart(6)}  ${to}`)
  }
}

async function main(): Promise<number> {
  const missing = await whatIsMissing()
  if (missing.length > 0) {
    say(
      `Cannot watch: ${missing.join(', ')} is not here. On Debian: apt-get install strace iproute2`,
    )
    return 1
  }
  const control = watch('control', ['-e', leak])
  const leaks = control.seen.filter(({ isLocal }) => !isLocal).map(({ to }) => to)
  const isWatching = ['192.0.2.1', '198.51.100.1'].every((address) => leaks.includes(address))
  if (!isWatching) {
    say(`A program that goes out on purpose was not seen to: ${JSON.stringify(control)}`)
    return 1
  }
  say(`A program that goes out on purpose is seen to: ${[...new Set(leaks)].join('; ')}`)
  const demo = path.join(import.meta.dirname, '../demo/demo.ts')
  const { code, programs, seen } = watch('demo', [demo])
  say(`\nWatched: ${programs.join(', ')}`)
  say(`Who asked for which address, how often:`)
  report(seen)
  const leaving = seen.filter(({ isLocal }) => !isLocal).length
  say(`\n${seen.length} in all, ${leaving} of them off this machine`)
  return code === 0 && leaving === 0 && seen.length > 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
