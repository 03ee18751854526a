import { create } from 'zustand'
import { listContent } from 'earshot/client'
import { shownName } from '../../ui/shown-name.ts'
import { runBulk } from './bulk-run.ts'

type BulkKind = 'delete' | 'transcribe' | 'analyse' | 'export' | 'undo'
export type BulkJob = {
  projectId: string
  kind: BulkKind
  total: number
  done: readonly string[]
  failed: readonly { id: string; name: string; message: string }[]
  state: 'running' | 'done' | 'stopped'
}
export type BulkWork = {
  kind: BulkKind
  work: (id: string) => Promise<void>
  /** Undoes the action for one item; omitted if it cannot be undone. */
  undo?: (id: string) => Promise<void>
  /** Called at the end; if it throws, the whole run fails. */
  finish?: (done: readonly string[]) => Promise<void>
}

type Bulk = {
  job: BulkJob | null
  /** The last job, kept to retry or undo it. */
  last: BulkWork | null
  start: (projectId: string, ids: readonly string[], work: BulkWork) => Promise<void>
  stop: () => void
  dismiss: () => void
}

const atOnce = 4
let controller = new AbortController()

/** Bulk work on recordings; continues when another screen opens. */
export const useBulk = create<Bulk>((set, get) => ({
  job: null,
  last: null,
  start: async (projectId, ids, bulk) => {
    controller = new AbortController()
    const { signal } = controller
    const job = { projectId, kind: bulk.kind, total: ids.length, done: [], failed: [] }
    set({ job: { ...job, state: 'running' }, last: bulk })
    const change = (part: Partial<BulkJob>) => {
      const now = get().job
      if (now && !(signal.aborted && part.state === undefined)) set({ job: { ...now, ...part } })
    }
    const result = await runBulk(ids, bulk.work, {
      atOnce,
      signal,
      onStep: ({ done, failed }) =>
        change({ done: [...done], failed: failed.map((one) => ({ ...one, name: '' })) }),
    })
    const names = await namesOf(
      projectId,
      result.failed.map(({ id }) => id),
    )
    const failed = result.failed.map((one) => ({ ...one, name: names.get(one.id) ?? one.id }))
    if (!signal.aborted) await bulk.finish?.(result.done)
    change({ done: result.done, failed, state: signal.aborted ? 'stopped' : 'done' })
  },
  stop: () => controller.abort(),
  dismiss: () => set({ job: null, last: null }),
}))

const mostAtOnce = 100

/** Names by id for those recordings that still exist: a name says more than an id. */
async function namesOf(projectId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  try {
    for (let start = 0; start < ids.length; start += mostAtOnce) {
      const some = ids.slice(start, start + mostAtOnce).join(',')
      const query = { ids: some, limit: mostAtOnce }
      const { data } = await listContent({ path: { projectId }, query })
      for (const item of data) names.set(item.id, shownName(item))
    }
  } catch {
    // Failures are then listed by id.
  }
  return names
}
