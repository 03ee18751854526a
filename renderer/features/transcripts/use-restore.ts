import { i18n } from '../../i18n/i18n.ts'
import { announce } from '../../ui/announcer.ts'
import { editFailure } from './edit-failure.ts'
import { resetEditing } from './edit-store.ts'
import { useRestoreVersion } from './queries.ts'
import type { ContentRef } from '../../api/types.ts'

/** Returns to an older version and shows it. */
export function useRestore(contentRef: ContentRef, onRestored: () => Promise<unknown>) {
  const restore = useRestoreVersion(contentRef)
  const run = (version: number) =>
    restore.mutate(version, {
      onSuccess: async () => {
        // What could be undone was of another text.
        resetEditing()
        await onRestored()
        announce(i18n.t('transcripts:versions.restored', { version }))
      },
    })
  return {
    run,
    /** The version that is being restored. */
    busy: restore.isPending ? restore.variables : null,
    failure: restore.error ? editFailure(restore.error) : null,
  }
}
