import { useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import {
  listActionOwners,
  listActions,
  updateAction,
  type ListActionsResponses,
} from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

export type ActionState = 'open' | 'done' | 'overdue'
export type ActionFilter = { state?: ActionState; owner?: string }

const keyOf = (projectId: string) => ['actions', projectId] as const

export const useActions = (projectId: string, filter: ActionFilter) =>
  usePages({
    key: [...keyOf(projectId), filter],
    load: (page, signal) =>
      listActions({ path: { projectId }, query: { ...filter, ...page }, signal }),
  })

/** Everybody who took something on, also in what is not loaded yet. */
export const useActionOwners = (projectId: string) =>
  useQuery({
    // Not under the key of the lists, which are changed as lists.
    queryKey: ['action-owners', projectId],
    queryFn: async ({ signal }) =>
      (await listActionOwners({ path: { projectId }, signal })).data.owners,
  })

type Change = { id: string; isDone: boolean }

/**
 * Ticks off at once and takes it back where the service refuses; the rest of the item is as the
 * answer says. What is on the screen stays there, also where the filter no longer has it, so that a
 * slip can be undone in its place.
 */
export function useTick(projectId: string) {
  const queries = useQueryClient()
  const show = (id: string, part: Partial<Action>) =>
    queries.setQueriesData<InfiniteData<Page>>({ queryKey: keyOf(projectId) }, (known) =>
      known ? { ...known, pages: withChanged(known.pages, id, part) } : known,
    )
  return useMutation({
    mutationFn: async ({ id, isDone }: Change) => {
      const body = { is_done: isDone }
      return (await updateAction({ path: { projectId, actionId: id }, body })).data
    },
    onMutate: ({ id, isDone }) => show(id, { is_done: isDone }),
    onSuccess: (action) => show(action.id, action),
    onError: (_error, { id, isDone }) => show(id, { is_done: !isDone }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: keyOf(projectId), refetchType: 'inactive' }),
  })
}

export type Page = ListActionsResponses[200]
export type Action = Page['data'][number]

/** The pages of a list in which one item has other values; it stays in its place. */
export const withChanged = (pages: readonly Page[], id: string, part: Partial<Action>): Page[] =>
  pages.map((page) => ({
    ...page,
    data: page.data.map((one) => (one.id === id ? { ...one, ...part } : one)),
  }))
