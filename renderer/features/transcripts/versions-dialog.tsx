import { Button, FileButton, Modal } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { TranscriptVersion } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { i18n } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { useVersions } from './queries.ts'
import styles from './versions-dialog.module.css'

type Props = {
  contentRef: ContentRef
  /** Members' names by id. */
  people: ReadonlyMap<string, string>
  /** The version being read in place of the current one. */
  shown: number | null
  restoring: number | null
  failure: string | null
  canRestore: boolean
  /** Null for a recording without sound, whose words have nothing to be aligned with. */
  onImport: ((file: File) => void) | null
  isImporting: boolean
  onRead: (version: number | null) => void
  onRestore: (version: number) => void
  onClose: () => void
}

/** All versions of a transcript with author and date, to read or restore. */
export function VersionsDialog(props: Props) {
  const { t } = useTranslation('transcripts')
  return (
    <Modal opened onClose={props.onClose} title={t('versions.title')} size="lg">
      <p className={styles['about']}>{t('versions.about')}</p>
      <FormFailure message={props.failure} />
      <Versions {...props} />
      {props.onImport ? <ImportFile {...props} onImport={props.onImport} /> : null}
    </Modal>
  )
}

type ImportProps = Pick<Props, 'isImporting' | 'canRestore'> & { onImport: (file: File) => void }

function ImportFile({ onImport, isImporting, canRestore }: ImportProps) {
  const { t } = useTranslation('transcripts')
  return (
    <div className={styles['import']}>
      <p className={styles['facts']}>{t('versions.importAbout')}</p>
      <FileButton
        accept=".vtt,.srt,.txt,.csv,.tsv,.lrc,.md,.json"
        inputProps={{ 'aria-label': t('versions.importFile') }}
        onChange={(file) => (file ? onImport(file) : undefined)}
      >
        {(button) => (
          <Button
            size="xs"
            variant="default"
            leftSection={<FileUp size={14} />}
            disabled={!canRestore}
            loading={isImporting}
            {...button}
          >
            {t('versions.import')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

function Versions(props: Props) {
  const { t } = useTranslation('transcripts')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useVersions(props.contentRef)
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('versions.failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows rows={3} label={t('versions.loading')} />
  return (
    <>
      <ul aria-label={t('versions.open')} className={styles['list']}>
        {items.map((version) => (
          <Version key={version.version} version={version} {...props} />
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}

function Version({ version, ...props }: Props & { version: TranscriptVersion }) {
  const { t } = useTranslation('transcripts')
  const { version: number, is_current: isCurrent, word_count: words } = version
  const isShown = isCurrent ? props.shown === null : props.shown === number
  return (
    <li className={styles['version']}>
      <div className={styles['text']}>
        <div className={styles['head']}>
          <strong>{t('versions.number', { version: number })}</strong>
          {isCurrent ? <Badge tone="ok">{t('versions.current')}</Badge> : null}
          {isShown && !isCurrent ? <Badge tone="busy">{t('versions.shown')}</Badge> : null}
        </div>
        <p className={styles['facts']}>{originOf(version, props.people)}</p>
        <p className={styles['facts']}>
          {t('versions.facts', { time: formatDateTime(version.updated_at), count: words })}
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        disabled={isShown}
        aria-label={t('versions.readNumber', { version: number })}
        onClick={() => props.onRead(isCurrent ? null : number)}
      >
        {t('versions.read')}
      </Button>
      {isCurrent ? null : (
        <Button
          size="xs"
          variant="default"
          disabled={!props.canRestore}
          loading={props.restoring === number}
          aria-label={t('versions.restoreNumber', { version: number })}
          onClick={() => props.onRestore(number)}
        >
          {t('versions.restore')}
        </Button>
      )}
    </li>
  )
}

/** The author of a version, in words. */
export function originOf(
  {
    origin,
    edited_by: member,
    based_on: base,
    model_used: model,
  }: Pick<TranscriptVersion, 'origin' | 'edited_by' | 'based_on' | 'model_used'>,
  people: ReadonlyMap<string, string>,
): string {
  if (origin === 'imported') return i18n.t('transcripts:origin.importedFull')
  if (origin === 'machine') return i18n.t('transcripts:origin.machine', { model })
  const who =
    (member === null ? undefined : people.get(member)) ?? i18n.t('transcripts:origin.member')
  if (origin === 'edited') return i18n.t('transcripts:origin.editedBy', { who })
  return i18n.t('transcripts:origin.restoredBy', { version: base ?? '?', who })
}
