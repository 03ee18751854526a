import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProject } from '../features/projects/queries.ts'

/** Breadcrumbs for a screen that belongs to a project. */
export function ProjectCrumbs({ projectId }: { projectId: string }) {
  const { t } = useTranslation('insights')
  const project = useProject(projectId)
  return (
    <>
      <Link to="/projects">{t('projects')}</Link> ›{' '}
      <Link to="/projects/$projectId" params={{ projectId }}>
        {project.data?.name ?? t('project')}
      </Link>
    </>
  )
}
