import { Button, Textarea, TextInput } from '@mantine/core'
import { Bookmark, Pause, Play, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatBytes, formatLength } from '../../ui/format.ts'
import { ElapsedTime } from './elapsed-time.tsx'
import type { DraftUploader } from './submit-draft.ts'
import { LevelMeters } from './level-meters.tsx'
import { LiveWords } from './live-words.tsx'
import { MarkerList } from './marker-list.tsx'
import { markNow, useMarkKey } from './mark-key.ts'
import { ProblemNote } from './problem-note.tsx'
import styles from './record.module.css'
import {
  changeDraft,
  discardRecording,
  elapsedSeconds,
  pauseRecording,
  resumeRecording,
  stopRecording,
  useRecorder,
} from './recorder-store.ts'
import type { DraftRecording } from './draft-recording.ts'
import { useSpace } from './space.ts'

/** A running recording: its time, levels and notes. */
export function LivePanel({ draft, uploader }: { draft: DraftRecording; uploader: DraftUploader }) {
  const { t } = useTranslation('recorder')
  const { phase, problem } = useRecorder()
  const isPaused = phase !== 'recording'
  useMarkKey()
  return (
    <div className={styles['live']}>
      {problem ? <ProblemNote problem={problem} /> : null}
      <section
        aria-label={t(`live.${isPaused ? 'paused' : 'recording'}`)}
        className={styles['deck']}
      >
        <Clock isPaused={isPaused} />
        <LevelMeters isPaused={isPaused} />
        <Controls isPaused={isPaused} uploader={uploader} />
      </section>
      <LiveWords />
      <section aria-label={t('live.notes')} className={styles['beside']}>
        <TextInput
          label={t('setup.name')}
          maxLength={180}
          value={draft.name}
          onChange={({ currentTarget: { value: name } }) => changeDraft(() => ({ name }))}
        />
        <Textarea
          label={t('live.notes')}
          description={t('live.notesHint')}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={20_000}
          value={draft.notes}
          onChange={({ currentTarget: { value: notes } }) => changeDraft(() => ({ notes }))}
        />
        <MarkerList markers={draft.markers} />
      </section>
    </div>
  )
}

function Clock({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation('recorder')
  const { bytes, draft } = useRecorder()
  const space = useSpace(draft?.channels ?? 1, bytes)
  return (
    <div className={styles['clockRow']}>
      <p className={styles['state']} data-paused={isPaused || undefined}>
        <span className={styles['dot']} aria-hidden="true" />
        {t(`live.${isPaused ? 'paused' : 'recording'}`)}
      </p>
      <ElapsedTime className={styles['clock'] ?? ''} />
      <p className={space?.isShort ? styles['short'] : styles['quiet']}>
        {t('live.facts', { size: formatBytes(bytes) })}
        {space?.isShort
          ? ` · ${t('setup.roomShort', { length: formatLength(space.seconds) })}`
          : null}
      </p>
    </div>
  )
}

function Controls({ isPaused, uploader }: { isPaused: boolean; uploader: DraftUploader }) {
  const { t } = useTranslation('recorder')
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <div className={styles['controls']}>
      <Button
        size="md"
        className={styles['record'] ?? ''}
        leftSection={<Square size={14} fill="currentColor" aria-hidden="true" />}
        onClick={() => void stopRecording(uploader)}
      >
        {t('live.stop')}
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={isPaused ? <Play size={15} /> : <Pause size={15} />}
        onClick={() => (isPaused ? void resumeRecording() : pauseRecording())}
      >
        {t(`live.${isPaused ? 'resume' : 'pause'}`)}
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={<Bookmark size={15} />}
        rightSection={<kbd aria-hidden="true">M</kbd>}
        onClick={markNow}
      >
        {t('live.mark')}
      </Button>
      <Button
        size="md"
        variant="subtle"
        color="gray"
        leftSection={<Trash2 size={15} />}
        onClick={() => setDiscarding(true)}
      >
        {t('live.discard')}
      </Button>
      <ConfirmDialog
        isOpen={isDiscarding}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        cancelLabel={t('discard.cancel')}
        isBusy={false}
        onConfirm={() => void discardRecording()}
        onClose={() => setDiscarding(false)}
      >
        {isDiscarding ? t('discard.text', { length: formatLength(elapsedSeconds()) }) : null}
      </ConfirmDialog>
    </div>
  )
}
