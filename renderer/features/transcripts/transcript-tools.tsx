import { ActionIcon, Button, CloseButton, Switch } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { History, Undo2 } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transcript } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { fail, type EditSession } from './edit-session.ts'
import { dismissFailure, useEditing } from './edit-store.ts'
import { ExportMenu } from './export-menu.tsx'
import { usePlayer } from './player-store.ts'
import { useImport, useRestore } from './queries.ts'
import { VersionsDialog, originOf } from './versions-dialog.tsx'
import styles from './transcript-tools.module.css'

type Props = {
  contentRef: ContentRef
  shown: Transcript
  version: number | null
  people: ReadonlyMap<string, string>
  canEdit: boolean
  session: EditSession | null
  showsUnsure: boolean
  onShowsUnsure: (shows: boolean) => void
  onVersion: (version: number | null) => void
  onRestored: () => Promise<unknown>
  /** The find field. */
  children: ReactNode
}

/** Actions on the whole transcript. */
export function TranscriptTools(props: Props) {
  const { contentRef, shown, version, people, session, children } = props
  const { t } = useTranslation('transcripts')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles['bar']}>
      <div className={styles['title']}>
        <h2 id="transcript-title">{t('title')}</h2>
        {version === null ? <Origin transcript={shown} people={people} /> : null}
        {session ? <Saving /> : null}
      </div>
      <div className={styles['tools']}>
        {session ? <Undo session={session} version={shown.version} /> : null}
        <Button
          size="xs"
          variant="default"
          leftSection={<History size={14} />}
          onClick={() => setOpen(true)}
        >
          {t('versions.open')}
        </Button>
        <ExportMenu contentRef={contentRef} version={version} onFailure={fail} />
      </div>
      <div className={styles['find']}>
        {children}
        <Unsure {...props} />
      </div>
      {isOpen ? <Versions {...props} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** Shows that people have edited the engine's text. */
function Origin({ transcript, people }: { transcript: Transcript; people: Props['people'] }) {
  const { t } = useTranslation('transcripts')
  const { origin, updated_at: at } = transcript
  if (origin === 'machine') return null
  return (
    <span
      title={t('origin.full', {
        origin: originOf(transcript, people),
        time: formatDateTime(at),
      })}
    >
      <Badge tone="quiet">{t(`origin.${origin}`)}</Badge>
    </span>
  )
}

/** For the eye only, because the announcer reports it to screen readers. */
function Saving() {
  const { t } = useTranslation('transcripts')
  const saving = useEditing((state) => state.saving)
  const words = saving === 'idle' ? '' : t(`states.${saving}`)
  return <span className={styles['saving']}>{words}</span>
}

function Undo({ session, version }: { session: EditSession; version: number }) {
  const { t } = useTranslation('transcripts')
  const last = useEditing(({ done, ownVersion }) =>
    ownVersion === version ? done.at(-1)?.sentence : undefined,
  )
  const undo = () => {
    if (last) session.undo()
  }
  useHotkeys([['mod+Z', undo]])
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={t('undo.label')}
      aria-keyshortcuts="Control+Z Meta+Z"
      title={last ? t('undo.what', { change: last }) : t('undo.nothing')}
      disabled={!last}
      onClick={undo}
    >
      <Undo2 size={15} />
    </ActionIcon>
  )
}

function Unsure({ shown, showsUnsure, onShowsUnsure }: Props) {
  const { t } = useTranslation('transcripts')
  const count = useMemo(() => countUnsure(shown), [shown])
  if (count === 0) return null
  return (
    <Switch
      size="xs"
      label={t('unsure', { number: formatNumber(count) })}
      checked={showsUnsure}
      onChange={(event) => onShowsUnsure(event.currentTarget.checked)}
    />
  )
}

const countUnsure = ({ segments }: Transcript): number =>
  segments.reduce(
    (sum, { words }) => sum + words.filter(({ is_uncertain: isUnsure }) => isUnsure).length,
    0,
  )

function Versions(props: Props & { onClose: () => void }) {
  const { contentRef, people, version, canEdit, onVersion, onRestored, onClose } = props
  const hasSound = usePlayer((state) => state.hasSound)
  const show = async () => {
    await onRestored()
    onVersion(null)
    onClose()
  }
  const restore = useRestore(contentRef, show)
  const added = useImport(contentRef, show)
  return (
    <VersionsDialog
      contentRef={contentRef}
      people={people}
      shown={version}
      restoring={restore.busy}
      failure={restore.failure ?? added.failure}
      canRestore={canEdit}
      onImport={hasSound ? added.run : null}
      isImporting={added.isBusy}
      onRead={(chosen) => {
        onVersion(chosen)
        onClose()
      }}
      onRestore={restore.run}
      onClose={onClose}
    />
  )
}

/** Shows that something could not be saved or exported. */
export function Refusal() {
  const { t } = useTranslation('transcripts')
  const failure = useEditing((state) => state.failure)
  if (!failure) return null
  return (
    <div role="alert" className={styles['refusal']}>
      <p className={styles['reason']}>{failure}</p>
      <CloseButton size="sm" aria-label={t('putAway')} onClick={dismissFailure} />
    </div>
  )
}
