import { useTranslation } from 'react-i18next'

const mostShown = 2

/** What an endpoint is told of: a few names, and how many more. */
export function EventNames({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('webhooks')
  if (names.includes('*')) return <span>{t('allEvents')}</span>
  const shown = names.slice(0, mostShown).join(', ')
  const count = names.length - mostShown
  return (
    <span title={names.join(', ')}>
      {count > 0 ? t('moreEvents', { names: shown, count }) : shown}
    </span>
  )
}
