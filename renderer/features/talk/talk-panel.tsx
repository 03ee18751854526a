import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { formatLength } from '../../ui/format.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { SpeakerTalk } from './speaker-talk.tsx'
import { TalkTimeline } from './talk-timeline.tsx'
import styles from './talk-panel.module.css'
import type { ContentRef } from '../../api/types.ts'
import { useQuery } from '@tanstack/react-query'
import { getTalkStatistics } from 'earshot/client'

type Props = {
  contentRef: ContentRef
  /** Identifies the version of the text on screen. */
  edition: string
  colourOf: (speakerId: string) => string
  onSeek: (seconds: number) => void
}

/** How much each person spoke, how fast and in what mood. */
export function TalkPanel({ contentRef, edition, colourOf, onSeek }: Props) {
  const { t } = useTranslation('talk')
  const { data: talk, error, refetch } = useTalk(contentRef, edition)
  return (
    <section aria-labelledby="talk-title" className={styles['panel']}>
      <h2 id="talk-title">{t('title')}</h2>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!talk && !error ? <LoadingRows rows={3} label={t('loading')} /> : null}
      {talk?.speakers.length === 0 ? <p className={styles['none']}>{t('nobody')}</p> : null}
      {talk && talk.speakers.length > 0 ? (
        <>
          <ul aria-label={t('speakers')} className={styles['list']}>
            {talk.speakers.map((one) => (
              <SpeakerTalk
                key={one.speaker_id}
                talk={one}
                colour={colourOf(one.speaker_id)}
                onSeek={onSeek}
              />
            ))}
          </ul>
          <TalkTimeline talk={talk} colourOf={colourOf} onSeek={onSeek} />
          <p className={styles['none']}>
            {t(talk.overlap_seconds >= 1 ? 'silenceAndOverlap' : 'silence', {
              silence: formatLength(talk.silence_seconds),
              overlap: formatLength(talk.overlap_seconds),
            })}
          </p>
        </>
      ) : null}
    </section>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('talk')
  const { message, code } = asFailure(error)
  return <FailureState title={t('failed')} cause={message} code={code} onRetry={onRetry} />
}

/** Talk statistics; `edition` identifies the text they describe, so edits are picked up. */
const useTalk = (contentRef: ContentRef, edition: string) =>
  useQuery({
    queryKey: ['talk', contentRef.projectId, contentRef.contentId, edition],
    queryFn: async ({ signal }) => (await getTalkStatistics({ path: contentRef, signal })).data,
    staleTime: Infinity,
    placeholderData: (previous) => previous,
  })
