import { Link } from '@tanstack/react-router'
import { AudioLines, Film } from 'lucide-react'
import type { ContentItem } from '../../api/types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatBytes, formatDateTime, formatLength } from '../../ui/format.ts'
import { ContentState } from './content-state.tsx'
import styles from './content-list.module.css'

const columns = [
  { label: 'Recording' },
  { label: 'State' },
  { label: 'Length', isNumber: true },
  { label: 'Size', isNumber: true },
  { label: 'Analyses', isNumber: true },
  { label: 'Added' },
]

export function ContentList({ items }: { items: readonly ContentItem[] }) {
  return (
    <DataTable label="Recordings" columns={columns}>
      {items.map((item) => (
        <ContentRow key={item.id} item={item} />
      ))}
    </DataTable>
  )
}

function ContentRow({ item }: { item: ContentItem }) {
  const Icon = item.content_type.startsWith('video/') ? Film : AudioLines
  return (
    <tr>
      <td>
        <Link
          to="/projects/$projectId/recordings/$contentId"
          params={{ projectId: item.project_id, contentId: item.id }}
          className={styles['name']}
        >
          <Icon size={15} aria-hidden="true" className={styles['icon']} />
          {item.filename}
        </Link>
      </td>
      <td>
        <ContentState item={item} />
      </td>
      <td data-number>
        {item.duration_seconds === null ? '–' : formatLength(item.duration_seconds)}
      </td>
      <td data-number>{formatBytes(item.size_bytes)}</td>
      <td data-number>{item.analysis_count}</td>
      <td className={styles['date']}>{formatDateTime(item.created_at)}</td>
    </tr>
  )
}
