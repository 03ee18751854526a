import { asFailure } from '../api/failure.ts'
import { Backups } from '../features/backups/backups.tsx'
import { useRecover, useRecovery } from '../features/recovery/queries.ts'
import { RecoveryWork } from '../features/recovery/recovery-facts.tsx'
import { useSession } from '../session-store.ts'

/** Backups, and how the last restore went since the process started. */
export function BackupsSection() {
  const { data } = useRecovery({ isFollowed: false })
  const recover = useRecover()
  const begin = (id: string): void =>
    recover.mutate(
      { action: 'restore_backup', backup: id },
      // Its screen follows the restore, and comes back here.
      { onSuccess: () => useSession.setState({ isRecovering: true }) },
    )
  const failure = recover.error ? asFailure(recover.error).message : null
  const work = data?.work?.action === 'restore_backup' ? data.work : null
  return (
    <>
      {work && work.status !== 'running' ? <RecoveryWork work={work} /> : null}
      <Backups restore={{ isBusy: recover.isPending, failure, begin }} />
    </>
  )
}
