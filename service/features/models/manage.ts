import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { isOfHub, type Model } from '../../engine/models/catalogue.ts'
import { DownloadError } from '../../engine/models/download.ts'
import { foldersOf, requireModel } from './models.ts'
import { isDefault, openView, toRecord, type View } from './record.ts'
import type { ModelRecord, NewModel } from './schema.ts'
import { isTranscribing, isWriting } from './store.ts'

type ModelDeps = Pick<Deps, 'db' | 'config' | 'modelInstalls'>

/** Adds a model of the hub to the list, with the size, licence and hash that the hub tells of it. */
export async function addModel(
  deps: ModelDeps,
  caller: Caller,
  { hub_name: name }: NewModel,
): Promise<ModelRecord> {
  requireMachineAdmin(caller)
  const model = await deps.modelInstalls.add(name).catch((error: unknown) => {
    throw error instanceof DownloadError ? toApiError(error) : error
  })
  if (!model) throw errors.invalid('hub_name', 'invalid', nameText)
  const view = await openView(deps.db.sql, caller, foldersOf(deps))
  const state = await deps.modelInstalls.stateOf(model)
  return deps.db.transaction((tx) => toRecord(tx, view, model, state))
}

const nameText =
  'A model of the hub is named by owner, repository and file: hf:owner/repository/file.gguf'

const toApiError = ({ code, message }: DownloadError): ApiError =>
  code === 'unreachable'
    ? new ApiError('hub_unavailable', message)
    : new ApiError('hub_file_refused', message)

/** Begins to fetch a model of the list; where it is here or on its way, nothing more happens. */
export const installModel = (deps: ModelDeps, caller: Caller, id: string): Promise<ModelRecord> =>
  act(deps, caller, id, deps.modelInstalls.install)

/** Stops an installation, or a comparison; what has come of the file stays for the next try. */
export const cancelModel = (deps: ModelDeps, caller: Caller, id: string): Promise<ModelRecord> =>
  act(deps, caller, id, (model) => deps.modelInstalls.cancel(model.id))

/** Begins to compare the file's hash with the list. */
export const verifyModel = (deps: ModelDeps, caller: Caller, id: string): Promise<ModelRecord> =>
  act(deps, caller, id, deps.modelInstalls.verify)

/** Deletes the file of a model, or what an installation that was broken off left of it. */
export async function removeModel(
  deps: ModelDeps,
  caller: Caller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  requireMachineAdmin(caller)
  const model = await requireModel(deps, id)
  const place = await deps.modelInstalls.placeOf(model)
  if (place === 'bundled') {
    throw new ApiError('resource_protected', `${model.name} is part of the software and stays.`)
  }
  if (place === 'elsewhere') {
    const text = `${model.name} lies in a folder that you named; delete its file there.`
    throw new ApiError('resource_protected', text)
  }
  const { received_bytes: received } = await deps.modelInstalls.stateOf(model)
  if (!place && received === 0 && !isOfHub(model)) throw errors.notFound('installed model')
  const view = await openView(deps.db.sql, caller, foldersOf(deps))
  if (model.kind === 'speech-to-text' && isDefault(view, model)) {
    const text = `${model.name} is used by default; choose another default first.`
    throw new ApiError('model_in_use', text)
  }
  if (await isBusy(deps, view, model)) {
    const text = `${model.name} is at work; remove it when the queue is done.`
    throw new ApiError('model_in_use', text)
  }
  await deps.modelInstalls.remove(model)
  return { id: model.id, deleted: true }
}

async function isBusy({ db }: ModelDeps, view: View, model: Model): Promise<boolean> {
  if (model.kind === 'language-model') return isDefault(view, model) && isWriting(db.sql)
  return model.kind === 'speech-to-text' && isTranscribing(db.sql, model.id)
}

async function act(
  deps: ModelDeps,
  caller: Caller,
  id: string,
  work: (model: Model) => Promise<void>,
): Promise<ModelRecord> {
  requireMachineAdmin(caller)
  const model = await requireModel(deps, id)
  await work(model)
  // Files are looked at before the transaction, which keeps the answer of an Idempotency-Key.
  const view = await openView(deps.db.sql, caller, foldersOf(deps))
  const state = await deps.modelInstalls.stateOf(model)
  return deps.db.transaction((tx) => toRecord(tx, view, model, state))
}
