import { unseal } from '../../core/secrets.ts'
import type { Deps } from '../../deps.ts'
import { recordNotice, type NoticeDeps } from '../notices/notices.ts'
import { selectActive, updateWebhook, type WebhookRow } from './store.ts'

/**
 * At a start: endpoints whose secret the installation's key does not open, after a restore or with another key,
 * are switched off, and the owner is told; no event is then tried in vain (reliability.md B-6).
 */
export async function pauseUnreadable(deps: NoticeDeps & Pick<Deps, 'db' | 'keys'>): Promise<void> {
  const active = await selectActive(deps.db.sql)
  for (const webhook of active.filter((one) => !canOpen(deps.keys.webhook, one))) {
    const { host } = new URL(webhook.url)
    await deps.db.transaction(async (tx) => {
      const now = deps.clock.now()
      await updateWebhook(tx, webhook.id, { is_active: false, updated_at: now })
      await recordNotice(deps, tx, {
        organizationId: webhook.organization_id,
        kind: 'webhook_disabled',
        title: `Webhook to ${host} switched off`,
        body: `Its signing secret cannot be read here. Make a new one, then switch it on. (${webhook.id})`,
        link: `/app/#/webhooks/${webhook.id}`,
      })
    })
  }
}

function canOpen(key: Buffer, { secret_sealed: sealed }: WebhookRow): boolean {
  try {
    unseal(key, sealed)
    return true
  } catch {
    return false
  }
}
