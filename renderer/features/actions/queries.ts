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

/** Everybody with an action item, including items that are not loaded yet. */
export const useActionOwners = (projectId: string) =>
  useQuery({
    // Not under the lists' key, because those caches are updated as lists.
    queryKey: ['action-owners', projectId],
    queryFn: async ({ signal }) =>
      (await listActionOwners({ path: { projectId }, signal })).data.owners,
  })

type Change = { id: string; isDone: boolean }

/**
 * Ticks an item immediately and reverts it if the service refuses; the response replaces the rest
 * of the item. Items stay on screen even when the filter no longer matches, so a slip can be
 * undone in place.
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

/** The pages of a list with one item changed; it keeps its position. */
export const withChanged = (pages: readonly Page[], id: string, part: Partial<Action>): Page[] =>
  pages.map((page) => ({
    ...page,
    data: page.data.map((one) => (one.id === id ? { ...one, ...part } : one)),
  }))
