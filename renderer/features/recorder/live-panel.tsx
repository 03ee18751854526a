import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatLength } from '../../ui/format.ts'
import { nameByTime } from '../../ui/shown-name.ts'
import { TimedEditor } from '../../ui/timed-editor.tsx'
import { SilenceNote } from './level-meters.tsx'
import { LiveBar } from './live-bar.tsx'
import styles from './live-panel.module.css'
import { LiveWords } from './live-words.tsx'
import { MarkerList } from './marker-list.tsx'
import { useMarkKey } from './mark-key.ts'
import { ProblemNote } from './problem-note.tsx'
import { changeDraft, elapsedSeconds, useRecorder } from './recorder-store.ts'
import type { DraftRecording } from './draft-recording.ts'
import { useSpace } from './space.ts'
import type { DraftUploader } from './submit-draft.ts'

/** A running recording: the page is for notes, with the live transcript beside them. */
export function LivePanel({ draft, uploader }: { draft: DraftRecording; uploader: DraftUploader }) {
  const { t } = useTranslation('recorder')
  const { phase, problem } = useRecorder()
  // Matters only where there is no room for both.
  const [view, setView] = useState('notes')
  useMarkKey()
  return (
    <div className={styles['live']}>
      <div className={styles['top']}>
        <LiveBar isPaused={phase !== 'recording'} uploader={uploader} />
        <SilenceNote isPaused={phase !== 'recording'} />
        {problem ? <ProblemNote problem={problem} /> : null}
      </div>
      <SegmentedControl
        className={styles['views'] ?? ''}
        aria-label={t('live.view')}
        data={[
          { value: 'notes', label: t('live.notes') },
          { value: 'words', label: t('words.title') },
        ]}
        value={view}
        onChange={setView}
        fullWidth
      />
      <div className={styles['columns']} data-view={view}>
        <section aria-label={t('live.notes')} className={styles['notes']}>
          <Name draft={draft} />
          <Facts channels={draft.channels} />
          <div className={styles['editor']}>
            <TimedEditor
              label={t('live.notes')}
              placeholder={t('live.notesHint')}
              value={{ text: draft.notes, times: draft.line_times }}
              now={elapsedSeconds}
              onChange={({ text: notes, times }) =>
                changeDraft(() => ({ notes, line_times: [...times] }))
              }
              isFocused
            />
          </div>
          <MarkerList markers={draft.markers} />
        </section>
        <div className={styles['words']}>
          <LiveWords />
        </div>
      </div>
    </div>
  )
}

function Name({ draft }: { draft: DraftRecording }) {
  const { t } = useTranslation('recorder')
  return (
    <TextInput
      variant="unstyled"
      classNames={{ input: styles['name'] ?? '' }}
      aria-label={t('setup.name')}
      placeholder={nameByTime(new Date(draft.started_at))}
      maxLength={180}
      value={draft.name}
      onChange={({ currentTarget: { value } }) => changeDraft(() => ({ name: value }))}
    />
  )
}

function Facts({ channels }: { channels: 1 | 2 }) {
  const { t } = useTranslation('recorder')
  const bytes = useRecorder((state) => state.bytes)
  const space = useSpace(channels, bytes)
  return (
    <p className={space?.isShort ? styles['short'] : styles['facts']}>
      {t('live.facts', { size: formatBytes(bytes) })}
      {space?.isShort
        ? ` · ${t('setup.roomShort', { length: formatLength(space.seconds) })}`
        : null}
    </p>
  )
}
