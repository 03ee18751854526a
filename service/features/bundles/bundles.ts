/**
 * All of one prompt, project or recording, as it goes from one installation to another: rows with their ids and
 * times, and the file (api-choices.md 43). What is there already is never changed by one.
 */
import { createHash } from 'node:crypto'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { errors } from '../../core/errors.ts'
import { isId } from '../../core/ids.ts'
import { toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { addEntry, toActor } from '../audit-log/audit-log.ts'
import { mediaAddress } from '../content/media.ts'
import { freeSlug } from '../projects/projects.ts'
import {
  fromPortablePrompts,
  idTaken,
  onlyRow,
  refuseUnfit,
  requireFreeIds,
  requireRows,
  rowsOf,
  toPortablePrompts,
  type BundleRows,
} from './rows.ts'
import { putContent, stored, type PutDeps } from './put-content.ts'
import {
  bundleFormat,
  type Bundle,
  type BundleInput,
  type BundlesQuery,
  type BundleState,
  type ListedBundle,
  type TranscriptBundle,
} from './schema.ts'
import {
  insertRows,
  selectBundles,
  selectFile,
  selectOwned,
  selectRows,
  selectTranscriptRow,
  selectVersions,
  type Row,
} from './store.ts'
import { tablesOf, type BundleTable, type BundleType } from './tables.ts'

export async function listBundles(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { type, ...query }: BundlesQuery,
) {
  requireMachineAdmin(caller)
  const request = { ...query, filters: { type }, key: keys.cursor }
  const { items, nextCursor } = await selectBundles(db.sql, caller.organizationId, type, request)
  const toItem = ({ created_at, ...row }: (typeof items)[number]): ListedBundle => ({
    ...row,
    type,
    created_at: toIso(created_at),
  })
  return { items: items.map(toItem), nextCursor }
}

/** A built-in prompt and the bin are no bundles: each organization has its own. */
async function requireOwned(sql: Sql, { organizationId }: Caller, id: string) {
  const type = requireType(id)
  const owned = await selectOwned(sql, type, id)
  if (owned?.organization_id !== organizationId || !owned.is_custom) throw errors.notFound('bundle')
  return { type, owned }
}

function requireType(id: string): BundleType {
  if (isId('prompt', id)) return 'prompt'
  if (isId('proj', id)) return 'project'
  if (isId('cont', id)) return 'content'
  throw errors.notFound('bundle')
}

/** Everything but the transcripts and the file, which are read by themselves. */
export async function readBundle(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  caller: Caller,
  id: string,
  origin: string,
): Promise<Bundle> {
  requireMachineAdmin(caller)
  const { sql } = deps.db
  const { type, owned } = await requireOwned(sql, caller, id)
  const tables: Bundle['tables'] = []
  for (const table of tablesOf[type]) {
    const rows = await selectRows(sql, table, id)
    const column = promptColumns[table.name]
    tables.push({
      name: table.name,
      rows: column ? await toPortablePrompts(sql, caller.organizationId, rows, column) : rows,
    })
  }
  const isContent = type === 'content'
  return {
    format: bundleFormat,
    id,
    type,
    project_id: isContent ? owned.project_id : null,
    tables,
    transcripts: isContent ? await hashTranscripts(sql, id) : [],
    media: isContent ? await describeMedia(deps, id, origin) : null,
  }
}

const promptColumns: Partial<Record<BundleTable['name'], string>> = {
  projects: 'default_prompt_id',
  analysis_runs: 'prompt_id',
}

async function hashTranscripts(sql: Sql, contentId: string): Promise<Bundle['transcripts']> {
  const hashed: Bundle['transcripts'] = []
  for (const version of await selectVersions(sql, contentId)) {
    const row = await selectTranscriptRow(sql, contentId, version)
    const sha256 = createHash('sha256').update(canonicalJson(row)).digest('hex')
    hashed.push({ version, sha256 })
  }
  return hashed
}

async function describeMedia(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  contentId: string,
  origin: string,
): Promise<Bundle['media']> {
  const file = await selectFile(deps.db.sql, contentId)
  if (!file || file.status === 'uploaded' || file.media_state !== 'ok') return null
  const { size_bytes, sha256 } = file
  return { url: mediaAddress(deps, file, origin), size_bytes, sha256 }
}

export async function readTranscriptBundle(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  id: string,
  version: number,
): Promise<TranscriptBundle> {
  requireMachineAdmin(caller)
  const { type } = await requireOwned(db.sql, caller, id)
  const row = type === 'content' ? await selectTranscriptRow(db.sql, id, version) : undefined
  if (!row) throw errors.notFound('version')
  return { version, row }
}

/** Stores what is not there; a repeated request changes nothing, whatever it says. */
export async function putBundle(
  deps: PutDeps,
  caller: Caller,
  id: string,
  { origin, ...input }: BundleInput & { origin: string },
): Promise<BundleState> {
  requireMachineAdmin(caller)
  const type = requireType(id)
  const owned = await selectOwned(deps.db.sql, type, id)
  if (owned && (owned.organization_id !== caller.organizationId || !owned.is_custom)) {
    throw idTaken()
  }
  if (owned && owned.status !== 'uploaded') return stored(id)
  const rows = requireRows(type, input)
  if (type === 'content') return putContent(deps, caller, { id, rows, owned, origin, ...input })
  const put = type === 'prompt' ? putPrompt : putProject
  await refuseUnfit(
    deps.db.transaction(async (tx) => {
      const now = await selectOwned(tx, type, id)
      if (now !== undefined) return
      await put(tx, caller, id, rows)
      const projectId = type === 'project' ? id : null
      const entry = { action: `${type}.taken_in`, objectId: id, projectId }
      await addEntry(tx, toActor(caller), entry, deps.clock.now())
    }),
  )
  return stored(id)
}

async function putPrompt(tx: Tx, caller: Caller, id: string, rows: BundleRows): Promise<void> {
  await insertAll(tx, 'prompt', rows, (name): Row =>
    name === 'prompts'
      ? { id, organization_id: caller.organizationId, type: 'custom' }
      : // Members stay where they are: whoever brought it here answers for it.
        { prompt_id: id, edited_by: caller.memberId },
  )
}

async function putProject(tx: Tx, caller: Caller, id: string, rows: BundleRows): Promise<void> {
  const { organizationId: organization_id } = caller
  await requireFreeIds(tx, 'project', rows)
  const [project = {}] = await fromPortablePrompts(tx, organization_id, rowsOf(rows, 'projects'), {
    column: 'default_prompt_id',
    withoutOne: () => null,
  })
  const { name, slug } = onlyRow(rows, 'projects')
  const given = { name: String(slug ?? name) }
  const row = { ...project, slug: await freeSlug(tx, organization_id, given) }
  await insertAll(tx, 'project', new Map([...rows, ['projects', [row]]]), (table): Row =>
    table === 'projects' ? { id, organization_id } : { project_id: id },
  )
}

async function insertAll(
  tx: Tx,
  type: BundleType,
  rows: BundleRows,
  fixedOf: (name: BundleTable['name']) => Row,
): Promise<void> {
  for (const table of tablesOf[type]) {
    await insertRows(tx, table, rowsOf(rows, table.name), fixedOf(table.name))
  }
}
