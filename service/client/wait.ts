import { EarshotError } from './errors.ts'
import type {
  Analysis,
  ContentDetail,
  InsightsItem,
  Transcript,
  Trial,
} from './generated/types.gen.ts'
import type { Operations } from './operations.ts'
import type { Pause } from './retry.ts'

export type WaitOptions = {
  /** Called at each poll: what is being done, and how much of it (0 to 1; 0 if unknown). */
  onProgress?: (step: string, fraction: number) => void
  signal?: AbortSignal
  /** Gives up after this time, with code wait_timeout; without it, waits as long as it takes. */
  timeoutMs?: number
}
type Recording = { projectId: string; contentId: string }
type Work = { status: string; error?: { code: string; message: string } | null }

/** Waits until a recording is transcribed; throws if that fails. */
export async function waitForTranscript(
  api: Operations & { pause: Pause },
  { projectId, contentId }: Recording,
  options: WaitOptions = {},
): Promise<Transcript> {
  const path = { projectId, contentId }
  const poll = async (): Promise<ContentDetail> => {
    // Polled often, so without the transcript, which may be long.
    const { data } = await api.getContent({
      path,
      query: { include: 'analyses' },
      ...aborted(options),
    })
    options.onProgress?.(data.stage ?? data.status, data.progress ?? 0)
    return data
  }
  await untilDone(api.pause, poll, options)
  return (await api.getTranscript({ path, ...aborted(options) })).data
}

/** Waits for an analysis; throws if it fails. */
export function waitForAnalysis(
  api: Operations & { pause: Pause },
  { projectId, contentId, analysisId }: Recording & { analysisId: string },
  options: WaitOptions = {},
): Promise<Analysis> {
  const path = { projectId, contentId, analysisId }
  const poll = async () => {
    const { data } = await api.getAnalysis({ path, ...aborted(options) })
    options.onProgress?.(data.status, data.progress ?? 0)
    return data
  }
  return untilDone(api.pause, poll, options)
}

/** Waits for the result of trying a prompt; throws if it fails. */
export function waitForTrial(
  api: Operations & { pause: Pause },
  { projectId, contentId, trialId }: Recording & { trialId: string },
  options: WaitOptions = {},
): Promise<Trial> {
  const path = { projectId, contentId, trialId }
  const poll = async () => {
    const { data } = await api.getTrial({ path, ...aborted(options) })
    options.onProgress?.(data.status, data.progress ?? 0)
    return data
  }
  return untilDone(api.pause, poll, options)
}

/** Waits for the insights of a project; throws if they fail. */
export function waitForInsights(
  api: Operations & { pause: Pause },
  { projectId, insightsId }: { projectId: string; insightsId: string },
  options: WaitOptions = {},
): Promise<InsightsItem> {
  const poll = async () => {
    // Newest first, and one at a time per project: it is on the first page.
    const { data } = await api.listInsights({ path: { projectId }, ...aborted(options) })
    const found = data.find(({ id }) => id === insightsId)
    if (!found) {
      const text = `The project has no insights ${insightsId}.`
      throw new EarshotError(text, { code: 'not_found', status: 404 })
    }
    options.onProgress?.(found.status, 0)
    return found
  }
  return untilDone(api.pause, poll, options)
}

const aborted = ({ signal }: WaitOptions) => (signal ? { signal } : {})

/** Polls often at first, for short clips, then every two seconds. */
async function untilDone<T extends Work>(
  pause: Pause,
  poll: () => Promise<T>,
  { timeoutMs = Infinity, signal }: WaitOptions,
): Promise<T> {
  let waited = 0
  for (let waitMs = 200; ; waitMs = Math.min(waitMs * 1.5, 2_000)) {
    const found = await poll()
    if (found.status === 'completed') return found
    if (found.status === 'failed') throw toFailedWork(found)
    if (waited >= timeoutMs) {
      const text = `It is still ${found.status} after ${Math.round(timeoutMs / 1_000)} seconds.`
      throw new EarshotError(text, { code: 'wait_timeout', status: 0 })
    }
    await pause(waitMs, signal)
    waited += waitMs
  }
}

/** Work that was accepted and then failed carries its own error; the HTTP status was 200. */
const toFailedWork = ({ error }: Work): EarshotError =>
  new EarshotError(error?.message ?? 'It failed; no reason was given.', {
    code: error?.code ?? 'failed',
    status: 200,
  })
