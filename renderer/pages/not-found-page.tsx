import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

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
