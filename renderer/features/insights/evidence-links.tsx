import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Evidence } from './queries.ts'
import styles from './evidence-links.module.css'

const to = '/projects/$projectId/recordings/$contentId'
const shown = 4

type Props = { projectId: string; evidence: readonly Evidence[]; total: number }

/** Links to the newest recordings behind a finding, at the exact moment where possible. */
export function EvidenceLinks({ projectId, evidence, total }: Props) {
  const { t } = useTranslation('insights')
  const recordings = evidence.slice(0, shown)
  const count = total - recordings.length
  return (
    <ul className={styles['links']} aria-label={t('evidence.label')}>
      {recordings.map(({ content_id: contentId, segments, ...named }) => (
        <li key={contentId}>
          <Link to={to} params={{ projectId, contentId }}>
            {shownName(named)}
          </Link>
          {segments.map(({ id, start }) => (
            <Link
              key={id}
              to={to}
              params={{ projectId, contentId }}
              search={{ at: start, play: true }}
              className={styles['moment']}
              aria-label={t('evidence.open', { name: shownName(named), time: formatClock(start) })}
            >
              {formatClock(start)}
            </Link>
          ))}
        </li>
      ))}
      {count > 0 ? <li>{t('evidence.more', { count })}</li> : null}
    </ul>
  )
}
