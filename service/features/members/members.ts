import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/database.ts'
import { insertMember, selectOwner } from './store.ts'

type Owner = { email: string; name: string | null }

/** The id of the member who owns this installation: made at the first start, found at later ones. */
export async function ensureOwner(
  tx: Tx,
  organizationId: string,
  { email, name }: Owner,
  now: Date,
): Promise<string> {
  const found = await selectOwner(tx, organizationId)
  if (found) return found.id
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
  return row.id
}
