import { requireSession, type Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { forAllOrganizations } from '../../core/organization-context.ts'
import { toSlug } from '../../core/slug.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { ensureOwner } from '../members/members.ts'
import { addOrganization } from './org.ts'
import type { AddedOrganization, NewOrganization } from './schema.ts'
import { hasSlug } from './store.ts'

/**
 * Adds an organization beside the one that the installation began with. Its owner is a member at once, and
 * signs in. Only whoever runs the machine does this: no member of an organization may make room for more.
 */
export async function createOrganization(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  { name, owner_email: email, owner_name: ownerName = null }: NewOrganization,
): Promise<AddedOrganization> {
  requireSession(caller)
  const add = async (tx: Tx): Promise<AddedOrganization> => {
    const now = clock.now()
    const id = newId('org')
    const wanted = toSlug(name) || 'organization'
    const slug = (await hasSlug(tx, wanted)) ? `${wanted}-${id.slice(-6)}` : wanted
    await addOrganization(tx, { id, name, slug }, now)
    const ownerId = await ensureOwner(tx, id, { email, name: ownerName }, now)
    return { id, name, slug, owner_id: ownerId }
  }
  // It has another organization than the caller.
  return forAllOrganizations(() => db.transaction(add))
}
