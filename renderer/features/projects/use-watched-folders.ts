import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addWatchedFolder,
  listWatchedFolders,
  removeWatchedFolder,
  scanWatchedFolder,
} from 'earshot/client'

/** What comes into a folder is told by no event. */
const refreshMs = 5_000

/** The watched folders of a project, all there may be, and what is done with them. */
export function useWatchedFolders(projectId: string) {
  const queries = useQueryClient()
  const queryKey = ['watched-folders', projectId]
  const onSettled = () => queries.invalidateQueries({ queryKey })
  const folders = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await listWatchedFolders({ query: { project_id: projectId, limit: 100 }, signal })).data,
    refetchInterval: refreshMs,
  })
  const add = useMutation({
    mutationFn: async (path: string) => {
      await addWatchedFolder({ body: { project_id: projectId, path } })
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async (folderId: string) => {
      await removeWatchedFolder({ path: { folderId } })
    },
    onSettled,
  })
  const scan = useMutation({
    mutationFn: async (folderId: string) => {
      await scanWatchedFolder({ path: { folderId } })
    },
    onSettled,
  })
  return { folders, add, remove, scan }
}
