import type { Tx } from '../../db/database.ts'
import { recordNotice, type NoticeDeps } from '../notices/notices.ts'
import { selectActiveOf } from './store.ts'

type Leaver = { id: string; organization_id: string; email: string }

/**
 * Tells the owner which webhooks of a member who is about to be removed still send. Choice: none is switched off by
 * that, because a team's integration must not end without a word when its maker leaves (api-choices.md 5).
 */
export async function tellOfWebhooksLeft(
  deps: NoticeDeps,
  tx: Tx,
  { id, organization_id: organizationId, email }: Leaver,
): Promise<void> {
  const left = await selectActiveOf(tx, organizationId, id)
  const [first] = left
  if (!first) return
  // Hosts alone: the rest of an address may be a secret.
  const hosts = [...new Set(left.map(({ url }) => new URL(url).host))].join(', ')
  const isOne = left.length === 1
  await recordNotice(deps, tx, {
    organizationId,
    kind: 'webhook_left_behind',
    title: isOne
      ? `A webhook of ${email} still sends`
      : `${left.length} webhooks of ${email} still send`,
    body:
      'This member was removed, and nothing was switched off, because others may rely on it. ' +
      `It still goes to ${hosts}. Switch off what nobody needs any more.`,
    link: isOne ? `/app/#/webhooks/${first.id}` : '/app/#/webhooks',
  })
}
