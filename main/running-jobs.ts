import { createEarshot } from '../service/client/index.ts'
import type { ServiceSession } from './desktop-api.ts'

// A service that does not answer by then is nothing to wait for; its jobs go on at the next start.
const answersWithinMs = 3_000
const most = 100

/** How many recordings and analyses the service works on or has waiting; what is paused waits for a person. */
export async function countJobs(session: ServiceSession | null): Promise<number> {
  if (session === null) return 0
  const signal = AbortSignal.timeout(answersWithinMs)
  const earshot = createEarshot({ baseUrl: session.baseUrl, apiKey: session.key, retries: 0 })
  try {
    const [recordings, analyses] = await Promise.all([
      earshot.listAllContent({ query: { status: 'processing', limit: most }, signal }),
      earshot.listAllAnalyses({ query: { status: 'open', limit: most }, signal }),
    ])
    const active = recordings.data.filter(({ stage }) => stage !== 'paused')
    return active.length + analyses.data.length
  } catch {
    return 0
  }
}
