import type { Caller, Scope } from '../../core/caller.ts'
import type { Id } from '../../core/ids.ts'
import { minute } from '../../core/time.ts'
import { noteUse } from '../../db/note-use.ts'
import type { Deps } from '../../deps.ts'
import { selectApiKeyByHash } from './store.ts'

type KnownKey = NonNullable<Awaited<ReturnType<typeof selectApiKeyByHash>>>

/** Choice: far more than one person's programs have. */
const mostKnown = 1_000

/**
 * Who holds the key of a hash; null where it is unknown, revoked or expired. Where this process is the only one at the
 * database, a key is looked up once: the database tells before a commit is answered that keys or roles have changed, so
 * that a revoked key is refused at once all the same. With others at it each request has a look-up of its own.
 */
export function createCallers({ db, clock, signals }: Pick<Deps, 'db' | 'clock' | 'signals'>) {
  const known = new Map<string, KnownKey>()
  let changes = 0
  signals.on('keys.changed', () => {
    changes += 1
    known.clear()
  })
  const find = async (hash: string): Promise<KnownKey | undefined> => {
    const [found, before] = [known.get(hash), changes]
    if (found) return found
    const row = await selectApiKeyByHash(db.sql, hash)
    if (row && !db.isShared && before === changes && known.size < mostKnown) known.set(hash, row)
    return row
  }
  return async (hash: string): Promise<Caller | null> => {
    const row = await find(hash)
    const now = clock.now()
    if (!row || (row.expires_at && row.expires_at <= now)) return null
    // Choice: at most one write a minute and key (api-choices.md 13).
    if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() >= minute) {
      await noteUse(db.sql, { table: 'api_keys', id: row.id }, now)
      row.last_used_at = now
    }
    return {
      keyId: row.id as Id<'key'>, // made by newId when the row was stored
      organizationId: row.organization_id as Id<'org'>, // likewise
      keyType: row.key_type,
      scopes: row.scopes as Scope[], // checked by the schema when the row was stored
      projectIds: row.project_ids,
      memberId: row.member_id as Id<'mem'>, // likewise
      role: row.role,
      apiVersion: row.api_version,
      expiresAt: row.expires_at,
      allowedOrigins: row.allowed_origins,
      isSession: row.is_session,
    }
  }
}
