import { Link } from '@tanstack/react-router'
import type { SearchHit } from '../../api/types.ts'
import { formatDate } from '../../ui/format.ts'
import { MarkedText } from '../../ui/marked-text.tsx'
import { parseMarks } from '../../ui/parse-marks.ts'
import styles from './hit-list.module.css'

/** Hits of a search; each opens its recording at the words that were found. */
export function HitList({ hits }: { hits: readonly SearchHit[] }) {
  return (
    <ol className={styles['hits']}>
      {hits.map((hit) => (
        <li key={hit.id} className={styles['hit']}>
          <Link
            to="/projects/$projectId/recordings/$contentId"
            params={{ projectId: hit.project_id, contentId: hit.id }}
            search={toFind(hit)}
            className={styles['name']}
          >
            {hit.filename}
          </Link>
          <p className={styles['text']}>
            <MarkedText source={hit.highlight} />
          </p>
          <p className={styles['meta']}>
            {hit.project_name}, {formatDate(hit.created_at)}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** What the recording's own find bar begins with: the first words that were marked. */
function toFind({ highlight }: SearchHit): { find?: string } {
  const first = parseMarks(highlight).find(({ isMarked }) => isMarked)
  return first ? { find: first.text } : {}
}
