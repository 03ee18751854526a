import { canonicalJson } from '../../core/canonical-json.ts'
import { requireMachineAdmin, sessionIdOf, type Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { sha256Hex } from '../../core/secrets.ts'
import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { AuditedAction, BeginAudit } from '../../http/audit.ts'
import type { AuditEntry, AuditQuery, HashedEntry } from './schema.ts'
import {
  insertAuditEntry,
  selectAuditLog,
  selectLastEntry,
  type AuditRow,
  type ListedRow,
} from './store.ts'

const firstHash = '0'.repeat(64)

/** Newest first. It tells of all projects, so no restricted key reads it. */
export async function listAuditLog(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { action, ...query }: AuditQuery,
) {
  requireMachineAdmin(caller)
  const request = { ...query, action, filters: { action }, key: keys.cursor }
  const { items, nextCursor } = await selectAuditLog(db.sql, caller.organizationId, request)
  return { items: items.map(toListed), nextCursor }
}

/** Writes the entry of a request in the transaction that does its work (see http/audit.ts). */
export function beginAudit({ db, clock }: Pick<Deps, 'db' | 'clock'>): BeginAudit {
  return (caller, toAction) => {
    let isWritten = false
    const write = async (tx: Tx, result: unknown): Promise<void> => {
      await addEntry(tx, toActor(caller), toAction(result), clock.now())
      isWritten = true
    }
    return {
      during: (fn) => db.hookFirstCommit(write, fn),
      finish: async () => {
        if (!isWritten) await db.transaction((tx) => write(tx, null))
      },
    }
  }
}

/** Who did something: through an API key, a browser's session or, with neither, the app of this machine. */
type Actor = {
  organizationId: string
  memberId: string
  apiKeyId: string | null
  sessionId: string | null
}

export function toActor(caller: Caller): Actor {
  const { organizationId, memberId, keyId, isSession } = caller
  const sessionId = sessionIdOf(caller)
  return { organizationId, memberId, sessionId, apiKeyId: isSession || sessionId ? null : keyId }
}

/** Writes an entry in the transaction of what it tells of. */
export async function addEntry(
  tx: Tx,
  { organizationId, apiKeyId, sessionId, memberId }: Actor,
  { action, objectId, projectId, tool = null }: AuditedAction,
  now: Date,
): Promise<void> {
  const last = await selectLastEntry(tx, organizationId)
  const row = {
    id: newId('aud'),
    organization_id: organizationId,
    position: (last?.position ?? 0) + 1,
    action,
    object_id: objectId,
    project_id: projectId,
    api_key_id: apiKeyId,
    session_id: sessionId,
    tool,
    member_id: memberId,
    created_at: now,
    previous_hash: last?.hash ?? firstHash,
  }
  const { hash: _none, ...entry } = toEntry({ ...row, hash: '' })
  await insertAuditEntry(tx, { ...row, hash: sha256Hex(canonicalJson(entry)) })
}

function typeOf({ api_key_id, session_id }: AuditRow): HashedEntry['actor']['type'] {
  if (session_id !== null) return 'session'
  return api_key_id === null ? 'app' : 'api_key'
}

// Ids were made by newId when they were stored.
const toEntry = (row: AuditRow): HashedEntry =>
  ({
    id: row.id,
    position: row.position,
    action: row.action,
    object_id: row.object_id,
    project_id: row.project_id,
    // Left out where it is none, as is `session_id`: older entries have a hash over what they had.
    ...(row.tool !== null && { tool: row.tool }),
    actor: {
      type: typeOf(row),
      api_key_id: row.api_key_id,
      ...(row.session_id !== null && { session_id: row.session_id }),
      member_id: row.member_id,
    },
    created_at: toIso(row.created_at),
    previous_hash: row.previous_hash,
    hash: row.hash,
  }) as HashedEntry

function toListed({ key_name, revoked_key_name, ...row }: ListedRow): AuditEntry {
  const name = key_name ?? revoked_key_name
  return {
    ...toEntry(row),
    api_key: name === null ? null : { name, is_revoked: key_name === null },
  }
}
