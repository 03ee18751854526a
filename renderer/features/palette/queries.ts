import { useQueries, useQuery } from '@tanstack/react-query'
import {
  getContent,
  getProject,
  listAllContent,
  listProjects,
  listSearchSpeakers,
  searchContent,
  type ContentItem,
} from 'earshot/client'
import type { PageOf, SearchHit } from '../../api/types.ts'
import { recentItems, type RecentItem } from './recent.ts'
import { shownName } from '../../ui/shown-name.ts'

export type Named = RecentItem & { name: string; projectName: string }

const staleMs = 30_000
const hits = 6

/** Recordings that contain the words, with the lines; without words, nothing is requested. */
export const useFound = (words: string, speaker: string | null) =>
  useQuery<SearchHit[]>({
    queryKey: ['palette', 'found', words, speaker],
    enabled: words !== '',
    // Keep the results for fewer letters until better ones arrive.
    placeholderData: (before) => (words === '' ? undefined : before),
    queryFn: async ({ signal }) => {
      const by = speaker === null ? {} : { speaker }
      const query = { q: words, ...by, limit: hits, include: 'moments' as const }
      return (await searchContent({ query, signal })).data
    },
  })

/** Speakers with a name in which some word starts with this text. */
export const useSpeakers = (beginning: string) =>
  useQuery<string[]>({
    queryKey: ['palette', 'speakers', beginning],
    // A single letter matches too many names.
    enabled: beginning.length > 1,
    placeholderData: (before) => (beginning.length > 1 ? before : undefined),
    staleTime: staleMs,
    queryFn: async ({ signal }) => {
      const query = { q: beginning.slice(0, 200), limit: hits }
      return (await listSearchSpeakers({ query, signal })).data.map(({ name }) => name)
    },
  })

export const useProjectNames = () =>
  useQuery({
    queryKey: ['projects', 'choices'],
    queryFn: async ({ signal }) => (await listProjects({ query: { limit: 100 }, signal })).data,
    staleTime: staleMs,
  })

/**
 * Names for matching with typos. Choice: those of the newest 500 recordings; older ones are found
 * only by their exact words.
 */
const pagesRead = 5

export const useNearNames = () =>
  useQuery({
    queryKey: ['content', 'names'],
    queryFn: async ({ signal }) => {
      const items: ContentItem[] = []
      let cursor: string | null = null
      for (let page = 0; page < pagesRead; page += 1) {
        const query = { limit: 100, ...(cursor === null ? {} : { cursor }) }
        // Each page starts where the previous one ended.
        // oxlint-disable-next-line no-await-in-loop
        const answer: PageOf<ContentItem> = await listAllContent({ query, signal })
        items.push(...answer.data)
        cursor = answer.pagination.next_cursor
        if (cursor === null) break
      }
      return items
    },
    staleTime: staleMs,
  })

/** Recently opened items under their current names; deleted ones are left out. */
export function useRecent(isWanted: boolean): { recent: Named[]; isLoading: boolean } {
  const items = isWanted ? recentItems() : []
  return useQueries({
    queries: items.map((item) => ({
      queryKey: ['palette', 'recent', item.projectId, item.contentId],
      queryFn: ({ signal }: { signal: AbortSignal }) => nameOf(item, signal),
      staleTime: staleMs,
      retry: false,
    })),
    combine: (answers) => ({
      recent: answers.flatMap(({ data }) => data ?? []),
      isLoading: answers.some(({ isPending }) => isPending),
    }),
  })
}

async function nameOf(item: RecentItem, signal: AbortSignal): Promise<Named> {
  const { projectId, contentId } = item
  const project = (await getProject({ path: { projectId }, signal })).data
  if (contentId === null) return { ...item, name: project.name, projectName: '' }
  // Without the text, which may be megabytes.
  const query = { include: 'analyses' }
  const { data } = await getContent({ path: { projectId, contentId }, query, signal })
  return { ...item, name: shownName(data), projectName: project.name }
}
