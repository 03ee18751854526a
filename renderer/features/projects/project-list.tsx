import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ProjectListItem } from 'earshot/client'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/format.ts'
import styles from './project-list.module.css'

export function ProjectList({ projects }: { projects: readonly ProjectListItem[] }) {
  const { t } = useTranslation('projects')
  const columns = [
    { label: t('list.project') },
    { label: t('list.recordings'), isNumber: true },
    { label: t('list.latest') },
    { label: t('list.created') },
  ]
  return (
    <DataTable label={t('title')} columns={columns}>
      {projects.map((project) => (
        <tr key={project.id}>
          <td>
            <Link
              to="/projects/$projectId"
              params={{ projectId: project.id }}
              className={styles['name']}
            >
              {project.name}
            </Link>
            {project.description ? (
              <p className={styles['description']}>{project.description}</p>
            ) : null}
          </td>
          <td data-number aria-label={t('recordings', { count: project.content_count })}>
            {project.content_count}
          </td>
          <td className={styles['date']}>
            {project.latest_content_at ? formatDate(project.latest_content_at) : t('list.none')}
          </td>
          <td className={styles['date']}>{formatDate(project.created_at)}</td>
        </tr>
      ))}
    </DataTable>
  )
}
