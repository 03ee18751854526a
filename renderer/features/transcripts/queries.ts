import { useMutation, useQuery } from '@tanstack/react-query'
import { getTranscript, listTranscriptVersions, restoreTranscriptVersion } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'
import type { Place } from './edits.ts'

const key = ({ projectId, contentId }: Place) => ['transcripts', projectId, contentId] as const

/** The versions of a transcript, newest first. */
export const useVersions = (place: Place) =>
  usePages({
    key: [...key(place), 'versions'],
    load: (page, signal) =>
      listTranscriptVersions({ path: place, query: { limit: 50, ...page }, signal }),
  })

/** An older version to read; it never changes. */
export const useVersion = (place: Place, version: number | null) =>
  useQuery({
    queryKey: [...key(place), version],
    queryFn: async ({ signal }) =>
      (await getTranscript({ path: place, query: { version: version ?? 1 }, signal })).data,
    enabled: version !== null,
    staleTime: Infinity,
  })

export const useRestoreVersion = (place: Place) =>
  useMutation({
    mutationFn: async (version: number) =>
      (await restoreTranscriptVersion({ path: { ...place, version } })).data,
  })
