import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SearchHit } from '../../api/types.ts'
import { formatClock, formatDate } from '../../ui/format.ts'
import { shownName } from '../../ui/shown-name.ts'
import { MarkedText, parseMarks } from '../../ui/marked-text.tsx'
import styles from './hit-list.module.css'
import { speakerName } from '../../ui/own-words.ts'

const place = '/projects/$projectId/recordings/$contentId'

/** Matching recordings with the lines that match; a line plays from its start. */
export function HitList({ hits }: { hits: readonly SearchHit[] }) {
  return (
    <ol className={styles['hits']}>
      {hits.map((hit) => (
        <li key={hit.id} className={styles['hit']}>
          <div className={styles['head']}>
            <Link
              to={place}
              params={{ projectId: hit.project_id, contentId: hit.id }}
              search={toFind(hit)}
              className={styles['name']}
            >
              <Name hit={hit} />
            </Link>
            <span className={styles['meta']}>
              {hit.project_name}, {formatDate(hit.created_at)}
            </span>
          </div>
          {hit.moments && hit.moments.length > 0 ? (
            <Lines hit={hit} moments={hit.moments} />
          ) : isOfName(hit) ? null : (
            <p className={styles['text']}>
              <MarkedText source={hit.highlight} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const plainOf = ({ highlight }: SearchHit): string =>
  parseMarks(highlight)
    .map(({ text }) => text)
    .join('')

/** Whether only its name has the words; then nothing is quoted beneath it. */
const isOfName = (hit: SearchHit): boolean => [hit.title, hit.filename].includes(plainOf(hit))

/** The name, with the words marked where it has them. */
function Name({ hit }: { hit: SearchHit }) {
  const name = shownName(hit)
  return plainOf(hit) === name ? <MarkedText source={hit.highlight} /> : name
}

type LinesProps = { hit: SearchHit; moments: NonNullable<SearchHit['moments']> }

function Lines({ hit, moments }: LinesProps) {
  const { t } = useTranslation('search')
  return (
    <div className={styles['lines']}>
      {moments.map(({ segment_id: id, start, speaker, highlight }) => (
        <Link
          key={id}
          to={place}
          params={{ projectId: hit.project_id, contentId: hit.id }}
          search={{ at: start, play: true }}
          className={styles['line']}
        >
          <span className={styles['time']}>
            <Play size={10} fill="currentColor" aria-hidden="true" />
            <span className="visually-hidden">{t('playFrom')} </span>
            {formatClock(start)}
          </span>
          <span className={styles['speaker']}>{speakerName(speaker)}</span>
          <span className={styles['text']}>
            <MarkedText source={highlight} />
          </span>
        </Link>
      ))}
    </div>
  )
}

/** Seeds the find bar of the recording with the first highlighted words; those of a name may not be in it. */
function toFind(hit: SearchHit): { find?: string } {
  if (isOfName(hit)) return {}
  const first = parseMarks(hit.highlight).find(({ isMarked }) => isMarked)
  return first ? { find: first.text } : {}
}
