import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deleteContent, getContent, listContent, reprocessContent } from 'earshot/client'
import type { ListContentData } from 'earshot/client'
import type { ContentDetail } from '../../api/types.ts'
import { usePages } from '../../api/use-pages.ts'
import { useUploads } from './upload-store.ts'

const busyMs = 1_200
const listKey = (projectId: string) => ['content', projectId, 'list'] as const
const itemKey = (projectId: string, contentId: string) => ['content', projectId, contentId] as const

export type ContentFilter = Pick<
  NonNullable<ListContentData['query']>,
  'status' | 'created_after' | 'created_before'
>

/** The recordings of a project; looked at again and again while one is being worked on. */
export function useContent(projectId: string, filter: ContentFilter) {
  const queries = useQueryClient()
  const arrived = useUploads((state) => state.arrived[projectId] ?? 0)
  useEffect(() => {
    if (arrived > 0) void queries.invalidateQueries({ queryKey: ['content', projectId] })
  }, [arrived, projectId, queries])
  return usePages({
    key: [...listKey(projectId), filter],
    load: (page, signal) =>
      listContent({ path: { projectId }, query: { limit: 50, ...filter, ...page }, signal }),
    refreshMs: (items) => (items.some(({ status }) => status === 'processing') ? busyMs : false),
  })
}

/** One recording with its transcript and analyses; live while anything about it is in work. */
export const useRecording = (projectId: string, contentId: string) =>
  useQuery({
    queryKey: itemKey(projectId, contentId),
    queryFn: async ({ signal }): Promise<ContentDetail> => {
      const { data } = await getContent({ path: { projectId, contentId }, signal })
      const { analyses, transcript } = data
      return {
        ...data,
        analyses: analyses ?? [],
        transcript: transcript && { ...transcript, segments: transcript.segments ?? [] },
      }
    },
    refetchInterval: ({ state }) => (state.data && isInWork(state.data) ? busyMs : false),
  })

const isInWork = ({ status, analyses }: ContentDetail): boolean =>
  status === 'processing' ||
  analyses.some((analysis) => analysis.status === 'queued' || analysis.status === 'processing')

export function useDeleteRecording(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (contentId: string) =>
      (await deleteContent({ path: { projectId, contentId } })).data,
    onSuccess: async ({ id }) => {
      queries.removeQueries({ queryKey: itemKey(projectId, id) })
      await queries.invalidateQueries({ queryKey: listKey(projectId) })
      await queries.invalidateQueries({ queryKey: ['projects'] })
    },
  })
}

export function useReprocess(projectId: string, contentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await reprocessContent({ path: { projectId, contentId } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: ['content', projectId] }),
  })
}
