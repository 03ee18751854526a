import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'

/** Whether an endpoint receives events, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { is_active: isActive, consecutive_failures: failures, disabled_reason: reason } = webhook
  if (!isActive) {
    const tone = reason === null || reason === 'user' ? 'quiet' : 'bad'
    return <Badge tone={tone}>{t(`state.${reason ?? 'user'}`)}</Badge>
  }
  if (failures > 0) return <Badge tone="warn">{t('state.failing', { count: failures })}</Badge>
  return <Badge tone="ok">{t('state.on')}</Badge>
}
