import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Evidence } from './queries.ts'
import styles from './evidence-list.module.css'

const to = '/projects/$projectId/recordings/$contentId'
const shown = 3

type Props = { projectId: string; evidence: readonly Evidence[]; total: number }

/** The newest recordings behind a figure, with what is said there; each moment plays. */
export function EvidenceList({ projectId, evidence, total }: Props) {
  const { t } = useTranslation('insights')
  const [isWhole, setWhole] = useState(false)
  const recordings = isWhole ? evidence : evidence.slice(0, shown)
  const hidden = evidence.length - recordings.length
  const rest = total - evidence.length
  return (
    <>
      <ul className={styles['places']} aria-label={t('evidence.label')}>
        {recordings.map(({ content_id: contentId, segments, ...named }) => (
          <li key={contentId}>
            <Link to={to} params={{ projectId, contentId }}>
              {shownName(named)}
            </Link>
            {segments.map(({ id, start, text }) => (
              <p key={id} className={styles['moment']}>
                <Link
                  to={to}
                  params={{ projectId, contentId }}
                  search={{ at: start, play: true }}
                  aria-label={t('evidence.open', {
                    name: shownName(named),
                    time: formatClock(start),
                  })}
                >
                  <Play size={11} aria-hidden="true" /> {formatClock(start)}
                </Link>
                {text ? <q>{text}</q> : null}
              </p>
            ))}
          </li>
        ))}
        {rest > 0 && hidden === 0 ? <li>{t('evidence.more', { count: rest })}</li> : null}
      </ul>
      {hidden > 0 ? (
        <button type="button" className={styles['more']} onClick={() => setWhole(true)}>
          {t('evidence.show', { count: hidden })}
        </button>
      ) : null}
    </>
  )
}
