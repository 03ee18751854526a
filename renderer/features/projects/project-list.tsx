import { Link } from '@tanstack/react-router'
import type { ProjectListItem } from '../../api/types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf, formatDate } from '../../ui/format.ts'
import styles from './project-list.module.css'

const columns = [
  { label: 'Project' },
  { label: 'Recordings', isNumber: true },
  { label: 'Latest recording' },
  { label: 'Created' },
]

export function ProjectList({ projects }: { projects: readonly ProjectListItem[] }) {
  return (
    <DataTable label="Projects" columns={columns}>
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
          <td data-number aria-label={countOf(project.content_count, 'recording')}>
            {project.content_count}
          </td>
          <td className={styles['date']}>
            {project.latest_content_at ? formatDate(project.latest_content_at) : 'None yet'}
          </td>
          <td className={styles['date']}>{formatDate(project.created_at)}</td>
        </tr>
      ))}
    </DataTable>
  )
}
