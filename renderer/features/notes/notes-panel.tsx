import { Button } from '@mantine/core'
import { Bookmark, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notes } from 'earshot/client'
import { asFailure } from '../../api/failure.ts'
import type { ContentRef } from '../../api/types.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { TimedEditor } from '../../ui/timed-editor.tsx'
import { MomentList } from './moment-list.tsx'
import { NotesRead, type NotesContext } from './notes-read.tsx'
import styles from './notes-panel.module.css'
import { useNotes } from './queries.ts'
import { useDraft } from './use-draft.ts'

type Props = {
  contentRef: ContentRef
  context: NotesContext
  /** Plays from this second. */
  onPlay: (seconds: number) => void
  /** The current playback position in seconds. */
  now: () => number
}

/** A recording's notes: what was said around each line, and, where there are none yet, a field. */
export function NotesPanel(props: Props) {
  const { t } = useTranslation('notes')
  const { data, error, refetch } = useNotes(props.contentRef)
  if (data) return <Written {...props} stored={data} />
  return (
    <section aria-labelledby="notes-title" className={styles['panel']}>
      <h2 id="notes-title">{t('title')}</h2>
      {error ? (
        <FailureState
          title={t('failed')}
          cause={asFailure(error).message}
          code={asFailure(error).code}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRows rows={2} label={t('loading')} />
      )}
    </section>
  )
}

function Written({ contentRef, stored, context, onPlay, now }: Props & { stored: Notes }) {
  const { t } = useTranslation('notes')
  const { draft, state, error, saveAgain, change } = useDraft(contentRef, stored)
  const isBlank = draft.text.trim() === ''
  const [isEditing, setEditing] = useState(isBlank)
  const value = { text: draft.text, times: draft.line_times ?? [] }
  const mark = () => {
    const moment = { at_seconds: Math.round(now() * 100) / 100, label: '' }
    const markers = [...draft.markers, moment].toSorted((a, b) => a.at_seconds - b.at_seconds)
    change({ markers })
  }
  return (
    <section aria-labelledby="notes-title" className={styles['panel']}>
      <div className={styles['head']}>
        <h2 id="notes-title">{t('title')}</h2>
        {isEditing && isBlank ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={isEditing ? null : <Pencil size={13} />}
            onClick={() => setEditing(!isEditing)}
          >
            {t(isEditing ? 'done' : 'edit')}
          </Button>
        )}
      </div>
      {isEditing ? (
        <div className={styles['editor']}>
          <TimedEditor
            label={t('text')}
            placeholder={t('placeholder')}
            value={value}
            // What is written later belongs to no moment.
            now={() => null}
            onChange={({ text, times }) => change({ text, line_times: [...times] })}
            isFocused={!isBlank}
            isCompact
            isTimed={value.times.some((time) => time !== null)}
          />
        </div>
      ) : (
        <NotesRead value={value} context={context} onPlay={onPlay} />
      )}
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
    </section>
  )
}
