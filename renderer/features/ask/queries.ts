import { useQuery } from '@tanstack/react-query'
import { askQuestion } from 'earshot/client'

/** What is asked, and of which recordings: those of a project, or one of them. */
export type Asking = { projectId: string; contentId?: string; question: string }

/** The answer; an earlier question that is still open is given up for a new one. */
export const useAnswer = ({ projectId, contentId, question }: Asking) =>
  useQuery({
    queryKey: ['ask', projectId, contentId ?? '', question],
    queryFn: async ({ signal }) => {
      const body = { question, ...(contentId === undefined ? {} : { content_id: contentId }) }
      return (await askQuestion({ path: { projectId }, body, signal })).data
    },
    // What was said may be corrected, and recordings come and go.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
