import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../crash/ledger.ts'
import { whyNoOtherClock, type Member } from './installation.ts'
import { whyNoNetwork } from './network.ts'
import type { Stage } from './stage.ts'
import { storeFaults } from './store-proxy.ts'

type Target = Stage & {
  random: Random
  /** For how long a process stands still. */
  standstillMs: number
}

/** Does something bad and undoes it; all is as before when it resolves. */
export type Fault = (target: Target) => Promise<void>

const second = 1_000
const someMember = ({ members, random }: Target): Member => {
  const member = random.pick(members)
  if (!member) throw new Error('There is no process.')
  return member
}
const aWhile = ({ random }: Target, from: number, to: number): Promise<void> =>
  pause(random.between(from * second, to * second))

/** Processes of the service, one at a time. */
export const faultsOfProcesses: Record<string, Fault> = {
  'kill -9': async (target) => {
    const member = someMember(target)
    await member.end('SIGKILL')
    await aWhile(target, 0, 5)
    await member.start()
  },
  'standing still': async (target) => {
    const pid = someMember(target).pid()
    if (pid === undefined) return
    process.kill(pid, 'SIGSTOP')
    await pause(target.standstillMs)
    process.kill(pid, 'SIGCONT')
  },
  restart: async (target) => {
    const member = someMember(target)
    await member.end('SIGTERM')
    await member.start()
  },
  'dropped packets': async (target) => {
    const { namespace } = someMember(target)
    namespace?.drop()
    await aWhile(target, 5, target.standstillMs / second)
    namespace?.pass()
  },
  'another clock': async (target) => {
    const member = someMember(target)
    await member.end('SIGTERM')
    await member.start(target.random.pick(['+10m', '-10m']))
    await aWhile(target, 20, target.standstillMs / second)
    await member.end('SIGKILL')
    await member.start()
  },
}

/** What all processes have in common, one at a time. */
export const faultsOfCommons: Record<string, Fault> = {
  'database: killed': ({ databases }) => databases.restart('SIGKILL'),
  'database: restarted': ({ databases }) => databases.restart('SIGINT'),
  'database: one connection killed': ({ databases }) => databases.killBackend(),
  'database: unreachable': (target) => whileSet(target, 'refuses'),
  'database: silent': (target) => whileSet(target, 'swallows'),
  'database: primary killed': (target) => failOver(target, 'SIGKILL'),
  'database: primary stands still': (target) => failOver(target, 'SIGSTOP'),
  'database: replica stands still': async (target) => {
    const { databases, standstillMs } = target
    databases.pauseReplica()
    await aWhile(target, 5, (standstillMs / second) * 1.2)
    databases.resumeReplica()
  },
  'database: address leads to the replica': async (target) => {
    const { address, databases } = target
    address.leadTo({ host: '127.0.0.1', port: databases.replicaPort() })
    await aWhile(target, 3, 10)
    address.leadTo({ host: '127.0.0.1', port: databases.port() })
  },
  ...Object.fromEntries(
    storeFaults.map((mode): [string, Fault] => [
      `store: ${mode}`,
      async (target) => {
        target.storeProxy.set(mode)
        await aWhile(target, 10, 30)
        target.storeProxy.set('passes')
      },
    ]),
  ),
  'store: killed': async (target) => {
    await target.store.kill()
    await aWhile(target, 1, 10)
    await target.store.start()
  },
}

async function whileSet(target: Target, mode: 'refuses' | 'swallows'): Promise<void> {
  target.address.set(mode)
  await aWhile(target, 3, 20)
  target.address.set('passes')
}

async function failOver(target: Target, signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const { databases, address } = target
  await databases.failOver(signal)
  address.leadTo({ host: '127.0.0.1', port: databases.port() })
  await aWhile(target, 2, 10)
  await databases.rejoin()
}

/** The faults that this machine cannot make, with the reason. */
export function listLeftOut(members: readonly Member[]): Map<string, string> {
  const reasons = new Map<string, string>()
  if (members.some(({ namespace }) => namespace === undefined))
    reasons.set('dropped packets', whyNoNetwork() ?? 'there is no network')
  const noClock = whyNoOtherClock()
  if (noClock !== null) reasons.set('another clock', noClock)
  return reasons
}
