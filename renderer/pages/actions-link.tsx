import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** A link to the action items from a project's recordings. */
export function ActionsLink({ projectId }: { projectId: string }) {
  const { t } = useTranslation('insights')
  return (
    <Button
      variant="default"
      data-short
      leftSection={<ListChecks size={15} />}
      renderRoot={(props) => (
        <Link {...props} to="/projects/$projectId/actions" params={{ projectId }} />
      )}
    >
      {t('actions.title')}
    </Button>
  )
}
