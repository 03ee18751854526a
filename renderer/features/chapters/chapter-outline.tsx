import { useQuery } from '@tanstack/react-query'
import { listChapters } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { ContentRef } from '../../api/types.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { ChapterList } from './chapter-list.tsx'
import styles from './chapter-outline.module.css'

type Props = {
  contentRef: ContentRef
  /** Identifies the version of the text on screen. */
  edition: string
  /** In seconds from the beginning of the recording. */
  position: number
  onSeek: (seconds: number) => void
}

/** What a recording is about, part by part. */
export function ChapterOutline({ contentRef, edition, position, onSeek }: Props) {
  const { t } = useTranslation('chapters')
  const { data: chapters, error, refetch } = useChapters(contentRef, edition)
  // Short recordings, and those in other languages than English, have none.
  if (chapters?.length === 0) return null
  return (
    <section aria-labelledby="chapters-title" className={styles['panel']}>
      <h2 id="chapters-title">{t('title')}</h2>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!chapters && !error ? <LoadingRows rows={3} label={t('loading')} /> : null}
      {chapters && chapters.length > 0 ? (
        <ChapterList chapters={chapters} position={position} onSeek={onSeek} />
      ) : null}
    </section>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('chapters')
  const { message, code } = asFailure(error)
  return <FailureState title={t('failed')} cause={message} code={code} onRetry={onRetry} />
}

/** Chapters; `edition` identifies the text they divide, so edits are picked up; null if there is none. */
export const useChapters = (contentRef: ContentRef, edition: string | null) =>
  useQuery({
    queryKey: ['chapters', contentRef.projectId, contentRef.contentId, edition],
    queryFn: async ({ signal }) => (await listChapters({ path: contentRef, signal })).data,
    enabled: edition !== null,
    staleTime: Infinity,
    placeholderData: (previous) => previous,
  })
