import { useMemo } from 'react'
import type { ContentItem, ProjectListItem } from 'earshot/client'
import { useCommandStore } from '../../ui/commands.ts'
import { storedSpeaker } from '../../ui/own-words.ts'
import { groupsOf, splitSpeaker, type Group } from './options.ts'
import {
  useFound,
  useNearNames,
  useProjectNames,
  useRecent,
  useSpeakers,
  type Named,
} from './queries.ts'
import { fold } from './rank.ts'
import { shownName } from '../../ui/shown-name.ts'

export type PaletteState = 'ready' | 'looking' | 'failed'

/** The options for the typed text; the service is queried with the slightly older `settledText`. */
export function usePaletteGroups(typed: string, settledText: string) {
  const now = splitSpeaker(typed)
  const head = now && storedSpeaker(now.head)
  const asked = useSpeakers(head ?? settledText)
  const names = asked.data
  const speaker = (head && names?.find((name) => fold(name) === fold(head))) ?? null
  const isNaming = now !== null
  const words = speaker === null ? typed : (now?.rest ?? '')
  const settled = speaker === null ? settledText : (splitSpeaker(settledText)?.rest ?? '')
  const offered = useCommandStore((state) => state.offered)
  const found = useFound(settled, speaker)
  const projects = useProjectNames()
  const near = useNearNames()
  const named = near.data
  const recent = useRecent(typed === '')
  const groups: Group[] = useMemo(
    () =>
      groupsOf({
        words,
        speaker,
        speakers: isNaming ? [] : (names ?? []),
        recent: recent.recent,
        near: namedOf(named, projects.data),
        found: words === '' ? [] : (found.data ?? []),
        projects: projects.data ?? [],
        commands: Object.values(offered).flat(),
      }),
    [words, speaker, isNaming, names, recent.recent, named, found.data, projects.data, offered],
  )
  // Until every source has answered, a better option may still come before the marked one.
  const isAsking = found.isFetching || asked.isFetching || near.isLoading || projects.isLoading
  const isLooking = words === '' ? recent.isLoading : isAsking || words !== settled
  const state: PaletteState =
    words !== '' && found.isError && !found.isFetching ? 'failed' : isLooking ? 'looking' : 'ready'
  return { groups, state, speaker, words, retry: () => void found.refetch() }
}

function namedOf(items: readonly ContentItem[] = [], projects: readonly ProjectListItem[] = []) {
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return items.map(({ id, project_id: projectId, ...item }): Named => ({
    projectId,
    contentId: id,
    name: shownName(item),
    projectName: names.get(projectId) ?? '',
  }))
}
