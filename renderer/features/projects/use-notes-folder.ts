import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteNotesFolder, getNotesFolder, putNotesFolder, type NotesFolder } from 'earshot/client'

/** No event tells what is written; while something is, it takes moments. */
const [busyMs, calmMs] = [1_000, 10_000]

/** The folder that a project is mirrored into, and what is done with it. */
export function useNotesFolder(projectId: string) {
  const queries = useQueryClient()
  const path = { projectId }
  const queryKey = ['notes-folder', projectId]
  const onSuccess = (now: NotesFolder) => queries.setQueryData(queryKey, now)
  const folder = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getNotesFolder({ path, signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'writing' ? busyMs : calmMs),
  })
  const choose = useMutation({
    mutationFn: async (chosen: string) =>
      (await putNotesFolder({ path, body: { path: chosen } })).data,
    onSuccess,
  })
  const stop = useMutation({
    mutationFn: async () => (await deleteNotesFolder({ path })).data,
    onSuccess,
  })
  return { folder, choose, stop }
}
