import { recordEvent } from '../../../../service/features/events/events.ts'
import type { Tx } from '../../../../service/db/database.ts'
import type { TestApp } from '../../../support/app.ts'
import { openStream, type StreamOptions, type TestStream } from '../../../support/event-stream.ts'

/** Before everything that is kept, as a last event id. */
export const startOfStream = `evt_${'0'.repeat(26)}`

export const inSeconds = 1_000
export const inDays = 86_400_000

/** Streams of the app of the moment, which `close` ends all at once. */
export function openStreams(app: () => TestApp) {
  let streams: TestStream[] = []
  return {
    open: async (query?: string, options?: StreamOptions): Promise<TestStream> => {
      const stream = await openStream(app(), query, options)
      streams.push(stream)
      return stream
    },
    close: (): void => {
      for (const stream of streams) stream.close()
      streams = []
    },
  }
}

export async function organizationOf(app: TestApp): Promise<string> {
  return (await app.call('GET', '/v1/org')).body.data.id
}

type Emitted = { projectId?: string | null; filename?: string }

/** Events stored directly and at once, without the recordings they would be of; their ids. */
export async function emit(app: TestApp, count: number, about: Emitted = {}): Promise<string[]> {
  const record = await recorderOf(app, about)
  return Promise.all(Array.from({ length: count }, () => app.deps.db.transaction(record)))
}

/** The same in one transaction, which takes a fraction of the work. */
export async function emitTogether(app: TestApp, count: number, about: Emitted): Promise<void> {
  const record = await recorderOf(app, about)
  await app.deps.db.transaction(async (tx) => {
    for (let left = count; left > 0; left--) await record(tx)
  })
}

async function recorderOf(
  app: TestApp,
  { projectId = null, filename = 'call.wav' }: Emitted,
): Promise<(tx: Tx) => Promise<string>> {
  const organizationId = await organizationOf(app)
  const data = { content_id: 'cont_1', filename }
  return (tx) =>
    recordEvent(app.deps, tx, {
      ...{ event: 'content.deleted', organizationId, projectId, data, link: '/v1/projects' },
    })
}
