import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/database.ts'
import {
  insertMember,
  selectMemberByEmail,
  selectOwner,
  updateMember,
  type MemberRow,
} from './store.ts'

type Owner = { email: string; name: string | null }

/**
 * The id of the member who owns this installation: made at the first start, brought up to date where
 * the configuration names another address or name at a later one. Choice: this is no event, because
 * it happens before anything else runs.
 */
export async function ensureOwner(
  tx: Tx,
  organizationId: string,
  owner: Owner,
  now: Date,
): Promise<string> {
  const found = await selectOwner(tx, organizationId)
  if (found && isSame(found, owner)) return found.id
  const named = await selectMemberByEmail(tx, organizationId, owner.email)
  // Choice: a member with the address becomes the owner; the owner before stays as an admin.
  if (found && named && named.id !== found.id) {
    await updateMember(tx, found.id, { is_owner: false, updated_at: now })
  }
  const record = named ?? found
  if (!record) return insertOwner(tx, organizationId, owner, now)
  const { id } = await updateMember(tx, record.id, {
    ...owner,
    name: owner.name ?? (named ? named.name : null),
    role: 'admin',
    is_owner: true,
    updated_at: now,
  })
  return id
}

/** A name is compared only where one is configured. */
const isSame = (row: MemberRow, { email, name }: Owner): boolean =>
  row.email === email && (name === null || row.name === name)

async function insertOwner(
  tx: Tx,
  organizationId: string,
  { email, name }: Owner,
  now: Date,
): Promise<string> {
  const row = await insertMember(tx, {
    id: newId('mem'),
    organization_id: organizationId,
    email,
    name,
    role: 'admin',
    is_owner: true,
    invitation_id: null,
    last_active_at: null,
    created_at: now,
    updated_at: now,
  })
  if (!row) throw new Error('The owner was added by somebody else at the same moment.')
  return row.id
}
