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
    // What is typed here is newer than what another window has saved.
    staleTime: Infinity,
  })

/** Lets the next visit of the recording begin with what was saved. */
export function useKeepNotes(contentRef: ContentRef): (notes: Notes) => void {
  const queries = useQueryClient()
  return (notes) => queries.setQueryData(keyOf(contentRef), notes)
}
