import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { analyzeContent, cancelAnalysis, listAllAnalyses } from 'earshot/client'
import type { AnalysisOverview } from 'earshot/client'

type Choice = { promptId: string; isAnew: boolean }

/** Requests an analysis of one recording, which then appears there as queued. */
export function useAnalyze(projectId: string, contentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ promptId, isAnew }: Choice) => {
      const body = { prompt_id: promptId, force_new: isAnew }
      return (await analyzeContent({ path: { projectId, contentId }, body })).data
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['content', projectId, contentId] }),
  })
}

/** Cancels a queued or running analysis, which then appears as failed. */
export function useCancelAnalysis() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (analysisId: string) => (await cancelAnalysis({ path: { analysisId } })).data,
    // Refresh even if it had already ended, because the page shows an outdated state.
    onSettled: () =>
      Promise.all(
        ['analyses', 'content'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  })
}

const busyMs = 1_200
const calmMs = 5_000

/** Queued and running analyses in all projects: running ones first, then in queue order. */
export const useOpenAnalyses = () =>
  useQuery({
    queryKey: ['analyses', 'open'],
    queryFn: async ({ signal }) =>
      (await listAllAnalyses({ query: { status: 'open', limit: 100 }, signal })).data,
    select: (items) => items.toReversed().toSorted((one, two) => rank(one) - rank(two)),
    refetchInterval: ({ state }) => (state.data?.length ? busyMs : calmMs),
  })

const rank = ({ status }: AnalysisOverview): number => (status === 'processing' ? 0 : 1)
