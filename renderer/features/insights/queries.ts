import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { generateInsights, getInsights, listAllInsights, listInsights } from 'earshot/client'
import type {
  GenerateInsightsData,
  GetInsightsResponses,
  ListInsightsResponses,
} from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

export type Insights = GetInsightsResponses[200]['data']
export type InsightsItem = ListInsightsResponses[200]['data'][number]
export type Theme = Insights['result']['key_themes'][number]
export type GenerateBody = NonNullable<GenerateInsightsData['body']>
export type Evidence = Theme['evidence'][number]

const keyOf = (projectId: string) => ['insights', projectId] as const
const whileOpenMs = 1_000
const whileShownMs = 30_000

export const isOpen = ({ status }: InsightsItem): boolean =>
  status === 'queued' || status === 'processing'

/** All insights ever generated; polls while any are in progress. */
export const useInsightsHistory = (projectId: string) =>
  usePages({
    key: [...keyOf(projectId), 'history'],
    load: (page, signal) => listInsights({ path: { projectId }, query: page, signal }),
    refreshMs: (items) => (items.some(isOpen) ? whileOpenMs : false),
  })

const calmMs = 5_000

/** Queued and running insights in all projects, oldest request first. */
export const useOpenInsights = () =>
  useQuery({
    queryKey: ['insights', 'open'],
    queryFn: async ({ signal }) =>
      (await listAllInsights({ query: { status: 'open', limit: 100 }, signal })).data,
    select: (items) => items.toReversed(),
    refetchInterval: ({ state }) => (state.data?.length ? whileOpenMs : calmMs),
  })

/** The newest completed insights; a new `newestId` reloads them. */
export const useLatestInsights = (projectId: string, newestId: string | undefined) =>
  useQuery({
    queryKey: [...keyOf(projectId), 'latest', newestId ?? ''],
    queryFn: async ({ signal }) => (await getInsights({ path: { projectId }, signal })).data,
    placeholderData: (before) => before,
    // The response also reports what has been added since.
    refetchInterval: whileShownMs,
  })

export function useGenerateInsights(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: GenerateBody) =>
      (await generateInsights({ path: { projectId }, body })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: [...keyOf(projectId), 'history'] }),
  })
}
