import { Link } from '@tanstack/react-router'
import { formatClock } from '../../ui/format.ts'
import type { Evidence } from './queries.ts'
import styles from './evidence-links.module.css'

const to = '/projects/$projectId/recordings/$contentId'
const shown = 4

type Props = { projectId: string; evidence: readonly Evidence[]; total: number }

/** The newest recordings that something comes from; each opens, best where it is said. */
export function EvidenceLinks({ projectId, evidence, total }: Props) {
  const recordings = evidence.slice(0, shown)
  return (
    <ul className={styles['links']} aria-label="Where it comes from">
      {recordings.map(({ content_id: contentId, filename, segments }) => (
        <li key={contentId}>
          <Link to={to} params={{ projectId, contentId }}>
            {filename}
          </Link>
          {segments.map(({ id, start }) => (
            <Link
              key={id}
              to={to}
              params={{ projectId, contentId }}
              search={{ at: start }}
              className={styles['moment']}
              aria-label={`Open ${filename} at ${formatClock(start)}`}
            >
              {formatClock(start)}
            </Link>
          ))}
        </li>
      ))}
      {total > recordings.length ? <li>and {total - recordings.length} more</li> : null}
    </ul>
  )
}
