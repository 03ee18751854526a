import { Button } from '@mantine/core'
import { useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import type { Voice } from '../../api/types.ts'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { countOf, formatDate, formatLength } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { useForget, useVoices } from './queries.ts'
import styles from './voice-list.module.css'

/** The remembered voices of a project, each with a way to forget it. */
export function VoiceList({ projectId }: { projectId: string }) {
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useVoices(projectId)
  const forget = useForget(projectId)
  const [isAsking, setAsking] = useState(false)
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState title="The voices did not load" cause={message} code={code} onRetry={retry} />
    )
  }
  if (!items) return <LoadingRows rows={2} label="Loading voices" />
  if (items.length === 0) {
    return (
      <p className={styles['none']}>
        No voice is remembered yet. Name a speaker in a recording, and that voice appears here.
      </p>
    )
  }
  const run = (voice: Voice | null) =>
    forget.mutate(voice?.id ?? null, {
      onSuccess: () => announce(voice ? `${voice.name} is forgotten` : 'All voices are forgotten'),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <FormFailure
        message={forget.error ? `${asFailure(forget.error).message} Try again.` : null}
      />
      <ul aria-label="Remembered voices" className={styles['list']}>
        {items.map((voice) => (
          <li key={voice.id} className={styles['voice']}>
            <div className={styles['text']}>
              <strong>{voice.name}</strong>
              <p className={styles['facts']}>
                {formatLength(voice.seconds)} in {countOf(voice.sample_count, 'recording')}, last{' '}
                {formatDate(voice.updated_at)}
              </p>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={`Forget ${voice.name}`}
              loading={forget.isPending && forget.variables === voice.id}
              onClick={() => run(voice)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <div>
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Forget all
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Forget all voices of this project?"
        confirmLabel="Forget all voices"
        isBusy={forget.isPending}
        onConfirm={() => run(null)}
        onClose={() => setAsking(false)}
      >
        Later recordings propose no names until speakers are named again. Names in the recordings
        that are there stay.
      </ConfirmDialog>
    </>
  )
}
