import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getNotes, putNotes } from 'earshot/client'
import type { Notes, PutNotesRequest } from 'earshot/client'

export type { Notes }
export type Place = { projectId: string; contentId: string }
export type Written = PutNotesRequest

const keyOf = ({ projectId, contentId }: Place) => ['notes', projectId, contentId] as const

/** Replaces the notes of a recording. */
export const saveNotes = async (place: Place, body: Written): Promise<Notes> =>
  (await putNotes({ path: place, body })).data

export const useNotes = (place: Place) =>
  useQuery({
    queryKey: keyOf(place),
    queryFn: async ({ signal }) => (await getNotes({ path: place, signal })).data,
    // What is typed here is newer than what another window wrote meanwhile.
    staleTime: Infinity,
  })

/** Lets the next visit of the recording begin with what was saved. */
export function useKeepNotes(place: Place): (notes: Notes) => void {
  const queries = useQueryClient()
  return (notes) => queries.setQueryData(keyOf(place), notes)
}
