import { useQueryClient } from '@tanstack/react-query'
import { useBulk, type BulkWork } from './bulk-store.ts'

/** Starts bulk work on recordings of a project; when it ends, what is shown of them is asked for again. */
export function useBulkStart(projectId: string): (ids: readonly string[], work: BulkWork) => void {
  const queries = useQueryClient()
  const look = () => {
    void queries.invalidateQueries({ queryKey: ['content'] })
    void queries.invalidateQueries({ queryKey: ['projects'] })
  }
  return (ids, work) => void useBulk.getState().start(projectId, ids, work).then(look)
}
