import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import {
  getTranscript,
  importTranscript,
  listEvents,
  listTranscriptVersions,
  restoreTranscriptVersion,
} from 'earshot/client'
import type { ImportTranscriptData } from 'earshot/client'
import { useRef } from 'react'
import { usePages } from '../../api/use-pages.ts'
import type { ContentRef } from '../../api/types.ts'
import { i18n } from '../../i18n/i18n.ts'
import { announce } from '../../ui/announcer.ts'
import { editFailure, importFailure } from './edit-failure.ts'
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

const followMs = 3_000

/** Lines are loaded for at most this share of the time: those of ten hours take a while. */
const mostLoading = 0.2

/** The newest event that told of more lines of this recording; null before there are any. */
const useLinesTold = ({ projectId, contentId }: ContentRef, everyMs: () => number) =>
  useQuery({
    queryKey: [...key({ projectId, contentId }), 'told'],
    queryFn: async ({ signal }) => {
      const { data } = await listEvents({
        query: { event: ['transcription.progress'], project_id: projectId, limit: 50 },
        signal,
      })
      return data.find(({ data: about }) => about['content_id'] === contentId)?.id ?? null
    },
    refetchInterval: everyMs,
    // An event of an earlier visit may belong to an earlier attempt.
    gcTime: 0,
  })

/** The lines of a recording that is being transcribed, loaded anew when there are more. */
export function useLinesSoFar(contentRef: ContentRef) {
  const tookMs = useRef(0)
  const { data: told = null } = useLinesTold(contentRef, () =>
    Math.max(followMs, tookMs.current / mostLoading),
  )
  return useQuery({
    queryKey: [...key(contentRef), 'so-far', told],
    queryFn: async ({ signal }) => {
      const from = performance.now()
      const { data } = await getTranscript({ path: contentRef, query: { partial: true }, signal })
      tookMs.current = performance.now() - from
      return data
    },
    enabled: told !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

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

const mediaTypes: Record<string, ImportTranscriptData['body']['content_type']> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  md: 'text/markdown',
  json: 'application/json',
}

/** Makes a version of the words of another program’s transcript, and shows it. */
export function useImport(contentRef: ContentRef, onImported: () => Promise<unknown>) {
  const add = useMutation({
    mutationFn: async (file: File) => {
      const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
      const body = {
        content_type: mediaTypes[extension] ?? ('text/plain' as const),
        text: await file.text(),
      }
      return (await importTranscript({ path: contentRef, body })).data
    },
  })
  const run = (file: File) =>
    add.mutate(file, {
      onSuccess: async () => {
        // The undo history belonged to a different text.
        resetEditing()
        await onImported()
        announce(i18n.t('transcripts:versions.imported', { name: file.name }))
      },
    })
  return { run, isBusy: add.isPending, failure: add.error ? importFailure(add.error) : null }
}
