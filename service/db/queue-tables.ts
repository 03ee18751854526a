import type { ColumnType, Generated } from 'kysely'

export type Jobs = {
  id: Generated<number>
  name: string
  lane: 'engine' | 'analyser' | 'light'
  payload: ColumnType<unknown, string, string>
  key: string | null
  state: 'waiting' | 'running'
  attempt: Generated<number>
  max_attempts: number
  run: Generated<number>
  worker: string | null
  only_worker: string | null
  organization_id: Generated<string>
  not_before: Date | null
  is_first: Generated<boolean>
  moved_up: Generated<number>
  created_at: Date
  traceparent: string | null
  ends_of_process: Generated<number>
}

/** The processes that work on the database. */
export type Processes = { id: string; lease_until: Date; is_leader: Generated<boolean> }

export type QueuePause = { id: Generated<boolean>; paused_at: Date }
