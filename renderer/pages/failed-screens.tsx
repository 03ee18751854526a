import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, FailureState } from '../ui/states.tsx'
import { MapPinOff } from 'lucide-react'

/** Replaces a screen that threw; the side bar stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('failures')
  return (
    <>
      <PageHeader title={t('screens.notOpened')} />
      <FailureState
        title={t('screens.fault')}
        cause={error instanceof Error ? error.message : String(error)}
        onRetry={reset}
      >
        <p>{t('screens.untouched')}</p>
      </FailureState>
    </>
  )
}

export function NotFoundPage() {
  const { t } = useTranslation('failures')
  return (
    <>
      <PageHeader title={t('screens.notHere')} />
      <EmptyState
        icon={<MapPinOff size={20} />}
        title={t('screens.nothing')}
        action={<Link to="/projects">{t('screens.toProjects')}</Link>}
      >
        {t('screens.nothingText')}
      </EmptyState>
    </>
  )
}
