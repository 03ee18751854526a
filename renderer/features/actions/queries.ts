import { useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import {
  listActionOwners,
  listActions,
  listAllActions,
  updateAction,
  type ListActionsResponses,
} from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

export type ActionState = 'open' | 'done' | 'overdue'
export type ActionFilter = { state?: ActionState; owner?: string }

const listsKey = ['actions'] as const

export const useActions = (projectId: string, filter: ActionFilter) =>
  usePages({
    key: [...listsKey, projectId, filter],
    load: (page, signal) =>
      listActions({ path: { projectId }, query: { ...filter, ...page }, signal }),
  })

/** Of all projects, the soonest due first. Analyses add to it while other screens are open. */
export const useAllActions = (filter: ActionFilter) =>
  usePages({
    key: [...listsKey, 'all', filter],
    refetchesOnOpen: true,
    load: (page, signal) => listAllActions({ query: { ...filter, sort: 'due', ...page }, signal }),
  })

/** Those of one recording; `edition` is another one after each analysis. */
export const useRecordingActions = (projectId: string, contentId: string, edition: string) =>
  usePages({
    key: [...listsKey, projectId, 'of', contentId, edition],
    load: (page, signal) =>
      listActions({
        path: { projectId },
        query: { content_id: contentId, limit: 100, ...page },
        signal,
      }),
  })

/** Everybody with an action item, including items that are not loaded yet. */
export const useActionOwners = (projectId: string) =>
  useQuery({
    // Not under the lists' key, because those caches are updated as lists.
    queryKey: ['action-owners', projectId],
    queryFn: async ({ signal }) =>
      (await listActionOwners({ path: { projectId }, signal })).data.owners,
  })

type Change = { action: Action; isDone: boolean }

/**
 * Ticks an item immediately and reverts it if the service refuses; the response replaces the rest
 * of the item. Items stay on screen even when the filter no longer matches, so a slip can be
 * undone in place.
 */
export function useTick() {
  const queries = useQueryClient()
  const show = (id: string, part: Partial<Action>) =>
    queries.setQueriesData<InfiniteData<Page>>({ queryKey: listsKey }, (known) =>
      known ? { ...known, pages: withChanged(known.pages, id, part) } : known,
    )
  return useMutation({
    mutationFn: async ({ action, isDone }: Change) => {
      const path = { projectId: action.project_id, actionId: action.id }
      return (await updateAction({ path, body: { is_done: isDone } })).data
    },
    onMutate: async ({ action, isDone }) => {
      // A list that is on its way was read before this, and would take the tick back.
      await queries.cancelQueries({ queryKey: listsKey })
      show(action.id, { is_done: isDone })
    },
    onSuccess: (action) => show(action.id, action),
    onError: (_error, { action, isDone }) => show(action.id, { is_done: !isDone }),
    onSettled: () => queries.invalidateQueries({ queryKey: listsKey, refetchType: 'inactive' }),
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
