import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, FailureState } from '../ui/states.tsx'
import { MapPinOff } from 'lucide-react'

/** What browsers and Vite say where the code or the styles of a screen could not be fetched. */
const notLoaded = /preload CSS|dynamically imported module|Importing a module script failed/

/** Replaces a screen that threw; the side bar stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('failures')
  const text = error instanceof Error ? error.message : String(error)
  const isUnreachable = notLoaded.test(text)
  return (
    <>
      <PageHeader title={t('screens.notOpened')} />
      <FailureState
        title={t('screens.fault')}
        cause={isUnreachable ? t('codes.service_unreachable') : text}
        // A module that failed to load stays failed until the page is loaded again.
        onRetry={isUnreachable ? () => location.reload() : reset}
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
