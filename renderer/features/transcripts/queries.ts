import { useMutation, useQuery } from '@tanstack/react-query'
import { getTranscript, listTranscriptVersions, restoreTranscriptVersion } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'
import type { ContentRef } from '../../api/types.ts'
import { i18n } from '../../i18n/i18n.ts'
import { announce } from '../../ui/announcer.ts'
import { editFailure } from './edit-failure.ts'
import { resetEditing } from './edit-store.ts'

const key = ({ projectId, contentId }: ContentRef) => ['transcripts', projectId, contentId] as const

/** The versions of a transcript, newest first. */
export const useVersions = (contentRef: ContentRef) =>
  usePages({
    key: [...key(contentRef), 'versions'],
    load: (page, signal) =>
      listTranscriptVersions({ path: contentRef, query: { limit: 50, ...page }, signal }),
  })

/** An older version, read-only; it never changes. */
export const useVersion = (contentRef: ContentRef, version: number | null) =>
  useQuery({
    queryKey: [...key(contentRef), version],
    queryFn: async ({ signal }) =>
      (await getTranscript({ path: contentRef, query: { version: version ?? 1 }, signal })).data,
    enabled: version !== null,
    staleTime: Infinity,
  })

const useRestoreVersion = (contentRef: ContentRef) =>
  useMutation({
    mutationFn: async (version: number) =>
      (await restoreTranscriptVersion({ path: { ...contentRef, version } })).data,
  })

/** Restores an older version and shows it. */
export function useRestore(contentRef: ContentRef, onRestored: () => Promise<unknown>) {
  const restore = useRestoreVersion(contentRef)
  const run = (version: number) =>
    restore.mutate(version, {
      onSuccess: async () => {
        // The undo history belonged to a different text.
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
