import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { requireWritingModel } from '../models/models.ts'
import type { AllModelFigures, ModelFigures, NewModelFigures } from './schema.ts'
import { replaceModelFigures, selectModelFigures, type ModelFiguresRow } from './store.ts'

/** The newest figures of every model that was measured. */
export async function listModelFigures(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<AllModelFigures> {
  const rows = await selectModelFigures(db.sql, caller.organizationId)
  return { models: rows.map(toModelFigures) }
}

/** Keeps what was measured in place of former figures of the model; 400 on one that is not here. */
export async function recordModelFigures(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  { model, ...figures }: NewModelFigures,
): Promise<ModelFigures> {
  requireMachineAdmin(caller)
  await requireWritingModel(deps, caller, model)
  return deps.db.transaction(async (tx) =>
    toModelFigures(
      await replaceModelFigures(tx, {
        organization_id: caller.organizationId,
        model,
        figures: JSON.stringify(figures),
        measured_at: deps.clock.now(),
      }),
    ),
  )
}

const toModelFigures = ({ model, figures, measured_at }: ModelFiguresRow): ModelFigures => ({
  model,
  ...figures,
  measured_at: toIso(measured_at),
})
