import { createEarshot, type Earshot } from '../client/index.ts'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { arch, platform, release } from 'node:os'
import path from 'node:path'
import { describeError } from '../core/log.ts'
import { logFolder } from '../core/log-file.ts'
import type { Session } from './discovery.ts'

const lastLines = 400

export type DiagnosticsSource = {
  dataDir: string
  /** Null where no service runs: then the logs say why. */
  session: Session | null
}

/** Writes the report as indented JSON, for its owner only. */
export async function writeDiagnostics(file: string, source: DiagnosticsSource): Promise<void> {
  const report = await collectDiagnostics(source)
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
}

/**
 * Versions, platform, settings without names and secrets, models, counts and the last lines of the
 * logs. Nothing that was said, no file name, no key.
 */
async function collectDiagnostics({ dataDir, session }: DiagnosticsSource) {
  return {
    created_at: new Date().toISOString(),
    system: { platform: platform(), release: release(), arch: arch(), node: process.versions.node },
    service: session ? await describeService(session) : 'No service runs.',
    logs: await readLogs(logFolder(dataDir)),
  }
}

async function describeService({ service, token }: Session) {
  const api = createEarshot({ baseUrl: service.base_url, apiKey: token, retries: 1 })
  const [machine, storage, settings, models, counts] = await Promise.all(
    [readMachine, readStorage, readSettings, readModels, countRows].map((read) =>
      // One part that cannot be read says so in its place.
      read(api).catch((error: unknown) => ({ error: describeError(error) })),
    ),
  )
  return {
    version: service.version,
    started_at: service.started_at,
    machine,
    storage,
    settings,
    models,
    counts,
  }
}

async function readMachine(api: Earshot) {
  const { components, memory_bytes, cores, engine_isolation, ...machine } = (await api.getMachine())
    .data
  const { speech_processor, writing_processor, graphics_failure } = machine
  const versions = components.map(({ name, version }) => [name, version] as const)
  return {
    memory_bytes,
    cores,
    speech_processor,
    writing_processor,
    graphics_failure,
    engine_isolation,
    components: Object.fromEntries(versions),
  }
}

/** Without the path of the data folder, which names the account it belongs to. */
async function readStorage(api: Earshot) {
  const { data_folder: _, ...sizes } = (await api.getStorage()).data
  return sizes
}

async function readSettings(api: Earshot) {
  const { settings, usage } = (await api.getOrganization()).data
  const { speech_model, language_model, vocabulary } = settings
  return { speech_model, language_model, vocabulary_terms: vocabulary.length, usage }
}

async function readModels(api: Earshot) {
  const models = await Array.fromAsync(api.all(api.listModels))
  return models.map(({ id, kind, state, is_default }) => ({
    id,
    kind,
    status: state.status,
    is_default,
  }))
}

async function countRows(api: Earshot) {
  const projects = await Array.fromAsync(api.all(api.listProjects))
  const query = { status: 'processing' as const }
  const processing = await Array.fromAsync(api.all(api.listAllContent, { query }))
  const webhooks = await Array.fromAsync(api.all(api.listWebhooks))
  return {
    projects: projects.length,
    recordings: projects.reduce((sum, project) => sum + project.content_count, 0),
    processing: processing.length,
    webhooks: webhooks.length,
  }
}

/** The last lines of each log file, by its name. */
async function readLogs(folder: string): Promise<Record<string, string[]>> {
  const names = await readdir(folder).catch(() => [])
  const logs = names.filter((name) => name.endsWith('.log')).toSorted()
  const entries = await Promise.all(
    logs.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      return [name, text.trimEnd().split('\n').slice(-lastLines)] as const
    }),
  )
  return Object.fromEntries(entries)
}
