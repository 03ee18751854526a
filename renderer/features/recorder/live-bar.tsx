import { ActionIcon, Button, Menu } from '@mantine/core'
import { Bookmark, Ellipsis, Pause, Play, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatLength } from '../../ui/format.ts'
import { menuManner } from '../../ui/menu-manner.ts'
import { ElapsedTime } from './elapsed-time.tsx'
import { LevelMeters } from './level-meters.tsx'
import styles from './live-bar.module.css'
import { markNow } from './mark-key.ts'
import {
  discardRecording,
  elapsedSeconds,
  pauseRecording,
  resumeRecording,
  stopRecording,
} from './recorder-store.ts'
import type { DraftUploader } from './submit-draft.ts'

type Props = { isPaused: boolean; uploader: DraftUploader }

/** How long it has run, how loud both sides are, and the controls. */
export function LiveBar({ isPaused, uploader }: Props) {
  const { t } = useTranslation('recorder')
  const state = t(`live.${isPaused ? 'paused' : 'recording'}`)
  return (
    <section aria-label={state} className={styles['bar']} data-paused={isPaused || undefined}>
      <p className={styles['state']}>
        <span className={styles['dot']} aria-hidden="true" />
        <span className={styles['word']}>{state}</span>
        <ElapsedTime className={styles['clock'] ?? ''} />
      </p>
      <LevelMeters isPaused={isPaused} />
      <div className={styles['controls']}>
        <Button
          variant="default"
          className={styles['control'] ?? ''}
          leftSection={<Bookmark size={15} />}
          title={t('live.markKey')}
          onClick={markNow}
        >
          <span className={styles['word']}>{t('live.mark')}</span>
        </Button>
        <Button
          variant="default"
          className={styles['control'] ?? ''}
          leftSection={isPaused ? <Play size={15} /> : <Pause size={15} />}
          onClick={() => (isPaused ? void resumeRecording() : pauseRecording())}
        >
          <span className={styles['word']}>{t(`live.${isPaused ? 'resume' : 'pause'}`)}</span>
        </Button>
        <Button
          className={`${styles['control']} ${styles['stop']}`}
          leftSection={<Square size={13} fill="currentColor" aria-hidden="true" />}
          onClick={() => void stopRecording(uploader)}
        >
          <span className={styles['word']}>{t('live.stop')}</span>
        </Button>
        <More />
      </div>
    </section>
  )
}

function More() {
  const { t } = useTranslation('recorder')
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <>
      <Menu {...menuManner} position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('live.more')}>
            <Ellipsis size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Trash2 size={15} />} onClick={() => setDiscarding(true)}>
            {t('live.discard')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
    </>
  )
}
