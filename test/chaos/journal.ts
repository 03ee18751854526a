import type { EarshotEvent } from '../../service/client/index.ts'
import type { Known } from '../crash/ledger.ts'

/** A value that is written again and again; only what was acknowledged last, or asked for since, may be found. */
export type Written = { asked: string[]; acknowledged: number; isBusy: boolean }

export type Recording = {
  projectId: string
  id: string
  sha256: string
  /** Whether `upload-complete` was answered. */
  confirmed: Known
  removed: Known
  title: Written
  notes: Written
  /** Of each request that was acknowledged. */
  analyses: string[]
  /** Analyses that were asked for and of which no answer came. */
  unanswered: number
}

type Project = { id: string; name: Written }

/** One request of a webhook, as its receiver got it. */
export type Attempt = {
  deliveryId: string
  eventId: string
  event: string
  contentId: string | null
  isSigned: boolean
  /** Whether it was answered with 200. */
  isTaken: boolean
}

/** What callers were told and what they received, kept outside the installation. */
export type Journal = {
  projects: Project[]
  recordings: Recording[]
  /** By the name of the reader, in the order of their arrival. */
  readers: Map<string, EarshotEvent[]>
  resets: number
  attempts: Attempt[]
  /** Recordings over which three processes died. */
  givenUp: string[]
  /** Requests that were acknowledged, by their operation. */
  acknowledged: Map<string, number>
  /** Answers that nobody should get, such as 500, with their number. */
  wrongAnswers: Map<string, number>
  /** Answers that ask to try again, and requests without any. */
  temporary: Map<string, number>
  faults: Map<string, number>
}

export const createJournal = (): Journal => ({
  ...{ projects: [], recordings: [], attempts: [], readers: new Map(), resets: 0, givenUp: [] },
  ...{ acknowledged: new Map(), wrongAnswers: new Map(), temporary: new Map(), faults: new Map() },
})

export const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

export const newWritten = (): Written => ({ asked: [], acknowledged: 0, isBusy: false })
