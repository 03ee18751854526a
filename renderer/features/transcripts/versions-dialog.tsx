import { Button, Modal } from '@mantine/core'
import { asFailure } from '../../api/failure.ts'
import type { TranscriptVersion } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf, formatDateTime } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import type { Place } from './edits.ts'
import { useVersions } from './queries.ts'
import styles from './versions-dialog.module.css'

type Props = {
  place: Place
  /** Names of members by id. */
  people: ReadonlyMap<string, string>
  /** Being read in place of the current one. */
  shown: number | null
  restoring: number | null
  failure: string | null
  canRestore: boolean
  onRead: (version: number | null) => void
  onRestore: (version: number) => void
  onClose: () => void
}

/** All versions of a transcript: who made them and when, to read and to return to. */
export function VersionsDialog(props: Props) {
  return (
    <Modal opened onClose={props.onClose} title="Versions of this transcript" size="lg">
      <p className={styles['about']}>
        What the engine wrote is kept. Your changes make new versions, and so does returning to an
        older one.
      </p>
      <FormFailure message={props.failure} />
      <Versions {...props} />
    </Modal>
  )
}

function Versions(props: Props) {
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useVersions(props.place)
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState title="The versions did not load" cause={message} code={code} onRetry={retry} />
    )
  }
  if (!items) return <LoadingRows rows={3} label="Loading versions" />
  return (
    <>
      <ul aria-label="Versions" className={styles['list']}>
        {items.map((version) => (
          <Version key={version.version} version={version} {...props} />
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}

function Version({ version, ...props }: Props & { version: TranscriptVersion }) {
  const { version: number, is_current: isCurrent, word_count: words } = version
  const isShown = isCurrent ? props.shown === null : props.shown === number
  return (
    <li className={styles['version']}>
      <div className={styles['text']}>
        <div className={styles['head']}>
          <strong>Version {number}</strong>
          {isCurrent ? <Badge tone="ok">Current</Badge> : null}
          {isShown && !isCurrent ? <Badge tone="busy">Shown</Badge> : null}
        </div>
        <p className={styles['facts']}>{originOf(version, props.people)}</p>
        <p className={styles['facts']}>
          {formatDateTime(version.updated_at)}, {countOf(words, 'word')}
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        disabled={isShown}
        aria-label={`Read version ${number}`}
        onClick={() => props.onRead(isCurrent ? null : number)}
      >
        Read
      </Button>
      {isCurrent ? null : (
        <Button
          size="xs"
          variant="default"
          disabled={!props.canRestore}
          loading={props.restoring === number}
          aria-label={`Restore version ${number}`}
          onClick={() => props.onRestore(number)}
        >
          Restore
        </Button>
      )}
    </li>
  )
}

/** Who made a version, in words. */
export function originOf(
  {
    origin,
    edited_by: member,
    based_on: base,
    model_used: model,
  }: Pick<TranscriptVersion, 'origin' | 'edited_by' | 'based_on' | 'model_used'>,
  people: ReadonlyMap<string, string>,
): string {
  if (origin === 'machine') return `Written by ${model}`
  const who = (member === null ? undefined : people.get(member)) ?? 'a member'
  if (origin === 'edited') return `Edited by ${who}`
  return `Version ${base ?? '?'} restored by ${who}`
}
