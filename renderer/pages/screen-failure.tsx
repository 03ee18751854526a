import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState } from '../ui/states.tsx'

/** In the place of a screen that threw; the side bar stays usable. */
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
