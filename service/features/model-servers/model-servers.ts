import path from 'node:path'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { ApiError, errors, JobError } from '../../core/errors.ts'
import { isId, newId } from '../../core/ids.ts'
import { seal, unseal } from '../../core/secrets.ts'
import { toIso } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { findLocalServers } from '../../engine/connected/discovery.ts'
import {
  servedModelName,
  type ModelServer as Server,
  type ServedModel,
} from '../../engine/connected/model-server.ts'
import type { ModelChoice } from '../../engine/engine.ts'
import { readEntranceTests } from '../../engine/reading/entrance-records.ts'
import { isOnThisMachine } from '../../engine/connected/server-address.ts'
import {
  listServerModels,
  serverKinds,
  type ServerModels,
} from '../../engine/connected/server-models.ts'
import type { PageOf } from '../../http/envelope.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { requireAllowedServer } from './allowed-server.ts'
import { toEntranceTest } from './entrance-test.ts'
import type { FoundModelServers, ModelServer, NewModelServer } from './schema.ts'
import {
  deleteModelServer,
  insertModelServer,
  selectAllModelServers,
  selectChosen,
  selectModelServer,
  selectModelServers,
  type ModelServerRow,
} from './store.ts'

const maxServers = 10

type EntranceTests = Awaited<ReturnType<typeof readEntranceTests>>

/** Connected servers, newest first, with what each of them has now: every one is asked. */
export async function listModelServers(
  { db, keys, config }: Pick<Deps, 'db' | 'keys' | 'config'>,
  caller: Caller,
  query: PagingQuery,
): Promise<PageOf<ModelServer>> {
  requireMachineAdmin(caller)
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectModelServers(db.sql, caller.organizationId, request)
  const chosen = await selectChosen(db.sql, caller.organizationId)
  const tests = await readEntranceTests(path.join(config.dataDir, 'models'))
  const records = items.map(async (row) => {
    const listed = await askServer(toServer(keys.modelServer, row))
    return toModelServer(row, listed, { chosen, tests })
  })
  return { items: await Promise.all(records), nextCursor }
}

