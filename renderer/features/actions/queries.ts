import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { listActions, updateAction } from 'earshot/client'
import type { ListActionsResponses } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

type Page = ListActionsResponses[200]
export type Action = Page['data'][number]
export type ActionState = 'open' | 'done' | 'overdue'
export type ActionFilter = { state?: ActionState; owner?: string }

const keyOf = (projectId: string) => ['actions', projectId] as const

export const useActions = (projectId: string, filter: ActionFilter) =>
  usePages({
    key: [...keyOf(projectId), filter],
    load: (page, signal) =>
      listActions({ path: { projectId }, query: { ...filter, ...page }, signal }),
  })

type Change = { id: string; isDone: boolean }

/**
 * Ticks off at once and takes it back where the service refuses. What is on the screen stays there,
 * also where the filter no longer has it, so that a slip can be undone in its place.
 */
export function useTick(projectId: string) {
  const queries = useQueryClient()
  const show = ({ id, isDone }: Change) =>
    queries.setQueriesData<InfiniteData<Page>>({ queryKey: keyOf(projectId) }, (known) =>
      known ? { ...known, pages: known.pages.map((page) => ticked(page, id, isDone)) } : known,
    )
  return useMutation({
    mutationFn: async ({ id, isDone }: Change) => {
      const body = { is_done: isDone }
      return (await updateAction({ path: { projectId, actionId: id }, body })).data
    },
    onMutate: show,
    onError: (_error, { id, isDone }) => show({ id, isDone: !isDone }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: keyOf(projectId), refetchType: 'inactive' }),
  })
}

const ticked = (page: Page, id: string, isDone: boolean): Page => ({
  ...page,
  data: page.data.map((one) => (one.id === id ? tickedItem(one, isDone) : one)),
})

const tickedItem = (one: Action, isDone: boolean): Action => ({
  ...one,
  is_done: isDone,
  is_overdue: !isDone && one.due_on !== null && one.due_on < new Date().toISOString().slice(0, 10),
  done_at: isDone ? (one.done_at ?? new Date().toISOString()) : null,
})
