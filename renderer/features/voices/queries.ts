import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteVoice, forgetVoices, listVoices } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = (projectId: string) => ['voices', projectId] as const

/** The voices that a project remembers. */
export const useVoices = (projectId: string) =>
  usePages({
    key: key(projectId),
    load: (page, signal) =>
      listVoices({ path: { projectId }, query: { limit: 50, ...page }, signal }),
  })

/** Forgets one voice by its id, or all of them where there is none. */
export function useForget(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (voiceId: string | null): Promise<void> => {
      if (voiceId === null) await forgetVoices({ path: { projectId } })
      else await deleteVoice({ path: { projectId, voiceId } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key(projectId) }),
  })
}
