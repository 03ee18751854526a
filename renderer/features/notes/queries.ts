import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getNotes, putNotes } from 'earshot/client'
import type { Notes, PutNotesRequest } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'

export type Written = PutNotesRequest

const keyOf = ({ projectId, contentId }: ContentRef) => ['notes', projectId, contentId] as const

/** Replaces the notes of a recording. */
export const saveNotes = async (contentRef: ContentRef, body: Written): Promise<Notes> =>
  (await putNotes({ path: contentRef, body })).data

export const useNotes = (contentRef: ContentRef) =>
  useQuery({
    queryKey: keyOf(contentRef),
    queryFn: async ({ signal }) => (await getNotes({ path: contentRef, signal })).data,
    // Text being typed here is newer than what another window has saved.
    staleTime: Infinity,
  })

/** Puts saved notes into the cache, so the next visit starts with them. */
export function useKeepNotes(contentRef: ContentRef): (notes: Notes) => void {
  const queries = useQueryClient()
  return (notes) => queries.setQueryData(keyOf(contentRef), notes)
}
