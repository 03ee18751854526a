import path from 'node:path'
import { Type } from 'typebox'
import { forAllOrganizations } from '../../core/organization-context.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Model } from '../../engine/models/catalogue.ts'
import { noteSpeed } from '../../engine/models/writing-speeds.ts'
import { defineJob, handle, type JobHandler } from '../../queue/job.ts'

/** Takes its turn among transcriptions and analyses, which would spoil the figures and be slowed down. */
const measureJob = defineJob({
  name: 'model.measure',
  payload: Type.Object({ model_id: Type.String() }),
  lane: 'engine',
  attempts: 1,
})

export const modelJobs = (deps: Deps): JobHandler[] => [
  handle(
    measureJob,
    async ({ payload: { model_id: id }, signal }) => {
      const speed = await deps.writer.measure?.(id, { signal, onProgress: () => undefined })
      if (!speed) return
      const folder = path.join(deps.config.dataDir, 'models')
      await noteSpeed(folder, id, { ...speed, measured_at: toIso(deps.clock.now()) })
    },
    async ({ model_id: id }) => deps.log.warn({ model: id }, 'a model could not be measured'),
  ),
]

/** A language model that was installed is measured once there is a turn for it. */
export async function measureInstalled(
  { db, queue, modelInstalls }: Pick<Deps, 'db' | 'queue' | 'modelInstalls'>,
  model: Model,
): Promise<void> {
  if (model.kind !== 'language-model' || !(await modelInstalls.placeOf(model))) return
  await forAllOrganizations(() =>
    db.transaction((tx) => queue.enqueue(tx, measureJob.of({ model_id: model.id }, model.id))),
  )
}
