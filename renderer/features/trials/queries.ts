import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteTrial, getTrial, listContent, tryPrompt } from 'earshot/client'
import type { Trial, TryPromptRequest } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'

export type TrialBody = TryPromptRequest

const lookMs = 500
const isOpen = ({ status }: Trial) => status === 'queued' || status === 'processing'

/** Recordings for trying a prompt on: the newest hundred that have a transcript. */
export const useTriable = (projectId: string) =>
  useQuery({
    queryKey: ['content', projectId, 'triable'],
    queryFn: async ({ signal }) => {
      const query = { status: 'completed', limit: 100 } as const
      const { data } = await listContent({ path: { projectId }, query, signal })
      return data.filter(({ has_transcript: isReady }) => isReady)
    },
  })

/** Runs one trial of a prompt on a recording: start, poll, cancel. */
export function useTrial({ projectId, contentId }: ContentRef) {
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: async (body: TrialBody) =>
      (await tryPrompt({ path: { projectId, contentId }, body })).data.trial_id,
  })
  const trialId = start.data
  const queryKey = ['trials', projectId, contentId, trialId]
  const found = useQuery({
    queryKey,
    enabled: trialId !== undefined,
    queryFn: async ({ signal }) =>
      (await getTrial({ path: { projectId, contentId, trialId: trialId ?? '' }, signal })).data,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : lookMs),
  })
  const cancel = useMutation({
    mutationFn: async () => {
      if (trialId) await deleteTrial({ path: { projectId, contentId, trialId } })
    },
    onSuccess: () => {
      start.reset()
      queries.removeQueries({ queryKey })
    },
  })
  const trial = trialId === undefined ? undefined : found.data
  const isBusy = start.isPending || (trialId !== undefined && (!trial || isOpen(trial)))
  return { start, cancel, trial, isBusy, error: start.error ?? found.error ?? cancel.error }
}
