import { recordEvent } from '../../../../service/features/events/events.ts'
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

/** Events stored directly and at once, without the recordings they would be of; their ids. */
export async function emit(
  app: TestApp,
  count: number,
  {
    projectId = null,
    filename = 'call.wav',
  }: { projectId?: string | null; filename?: string } = {},
): Promise<string[]> {
  const organizationId = await organizationOf(app)
  const data = { content_id: 'cont_1', filename }
  const emitOne = () =>
    app.deps.db.transaction((tx) =>
      recordEvent(app.deps, tx, {
        event: 'content.deleted',
        organizationId,
        projectId,
        data,
        link: '/v1/projects',
      }),
    )
  return Promise.all(Array.from({ length: count }, emitOne))
}
