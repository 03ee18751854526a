import type { Webhook } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'

const reasons: Record<string, string> = {
  user: 'Switched off',
  consecutive_failures: 'Off: every delivery failed for days',
  gone: 'Off: the receiver said it is gone',
}

/** Whether an endpoint receives events, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { is_active: isActive, consecutive_failures: failures, disabled_reason: reason } = webhook
  if (!isActive) return <Badge tone="quiet">{reasons[reason ?? 'user'] ?? 'Off'}</Badge>
  if (failures > 0) return <Badge tone="warn">{`On, ${failures} failed in a row`}</Badge>
  return <Badge tone="ok">On</Badge>
}
