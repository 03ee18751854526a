import { dialog } from 'electron'
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Activity, ServiceSession } from './desktop-api.ts'
import type { Texts } from './texts.ts'
import { createEarshot } from '../service/client/index.ts'

/** Work in progress in the page and in the service. */
export type Doings = Activity & { jobs: number }

/** Asks if there is a reason to, then calls `go` now, later or not at all. */
export type Quit = (go: () => void) => Promise<void>

type Reason = { message: string; detail: string }

type Options = {
  doings: () => Promise<Doings>
  texts: Texts
  leave: (go: () => void) => Promise<void>
  /** How to wait between two checks; replaced in tests. */
  pause?: (ms: number) => Promise<unknown>
}

const lookEveryMs = 2_000

/** What quitting now would lose, cut short or delay; null if nothing. */
function whyStay({ recording, uploads, jobs }: Doings, texts: Texts): Reason | null {
  if (recording !== 'idle') {
    return { message: texts.askRecording, detail: texts.askRecordingDetail }
  }
  if (uploads > 0) return { message: texts.askUploads, detail: texts.askUploadsDetail }
  return jobs > 0 ? { message: texts.askJobs, detail: texts.askJobsDetail } : null
}

/**
 * Lets the person choose to quit now, when everything is finished, or not at all. Either way, a
 * recording is on disk up to its last second, and the service requeues its jobs for the next start.
 */
export function createQuit({ doings, texts, leave, pause = pauseFor }: Options): Quit {
  let isAsking = false
  /** Counts the answers, so an earlier "quit later" is dropped after a newer answer. */
  let request = 0

  const leaveWhenDone = async (go: () => void) => {
    const own = ++request
    // Check twice in a row: for a moment between a recording's end and its
    // upload, nothing is active.
    for (let quiet = 0; quiet < 2;) {
      await pause(lookEveryMs)
      if (own !== request) return
      quiet = whyStay(await doings(), texts) === null ? quiet + 1 : 0
    }
    if (own === request) await leave(go)
  }
  return async (go) => {
    if (isAsking) return
    isAsking = true
    try {
      const reason = whyStay(await doings(), texts)
      const answer = reason === null ? 'now' : await ask(reason, texts)
      if (answer === 'later') return void leaveWhenDone(go)
      request++
      if (answer === 'now') await leave(go)
    } finally {
      isAsking = false
    }
  }
}

async function ask(reason: Reason, texts: Texts): Promise<'now' | 'later' | 'not'> {
  const { response } = await dialog.showMessageBox({
    ...reason,
    type: 'warning',
    buttons: [texts.quitNow, texts.quitWhenDone, texts.stay],
    defaultId: 1,
    cancelId: 2,
  })
  return (['now', 'later'] as const)[response] ?? 'not'
}

// Do not wait for a service that takes longer; its jobs resume at the next start.
const answersWithinMs = 3_000
const mostListed = 100

/**
 * Counts recordings and analyses that are running or queued. What is paused, one by one or all, is left
 * out, because it waits for a person.
 */
export async function countJobs(session: ServiceSession | null): Promise<number> {
  if (session === null) return 0
  const signal = AbortSignal.timeout(answersWithinMs)
  const earshot = createEarshot({ baseUrl: session.baseUrl, apiKey: session.key, retries: 0 })
  try {
    const [queue, recordings, analyses] = await Promise.all([
      earshot.getQueue({ signal }),
      earshot.listAllContent({ query: { status: 'processing', limit: mostListed }, signal }),
      earshot.listAllAnalyses({ query: { status: 'open', limit: mostListed }, signal }),
    ])
    if (queue.data.paused_at !== null) return 0
    const active = recordings.data.filter(({ stage }) => stage !== 'paused')
    return active.length + analyses.data.length
  } catch {
    return 0
  }
}
