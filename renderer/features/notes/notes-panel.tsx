import { Button, Textarea } from '@mantine/core'
import { Bookmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { MomentList } from './moment-list.tsx'
import styles from './notes-panel.module.css'
import type { Notes } from 'earshot/client'
import { useNotes } from './queries.ts'
import { useDraft } from './use-draft.ts'
import type { ContentRef } from '../../api/types.ts'

type Props = {
  contentRef: ContentRef
  /** Plays from this second. */
  onPlay: (seconds: number) => void
  /** The current playback position in seconds. */
  now: () => number
}

/** A recording's notes, edited in place. */
export function NotesPanel(props: Props) {
  const { t } = useTranslation('notes')
  const { data, error, refetch } = useNotes(props.contentRef)
  return (
    <section aria-labelledby="notes-title" className={styles['panel']}>
      <h2 id="notes-title">{t('title')}</h2>
      {data ? <Written {...props} stored={data} /> : null}
      {!data && !error ? <LoadingRows rows={2} label={t('loading')} /> : null}
      {error && !data ? (
        <FailureState
          title={t('failed')}
          cause={asFailure(error).message}
          code={asFailure(error).code}
          onRetry={() => void refetch()}
        />
      ) : null}
    </section>
  )
}

function Written({ contentRef, stored, onPlay, now }: Props & { stored: Notes }) {
  const { t } = useTranslation('notes')
  const { draft, state, error, saveAgain, change } = useDraft(contentRef, stored)
  const mark = () => {
    const moment = { at_seconds: Math.round(now() * 100) / 100, label: '' }
    const markers = [...draft.markers, moment].toSorted((a, b) => a.at_seconds - b.at_seconds)
    change({ markers })
  }
  return (
    <>
      <Textarea
        aria-label={t('text')}
        placeholder={t('placeholder')}
        autosize
        minRows={2}
        maxRows={14}
        maxLength={20_000}
        value={draft.text}
        onChange={({ currentTarget: { value: text } }) => change({ text })}
      />
      <MomentList
        markers={draft.markers}
        onPlay={onPlay}
        onChange={(markers) => change({ markers })}
      />
      <div className={styles['foot']}>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Bookmark size={13} />}
          onClick={mark}
        >
          {t('mark')}
        </Button>
        {state === 'failed' ? (
          <span role="alert" className={styles['failure']}>
            {t('unsaved', { reason: asFailure(error).message })}{' '}
            <Button variant="default" size="compact-xs" onClick={saveAgain}>
              {t('again')}
            </Button>
          </span>
        ) : (
          <output className={styles['state']}>{state === null ? null : t(state)}</output>
        )}
      </div>
    </>
  )
}
