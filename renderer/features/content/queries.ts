import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryFilters,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  cancelContent,
  deleteContent,
  getContent,
  listAllContent,
  pauseContent,
  prioritizeContent,
  reprocessContent,
  resumeContent,
  trashContent,
  updateContent,
  type Analysis,
  type UpdateContentData,
  type ContentDetail as Answer,
  type ReprocessContentData,
  type Transcript,
  type TrashItem,
} from 'earshot/client'
import type { ContentDetail } from '../../api/types.ts'
import { usePages } from '../../api/use-pages.ts'
import { discardUpload, uploadFile } from './upload-file.ts'
import { useUploads } from './upload-store.ts'

export const busyMs = 1_200
const calmMs = 5_000
export const listKey = (projectId: string) => ['content', projectId, 'list'] as const
const itemKey = (projectId: string, contentId: string) => ['content', projectId, contentId] as const

/** The recordings of all projects, newest first; refreshes faster while any is on its way. */
export function useRecent() {
  const isArriving = useUploads(({ uploads }) => uploads.length > 0)
  return usePages({
    key: ['content', 'recent'],
    load: (page, signal) => listAllContent({ query: { limit: 20, ...page }, signal }),
    refreshMs: (items) =>
      isArriving || items.some(({ status }) => status === 'processing') ? busyMs : calmMs,
  })
}

/** One recording with its transcript and analyses; refreshes while any of it is being processed. */
export function useRecording(projectId: string, contentId: string) {
  return useQuery({
    ...recordingQuery(useQueryClient(), projectId, contentId),
    refetchInterval: ({ state }) => (state.data && isInWork(state.data) ? busyMs : false),
  })
}

/** Prefetches a recording on press, so it opens sooner. */
export function useRecordingAhead(): (projectId: string, contentId: string) => void {
  const queries = useQueryClient()
  return (projectId, contentId) =>
    void queries.prefetchQuery(recordingQuery(queries, projectId, contentId))
}

const recordingQuery = (queries: QueryClient, projectId: string, contentId: string) => {
  const queryKey = itemKey(projectId, contentId)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ContentDetail> => {
      const path = { projectId, contentId }
      const before = queries.getQueryData<ContentDetail>(queryKey)
      if (before && isInWork(before)) {
        // The text of ten hours is 10 MB and does not change while processing continues, so leave
        // it out.
        const { data } = await getContent({ path, query: { include: 'analyses' }, signal })
        const { transcript } = before
        const now: ContentDetail = { ...data, ...analysesOf(data), transcript }
        if (isInWork(now)) return now
      }
      const { data } = await getContent({ path, signal })
      const { transcript } = data
      return {
        ...data,
        ...analysesOf(data),
        transcript: transcript && { ...transcript, segments: transcript.segments ?? [] },
      }
    },
  })
}

/** Updates the transcript in the cache without fetching all of it again; see `EditSession`. */
export function useTranscriptUpdate(projectId: string, contentId: string) {
  const queries = useQueryClient()
  return useCallback(
    (change: (transcript: Transcript) => Transcript): Transcript | undefined => {
      const queryKey = itemKey(projectId, contentId)
      // A response still in flight contains the old text.
      void queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<ContentDetail>(queryKey)
      if (!before?.transcript) return undefined
      const transcript = change(before.transcript)
      const withAge = (analysis: Analysis) => ({
        ...analysis,
        is_outdated: analysis.transcript_version < transcript.version,
      })
      queries.setQueryData(queryKey, {
        ...before,
        transcript,
        analyses: before.analyses.map(withAge),
        last_completed_analyses: before.last_completed_analyses.map(withAge),
      })
      return before.transcript
    },
    [queries, projectId, contentId],
  )
}

const analysesOf = (detail: Answer) => ({
  analyses: detail.analyses ?? [],
  last_completed_analyses: detail.last_completed_analyses ?? [],
})

const isInWork = ({ status, analyses }: ContentDetail): boolean =>
  status === 'processing' ||
  analyses.some((analysis) => analysis.status === 'queued' || analysis.status === 'processing')

/**
 * `onDeleted` is called even if the recording's page, and what asked with it, is gone by then. It may leave that
 * page, which would ask again for what is forgotten after it.
 */
export function useDeleteRecording(
  projectId: string,
  onDeleted?: (item: TrashItem) => void | Promise<void>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (contentId: string) =>
      (await trashContent({ path: { projectId, contentId } })).data,
    // What is still being asked for would be answered that it is not there.
    onMutate: (contentId) => queries.cancelQueries(allOf(contentId)),
    onError: (_error, contentId) => queries.invalidateQueries(allOf(contentId)),
    onSuccess: async (item) => {
      await onDeleted?.(item)
      return forget(queries, projectId, item.id)
    },
  })
}

export type ContentChange = NonNullable<UpdateContentData['body']>

/** Gives it another title, time or project; answers the item. Where it moved to is left to the caller. */
export function useChangeRecording(projectId: string, contentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: ContentChange) =>
      (await updateContent({ path: { projectId, contentId }, body })).data,
    onSuccess: (item) => {
      if (item.project_id !== projectId) return
      queries.setQueryData<ContentDetail>(itemKey(projectId, contentId), (known) =>
        known ? { ...known, ...item } : known,
      )
      // Its title stands in many lists.
      void queries.invalidateQueries()
    },
  })
}

const allOf = (contentId: string): QueryFilters => ({
  predicate: ({ queryKey }) => queryKey.includes(contentId),
})

/** What is shown of a recording that is gone. */
async function forget(queries: QueryClient, projectId: string, contentId: string): Promise<void> {
  queries.removeQueries({ queryKey: itemKey(projectId, contentId) })
  await queries.invalidateQueries({ queryKey: listKey(projectId) })
  await queries.invalidateQueries({ queryKey: ['content', 'queue'] })
  await queries.invalidateQueries({ queryKey: ['content', 'recent'] })
  await queries.invalidateQueries({ queryKey: ['projects'] })
}

export type SpeechOptions = NonNullable<ReprocessContentData['body']>

export function useReprocess(projectId: string, contentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: SpeechOptions) =>
      (await reprocessContent({ path: { projectId, contentId }, body })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
}

/**
 * Uploads another file in place of a recording, which is deleted once the service has the new one.
 * `onReplaced` is called with the new recording's id even if what asked is no longer on the page, as it is
 * once the old recording is forgotten.
 */
export function useReplaceFile(
  projectId: string,
  contentId: string,
  onReplaced: (createdId: string, file: File) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (file: File): Promise<string> => {
      let created = ''
      const steps = {
        signal: new AbortController().signal,
        onCreated: (id: string) => {
          created = id
        },
        onProgress: () => {},
        onConfirming: () => {},
      }
      await uploadFile(projectId, file, steps).catch(async (error: unknown) => {
        if (created) await discardUpload(projectId, created)
        throw error
      })
      await deleteContent({ path: { projectId, contentId } })
      return created
    },
    onSuccess: (created, file) => {
      onReplaced(created, file)
      return forget(queries, projectId, contentId)
    },
  })
}

const controls = {
  pause: pauseContent,
  resume: resumeContent,
  cancel: cancelContent,
  prioritize: prioritizeContent,
}
export type Control = keyof typeof controls

/** Pauses, resumes or cancels the transcription of a recording, or does it next. */
export function useControl(projectId: string, contentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (control: Control) =>
      (await controls[control]({ path: { projectId, contentId } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
}
