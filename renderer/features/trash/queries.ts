import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  deleteTrashed,
  emptyTrash,
  listTrash,
  restoreContent,
  restoreProject,
  restorePrompt,
  type TrashItem,
} from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { usePages } from '../../api/use-pages.ts'
import { offerUndo } from '../../ui/undo-note.tsx'

const key = ['trash'] as const

/** Whatever came back or went stands in many lists. */
const refresh = (queries: QueryClient): Promise<void> => queries.invalidateQueries()

export const useTrash = () =>
  usePages({
    key,
    load: (page, signal) => listTrash({ query: { limit: 50, ...page }, signal }),
  })

/** Where a thing in the bin came from, and what puts it back there. */
function restore({ id, type, project_id: projectId }: TrashItem): Promise<unknown> {
  if (type === 'prompt') return restorePrompt({ path: { promptId: id } })
  if (type === 'project') return restoreProject({ path: { projectId: id } })
  return restoreContent({ path: { projectId: projectId ?? '', contentId: id } })
}

function useAct<Subject>(act: (subject: Subject) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: act, onSuccess: () => refresh(queries) })
}

/** Says that a thing is in the bin, and offers to take it back out. */
export function useTrashUndo(): (item: TrashItem, name: string) => void {
  const { t } = useTranslation('trash')
  const queries = useQueryClient()
  return (item, name) =>
    offerUndo(t('done', { name }), async () => {
      await restore(item)
      await refresh(queries)
    })
}

export const useRestore = () => useAct(restore)
export const useDeleteTrashed = () =>
  useAct((id: string) => deleteTrashed({ path: { itemId: id } }))
export const useEmptyTrash = () => useAct(() => emptyTrash())
