import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { ContentItem } from '../content/content-item.ts'
import { listAllContent } from '../content/list.ts'
import { estimateRemaining } from './estimate.ts'
import type { Queue, QueuePause } from './schema.ts'
import { countOpen, selectQueued } from './store.ts'

type QueueDeps = Pick<Deps, 'db' | 'keys' | 'queue' | 'transcriber' | 'writer'>

const mostListed = 100

export async function readQueue(deps: QueueDeps, caller: Caller): Promise<Queue> {
  const { sql } = deps.db
  const [pausedAt, recordings, counts, remaining] = [
    await deps.queue.pausedAt(sql),
    await listQueued(deps, caller),
    await countOpen(sql, caller),
    await estimateRemaining(deps, caller.organizationId),
  ]
  return {
    paused_at: toIsoOrNull(pausedAt),
    recordings,
    recording_count: counts.recordings,
    analysis_count: counts.analyses,
    remaining_seconds: remaining,
  }
}

async function listQueued(deps: QueueDeps, caller: Caller): Promise<ContentItem[]> {
  const ids = await selectQueued(deps.db.sql, caller, mostListed)
  if (ids.length === 0) return []
  const { items } = await listAllContent(deps, caller, { ids: ids.join(','), limit: mostListed })
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: ContentItem): number => places.get(id) ?? ids.length
  return items.toSorted((one, two) => placeOf(one) - placeOf(two))
}

type PauseDeps = Pick<Deps, 'db' | 'queue'>

export async function pauseQueue({ db, queue }: PauseDeps, caller: Caller): Promise<QueuePause> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => ({ paused_at: toIso(await queue.pause(tx)) }))
}

export async function resumeQueue({ db, queue }: PauseDeps, caller: Caller): Promise<QueuePause> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await queue.resume(tx)
    return { paused_at: null }
  })
}
