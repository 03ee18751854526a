import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '../crash/ledger.ts'
import { callUntil } from './callers.ts'
import { check } from './check.ts'
import type { Databases } from './databases.ts'
import { faultsOfCommons, faultsOfProcesses, listLeftOut, type Fault } from './faults.ts'
import { count, createJournal, type Journal } from './journal.ts'
import { followUntil } from './listeners.ts'
import { openStage, type Stage } from './stage.ts'

export type ChaosOptions = {
  seed: number
  minutes: number
  /** Where data and logs of the processes lie. */
  folder: string
  /** Only faults whose name has this in it. */
  only?: string
  say: (line: string) => void
}

export type ChaosReport = {
  problems: string[]
  journal: Journal
  /** Faults that this machine cannot make, with the reason. */
  leftOut: Map<string, string>
  events: number
  spoilt: number
}

/** An installation with callers and listeners, to which one bad thing after the other happens; and what is left then. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, folder, say } = options
  const journal = createJournal()
  const endings: (() => unknown)[] = []
  try {
    const stage = await openStage({ folder, seed, journal }, (end) => endings.unshift(end))
    const { databases, members, newCaller, promptId, store, storeProxy } = stage
    const stopReading = new AbortController()
    const stopCalling = new AbortController()
    const readers = ['reader 1', 'reader 2'].map((name) =>
      followUntil(stopReading.signal, newCaller(), journal, name),
    )
    const callers = [1, 2, 3].map((number) =>
      callUntil(stopCalling.signal, {
        ...{ api: newCaller(), journal, promptId },
        random: createRandom(seed + 10 + number),
      }),
    )
    const leftOut = listLeftOut(members)
    await causeFaults(stage, { ...options, journal, leftOut })
    say('everything is healed; waiting until nothing is due')
    stopCalling.abort()
    await Promise.all(callers)
    await settle(databases, say)
    await untilRead(databases, journal)
    const checked = { api: newCaller(), journal, databases, store, processes: members.length }
    const { problems, events } = await check(checked)
    stopReading.abort()
    await Promise.all(readers)
    return { problems, journal, leftOut, events, spoilt: storeProxy.spoilt() }
  } finally {
    for (const end of endings) await end()
  }
}

type Plan = ChaosOptions & Pick<ChaosReport, 'journal' | 'leftOut'>

/** Two things at a time: one of the processes, and one of what they have in common. */
async function causeFaults(stage: Stage, plan: Plan): Promise<void> {
  const { seed, minutes, only = '', say, journal, leftOut } = plan
  const until = performance.now() + minutes * 60_000
  const standstillMs = minutes >= 10 ? 60_000 : 20_000
  const cause = async (all: Record<string, Fault>, random: Random): Promise<void> => {
    const names = Object.keys(all).filter((name) => !leftOut.has(name) && name.includes(only))
    let left: string[] = []
    while (performance.now() < until && names.length > 0) {
      await pause(random.between(2_000, 8_000))
      // Each once before any comes again.
      if (left.length === 0) left = [...names]
      const name = random.pick(left) ?? ''
      left = left.filter((one) => one !== name)
      say(`${name} …`)
      const from = performance.now()
      await all[name]?.({ ...stage, random, standstillMs })
      count(journal.faults, name)
      say(`${name}: over after ${Math.round((performance.now() - from) / 1_000)} s`)
    }
  }
  await Promise.all([
    cause(faultsOfProcesses, createRandom(seed + 3)),
    cause(faultsOfCommons, createRandom(seed + 4)),
  ])
}

/** A refused delivery is tried again after a minute, then after five and thirty. */
const longestSettlingMs = 40 * 60_000

async function settle(databases: Databases, say: (line: string) => void): Promise<void> {
  const from = performance.now()
  for (let told = from; ;) {
    const [open] = await databases.ask<{ jobs: number; deliveries: number; processing: number }>(
      `SELECT (SELECT count(*) FROM jobs WHERE state = 'running' OR not_before IS NULL
          OR not_before < now() + INTERVAL '30 minutes')::integer AS jobs,
        (SELECT count(*) FROM content WHERE status = 'processing')::integer AS processing,
        (SELECT count(*) FROM deliveries
          WHERE status IN ('pending', 'in_flight', 'retrying'))::integer AS deliveries`,
    )
    if (open?.jobs === 0 && open.deliveries === 0 && open.processing === 0) return
    if (performance.now() - told > 30_000) {
      told = performance.now()
      say(`still open: ${JSON.stringify(open)}`)
    }
    if (performance.now() - from > longestSettlingMs) return
    await pause(500)
  }
}

/** A reader that waits for its next try reads on after seconds; what it lacks after a minute it has missed. */
async function untilRead(databases: Databases, journal: Journal): Promise<void> {
  const [row] = await databases.ask<{ events: number }>(
    'SELECT count(*)::integer AS events FROM events',
  )
  const hasAll = () =>
    [...journal.readers.values()].every((seen) => seen.length >= (row?.events ?? 0))
  for (let tries = 0; tries < 120 && !hasAll(); tries += 1) await pause(500)
}