/** Servers that run on this machine now and are not connected. */
export async function findModelServers(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<FoundModelServers> {
  requireMachineAdmin(caller)
  const connected = await selectAllModelServers(db.sql, caller.organizationId)
  const known = new Set(
    connected.map((row) => row.base_url.replace('//localhost:', '//127.0.0.1:')),
  )
  const found = await findLocalServers(new AbortController().signal)
  const servers = found
    .filter(({ baseUrl }) => !known.has(baseUrl))
    .map(({ baseUrl, kind, models }) => ({
      base_url: baseUrl,
      kind,
      models: models.map(({ name, contextTokens }) => ({ name, context_tokens: contextTokens })),
    }))
  return { servers }
}

/**
 * Connects a server, which has to answer now. The same address again replaces its key and what the
 * owner allowed, and keeps its id.
 */
export async function connectModelServer(
  { db, clock, keys, config }: Pick<Deps, 'db' | 'clock' | 'keys' | 'config'>,
  caller: Caller,
  input: NewModelServer,
): Promise<ModelServer> {
  requireMachineAdmin(caller)
  const { organizationId } = caller
  const server = await requireAllowedServer(input)
  const listed = await askServer(server)
  if (listed instanceof JobError) {
    throw errors.invalid('base_url', 'no_model_server', listed.message)
  }
  const tests = await readEntranceTests(path.join(config.dataDir, 'models'))
  return db.transaction(async (tx) => {
    const rows = await selectAllModelServers(tx, organizationId)
    const before = rows.find((row) => row.base_url === server.baseUrl)
    if (before) await deleteModelServer(tx, before.id)
    else if (rows.length >= maxServers) {
      const text = `There may be at most ${maxServers} model servers.`
      throw errors.invalid('base_url', 'too_many', text)
    }
    const row = await insertModelServer(tx, {
      id: before?.id ?? newId('msv'),
      organization_id: organizationId,
      base_url: server.baseUrl,
      kind: listed.kind,
      api_key_sealed: server.apiKey === null ? null : seal(keys.modelServer, server.apiKey),
      allow_remote: input.allow_remote ?? false,
      allow_unencrypted: input.allow_unencrypted ?? false,
      created_at: before?.created_at ?? clock.now(),
    })
    return toModelServer(row, listed, { chosen: await selectChosen(tx, organizationId), tests })
  })
}

/** Forgets a server and its key; 409 while one of its models is the chosen one. */
export async function disconnectModelServer(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  requireMachineAdmin(caller)
  const { organizationId } = caller
  return db.transaction(async (tx) => {
    const row = await selectModelServer(tx, organizationId, id)
    if (!row) throw errors.notFound('model server')
    if ((await selectChosen(tx, organizationId))?.startsWith(`${id}/`)) {
      const text = 'One of its models writes the analyses; choose another one first.'
      throw new ApiError('model_in_use', text)
    }
    await deleteModelServer(tx, id)
    return { id, deleted: true }
  })
}

/** The id of a server's model in settings: the server's id, a slash, and the model's name. */
const servedModelId = (serverId: string, name: string): string => `${serverId}/${name}`

/** The parts of a served model's id; null for an id of the catalogue. */
function partsOf(id: string): { serverId: string; name: string } | null {
  const at = id.indexOf('/')
  const serverId = id.slice(0, at)
  return at > 0 && isId('msv', serverId) ? { serverId, name: id.slice(at + 1) } : null
}

/** Whether a setting names a model of a server, which need not run now. */
export const isServedModel = (id: string): boolean => partsOf(id) !== null

/** Whether the model's server is one that the organization connected. */
export async function isConnected(
  sql: Sql,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: string,
): Promise<boolean> {
  const parts = partsOf(id)
  if (!parts) return false
  return (await selectModelServer(sql, organizationId, parts.serverId)) !== undefined
}

/**
 * The language model that an organization chose, or the one that it wants: one of its servers, the id of one of
 * the catalogue, or null for none.
 */
export async function readChosenModel(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { organizationId, model: wanted }: ModelChoice,
): Promise<ServedModel | string | null> {
  const id = wanted ?? (await selectChosen(db.sql, organizationId))
  const parts = id === null ? null : partsOf(id)
  const row = parts && (await selectModelServer(db.sql, organizationId, parts.serverId))
  if (id === null || !parts || !row) return id
  return { id, name: parts.name, server: toServer(keys.modelServer, row) }
}

function toServer(key: Buffer, row: ModelServerRow): Server {
  return {
    baseUrl: row.base_url,
    apiKey: row.api_key_sealed === null ? null : unsealed(key, row.api_key_sealed),
    allowRemote: row.allow_remote,
  }
}

/** Null where the installation's key is another one (reliability.md B-6): the server then says so. */
function unsealed(key: Buffer, text: string): string | null {
  try {
    return unseal(key, text)
  } catch {
    return null
  }
}

async function askServer(server: Server): Promise<ServerModels | JobError> {
  try {
    return await listServerModels(server, new AbortController().signal)
  } catch (error) {
    if (error instanceof JobError) return error
    throw error
  }
}

function toModelServer(
  row: ModelServerRow,
  listed: ServerModels | JobError,
  { chosen, tests }: { chosen: string | null; tests: EntranceTests },
): ModelServer {
  const isReachable = !(listed instanceof JobError)
  const kind = isReachable ? listed.kind : serverKinds.find((one) => one === row.kind)
  const used = chosen === null ? null : partsOf(chosen)
  const usedHere = used?.serverId === row.id ? [{ name: used.name, contextTokens: null }] : []
  const models = (isReachable ? listed.models : usedHere).map(({ name, contextTokens }) => {
    const id = servedModelId(row.id, name)
    const server = { baseUrl: row.base_url, apiKey: null, allowRemote: row.allow_remote }
    const entrance_test = toEntranceTest(tests[servedModelName({ name, server })])
    return { id, name, context_tokens: contextTokens, entrance_test, is_default: id === chosen }
  })
  return {
    id: row.id,
    base_url: row.base_url,
    kind: kind ?? 'other',
    is_local: isOnThisMachine(row.base_url),
    allow_remote: row.allow_remote,
    allow_unencrypted: row.allow_unencrypted,
    has_api_key: row.api_key_sealed !== null,
    state: {
      status: isReachable ? 'reachable' : 'unreachable',
      problem: isReachable ? null : listed.message,
    },
    models,
    created_at: toIso(row.created_at),
  }
}
