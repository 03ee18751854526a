import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createEarshot, EarshotError, type Earshot } from '../../service/client/index.ts'
import { wavHeader } from '../crash/actor.ts'
import type { Random } from '../crash/ledger.ts'
import { count, newWritten, type Journal, type Recording, type Written } from './journal.ts'

export type Caller = { api: Earshot; journal: Journal; random: Random; promptId: string }

/** Longer than any of its requests takes on a busy machine; then it asks another process. */
const patienceMs = 20_000

/**
 * A client of the installation, which asks one api process after the other as behind a proxy, and tries again as
 * `earshot/client` does. What it is told besides goes into the journal.
 */
export function createCaller(origins: readonly string[], token: string, journal: Journal): Earshot {
  let turn = 0
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const origin = origins[(turn += 1) % origins.length]
    const isStream = pathname === '/v1/events/stream'
    const late = AbortSignal.timeout(patienceMs)
    const signal = isStream ? request.signal : AbortSignal.any([request.signal, late])
    try {
      const answer = await fetch(new Request(`${origin}${pathname}${search}`, request), { signal })
      if (answer.status < 429) return answer
      const text = await answer.clone().text()
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? 'no code'
      const name = `${answer.status} ${code}`
      count(answer.status === 500 ? journal.wrongAnswers : journal.temporary, name)
      return answer
    } catch (error) {
      if (!request.signal.aborted) count(journal.temporary, late.aborted ? 'no answer' : 'broken')
      throw error
    }
  }
  const retries = 1_000
  const wait = (ms: number) => pause(Math.min(ms, 1_000))
  const [baseUrl = ''] = origins
  return createEarshot({ baseUrl, apiKey: token, fetch: send, retries, pause: wait })
}

/** Does one thing after the other until it is told to stop; ends what it has begun. */
export async function callUntil(signal: AbortSignal, caller: Caller): Promise<void> {
  while (!signal.aborted) {
    const act = caller.random.pick(acts)
    try {
      await act?.(caller, signal)
    } catch (error) {
      if (signal.aborted) return
      const told = error instanceof EarshotError ? `${error.status} ${error.code}` : String(error)
      // Somebody else removed the recording meanwhile; all else is the installation's fault.
      if (!/^(404|409) (not_found|content_processing|transcript_not_ready)/.test(told))
        count(caller.journal.wrongAnswers, `${act?.name}: ${told}`)
    }
    await pause(caller.random.between(50, 500))
  }
}

type Act = (caller: Caller, signal: AbortSignal) => Promise<void>

const makeProject: Act = async ({ api, journal }) => {
  const name = randomBytes(6).toString('hex')
  const { data } = await api.createProject({ body: { name } })
  count(journal.acknowledged, 'createProject')
  journal.projects.push({
    id: data.id,
    name: { ...newWritten(), asked: [name], acknowledged: 1 },
  })
}

const upload: Act = async ({ api, journal, random }, signal) => {
  const projectId = random.pick(journal.projects)?.id
  if (projectId === undefined) return
  const bytes = Buffer.concat([wavHeader, randomBytes(random.between(1_000, 60_000))])
  const body = { filename: 'call.wav', content_type: 'audio/wav', size_bytes: bytes.length }
  const { data: session } = await api.createUpload({ path: { projectId }, body })
  count(journal.acknowledged, 'createUpload')
  const recording: Recording = {
    ...{ projectId, id: session.content_id, confirmed: 'no', removed: 'no' },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...{ title: newWritten(), notes: newWritten(), analyses: [], unanswered: 0 },
  }
  journal.recordings.push(recording)
  const { upload_url: url, upload_method: method, upload_headers: headers } = session
  for (let isSent = false; !isSent;) {
    signal.throwIfAborted()
    const late = AbortSignal.timeout(patienceMs)
    const sent = await fetch(url, { method, headers, body: bytes, signal: late }).catch(() => null)
    await sent?.text().catch(() => null)
    isSent = sent?.ok === true
    if (!isSent) await pause(500)
  }
  recording.confirmed = 'asked'
  await api.completeUpload({ path: { projectId, contentId: recording.id } })
  recording.confirmed = 'acknowledged'
  count(journal.acknowledged, 'completeUpload')
}

const pathOf = ({ projectId, id }: Recording) => ({ projectId, contentId: id })

const pickWhole = ({ journal, random }: Caller): Recording | undefined =>
  random.pick(
    journal.recordings.filter((one) => one.confirmed === 'acknowledged' && one.removed === 'no'),
  )

/** One at a time of each, so that the last one is known. */
async function write(
  written: Written,
  text: string,
  request: () => Promise<unknown>,
): Promise<boolean> {
  if (written.isBusy) return false
  written.isBusy = true
  written.asked.push(text)
  try {
    await request()
    written.acknowledged = written.asked.length
    return true
  } finally {
    written.isBusy = false
  }
}

const rename: Act = async ({ api, journal, random }) => {
  const project = random.pick(journal.projects)
  if (!project) return
  const name = randomBytes(6).toString('hex')
  const path = { projectId: project.id }
  const isDone = await write(project.name, name, () => api.updateProject({ path, body: { name } }))
  if (isDone) count(journal.acknowledged, 'updateProject')
}

const title: Act = async (caller) => {
  const recording = pickWhole(caller)
  if (!recording) return
  const text = randomBytes(8).toString('hex')
  const request = () => caller.api.updateContent({ path: pathOf(recording), body: { title: text } })
  if (await write(recording.title, text, request))
    count(caller.journal.acknowledged, 'updateContent')
}

const note: Act = async (caller) => {
  const recording = pickWhole(caller)
  if (!recording) return
  const text = randomBytes(caller.random.between(10, 2_000)).toString('hex')
  const body = { text, markers: [] }
  const request = () => caller.api.putNotes({ path: pathOf(recording), body })
  if (await write(recording.notes, text, request)) count(caller.journal.acknowledged, 'putNotes')
}

const analyze: Act = async (caller) => {
  const recording = pickWhole(caller)
  if (!recording) return
  const body = { prompt_id: caller.promptId, force_new: true }
  recording.unanswered += 1
  const { data } = await caller.api.analyzeContent({ path: pathOf(recording), body })
  recording.unanswered -= 1
  recording.analyses.push(data.analysis_id)
  count(caller.journal.acknowledged, 'analyzeContent')
}

const remove: Act = async (caller) => {
  const recording = pickWhole(caller)
  // Most stay, so that there is something to lose.
  if (!recording || caller.random.between(0, 3) > 0) return
  recording.removed = 'asked'
  await caller.api.deleteContent({ path: pathOf(recording) }).catch((error: unknown) => {
    // An earlier try of the same request did it, and its answer got lost.
    if (!(error instanceof EarshotError && error.status === 404)) throw error
  })
  recording.removed = 'acknowledged'
  count(caller.journal.acknowledged, 'deleteContent')
}

const acts = [upload, upload, upload, makeProject, rename, title, note, analyze, analyze, remove]
