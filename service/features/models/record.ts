import type { Caller } from '../../core/caller.ts'
import type { Sql } from '../../db/database.ts'
import { isOfHub, type Model } from '../../engine/models/catalogue.ts'
import { findLanguageModel } from '../../engine/language-models.ts'
import { fitsMachine } from '../../engine/models/fits.ts'
import { machineCores, machineMemory } from '../../engine/models/machine.ts'
import {
  minutesPerHour,
  readSpeeds,
  type MeasuredSpeed,
} from '../../engine/models/writing-speeds.ts'
import type { ModelState } from '../../engine/models/model-installs.ts'
import { isServedModel } from '../model-servers/model-servers.ts'
import type { ModelRecord } from './schema.ts'
import { countProjects, selectDefaults, selectSpeeds } from './store.ts'

/** What every record of a list is compared with. */
export type View = {
  speeds: Readonly<Record<string, MeasuredSpeed>>
  speechModel: string | null
  languageModel: string | null
  projects: ReadonlyMap<string, number>
}

/** Reads files, so it is made before a transaction and not in one. */
export async function openView(
  sql: Sql,
  caller: Caller,
  folders: readonly string[],
): Promise<View> {
  const { speech_model: speechModel, language_model: preferred } = await selectDefaults(
    sql,
    caller.organizationId,
  )
  const isServed = preferred !== null && isServedModel(preferred)
  const writer = isServed ? null : await findLanguageModel(folders, { preferred })
  const projects = await countProjects(sql, caller)
  // The folder of the data folder comes before the last, which came with the software.
  const speeds = await readSpeeds(folders.at(-2) ?? '')
  return { speechModel, languageModel: writer?.id ?? null, projects, speeds }
}

/** A model as the API shows it. No path and no address of it leaves. */
export async function toRecord(
  sql: Sql,
  view: View,
  model: Model,
  state: ModelState,
): Promise<ModelRecord> {
  const { id, kind, name, languages, bytes, memory_bytes, recommended_ram_bytes, sha256 } = model
  const { status, received_bytes } = state
  const isBundled = model.sources.some((source) => source.kind === 'bundled')
  const isHere = status === 'installed' || status === 'verifying' || status === 'damaged'
  return {
    id,
    ...{ object: 'model' as const, created: 0, owned_by: 'earshot' },
    kind,
    name,
    languages,
    bytes,
    memory_bytes,
    recommended_ram_bytes,
    sha256,
    licence: model.licence,
    is_installed: status === 'installed' || status === 'verifying',
    is_default: isDefault(view, model),
    is_removable: !isBundled && (isHere || received_bytes > 0 || isOfHub(model)),
    project_count: view.projects.get(id) ?? 0,
    state: { ...state, fraction: bytes === null ? 0 : Math.min(1, received_bytes / bytes) },
    fits: fitsMachine(model, { memoryBytes: machineMemory(), cores: machineCores() }),
    speed: model.speed ?? null,
    quality: model.quality ?? null,
    writing_speed: kind === 'language-model' ? toSpeed(view.speeds[id]) : null,
    measured_speed: kind === 'speech-to-text' ? await measuredSpeed(sql, id) : null,
  }
}

/** Of the language models, the one that answers now. */
export function isDefault({ speechModel, languageModel }: View, model: Model): boolean {
  if (model.kind === 'language-model') return model.id === languageModel
  if (model.kind === 'speech-to-text' && speechModel !== null) return model.id === speechModel
  return model.is_default ?? false
}

const toSpeed = (speed: MeasuredSpeed | undefined): ModelRecord['writing_speed'] =>
  speed ? { ...speed, minutes_per_hour: minutesPerHour(speed) } : null

const newest = 20

/** Of the newest transcriptions with a model on this machine; null without any. */
export async function measuredSpeed(sql: Sql, id: string): Promise<ModelRecord['measured_speed']> {
  const speeds = (await selectSpeeds(sql, id, newest)).toSorted((left, right) => left - right)
  const [low, high] = [speeds[(speeds.length - 1) >> 1], speeds[speeds.length >> 1]]
  if (low === undefined || high === undefined) return null
  return { times_real_time: Math.round((low + high) * 50) / 100, recordings: speeds.length }
}
