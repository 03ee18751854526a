import { recordEvent } from '../../../../service/features/events/events.ts'
import type { TestApp } from '../../../support/app.ts'

/** Before everything that is kept, as a last event id. */
export const startOfStream = `evt_${'0'.repeat(26)}`

export const inSeconds = 1_000
export const inDays = 86_400_000

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
