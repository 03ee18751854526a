import { useMutation, useQueryClient } from '@tanstack/react-query'
import { analyzeContent } from 'earshot/client'

type Choice = { promptId: string; isAnew: boolean }

/** Asks for an analysis of one recording; it then shows up in the recording as queued. */
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
