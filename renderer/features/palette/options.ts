import type { ProjectListItem } from 'earshot/client'
import type { SearchHit } from '../../api/types.ts'
import type { Command } from '../../ui/commands.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Named } from './queries.ts'
import { ranked } from './rank.ts'
import { speakerName } from '../../ui/own-words.ts'

/** Where an option leads; a recording with a moment plays from there. */
export type Way =
  | { to: 'project'; projectId: string }
  | { to: 'recording'; projectId: string; contentId: string; at?: number }
  | { to: 'results'; words: string; speaker: string | null }
  /** Puts it to all recordings. */
  | { to: 'answer'; question: string }
  /** Fills the field with the name, so people continue typing. */
  | { to: 'speaker'; name: string }
  | { to: 'command'; command: Command }

export type Option = {
  id: string
  name: string
  /** The line spoken there, as HTML with marks. */
  line?: string
  at?: number
  detail?: string
  way: Way
}

const groupNames = [
  'recent',
  'recordings',
  'speakers',
  'said',
  'projects',
  'actions',
  'places',
  'all',
] as const
export type Group = { name: (typeof groupNames)[number]; options: Option[] }

type Sources = {
  words: string
  /** Restricts the search to this speaker. */
  speaker: string | null
  /** Names that start with the words. */
  speakers: readonly string[]
  recent: readonly Named[]
  near: readonly Named[]
  found: readonly SearchHit[]
  projects: readonly ProjectListItem[]
  commands: readonly Command[]
}

const most = { recordings: 5, speakers: 3, said: 6, linesOfOne: 2, projects: 4, commands: 6 }

/** The palette's options by group; empty groups are omitted. */
export function groupsOf(sources: Sources): Group[] {
  const { words, speaker, recent, projects, commands } = sources
  if (speaker !== null) return saidBy(sources, speaker)
  const fitting = words === '' ? commands : ranked(words, commands, tellCommand)
  const limit = words === '' ? commands.length : most.commands
  const options: Record<Group['name'], Option[]> = {
    recent: words === '' ? recent.map(toPlace) : [],
    recordings: words === '' ? [] : recordingsOf(sources),
    speakers: words === '' ? [] : speakersOf(sources),
    said: words === '' ? [] : momentsOf(sources),
    projects: ranked(words, projects, tellName).slice(0, most.projects).map(toProject),
    actions: fitting.filter(isAction).slice(0, limit).map(toCommand),
    places: fitting
      .filter((one) => !isAction(one))
      .slice(0, limit)
      .map(toCommand),
    all: words === '' ? [] : [allOf(words, null), ...questionsIn(words)],
  }
  return groupNames
    .map((name) => ({ name, options: options[name] }))
    .filter((group) => group.options.length > 0)
}

/** Only what one speaker said, because naming a speaker means searching speech. */
function saidBy(sources: Sources, speaker: string): Group[] {
  if (sources.words === '') return []
  const said = momentsOf(sources)
  const all: Group = { name: 'all', options: [allOf(sources.words, speaker)] }
  return said.length > 0 ? [{ name: 'said', options: said }, all] : [all]
}

const allOf = (words: string, speaker: string | null): Option => ({
  id: 'all',
  name: words,
  way: { to: 'results', words, speaker },
})

/** Choice: fewer words are looked for, and not asked, unless they say so. */
const leastAsked = 4

const questionsIn = (words: string): Option[] =>
  /[?？]\s*$/u.test(words) || words.split(/\s+/u).length >= leastAsked
    ? [{ id: 'answer', name: words, way: { to: 'answer', question: words } }]
    : []

const speakersOf = ({ speakers }: Sources): Option[] =>
  speakers.slice(0, most.speakers).map((name, index) => ({
    id: `speaker-${index}`,
    name: speakerName(name),
    way: { to: 'speaker', name },
  }))

/** Matches by name, typos included, then those whose words match outside of the speech. */
function recordingsOf({ words, near, found }: Sources): Option[] {
  const named = new Map<string, Option>()
  const hits = found.map((hit) => ({
    projectId: hit.project_id,
    contentId: hit.id,
    name: shownName(hit),
    projectName: hit.project_name,
  }))
  for (const one of ranked(words, [...hits, ...near], tellName)) {
    named.set(one.contentId ?? '', toPlace(one))
  }
  for (const hit of found) {
    if (named.has(hit.id) || (hit.moments?.length ?? 0) > 0) continue
    const way = { to: 'recording', projectId: hit.project_id, contentId: hit.id } as const
    const { highlight: line, project_name: detail } = hit
    named.set(hit.id, { id: hit.id, name: shownName(hit), line, detail, way })
  }
  return [...named.values()].slice(0, most.recordings)
}

const momentsOf = ({ found }: Sources): Option[] =>
  found
    .flatMap(({ moments = [], ...hit }) =>
      moments.slice(0, most.linesOfOne).map(({ segment_id: id, start, speaker, highlight }) => ({
        id,
        name: shownName(hit),
        line: highlight,
        at: start,
        detail: speaker === '' ? shownName(hit) : `${speakerName(speaker)}, ${shownName(hit)}`,
        way: {
          to: 'recording' as const,
          projectId: hit.project_id,
          contentId: hit.id,
          at: start,
        },
      })),
    )
    .slice(0, most.said)

/** `Mary: contract` searches Mary's words for “contract”, if there is such a speaker. */
export function splitSpeaker(text: string): { head: string; rest: string } | null {
  const [, head = '', rest = ''] = /^([^:]{1,200}):(.*)$/su.exec(text) ?? []
  return head.trim() === '' ? null : { head: head.trim(), rest: rest.trim() }
}

const toPlace = ({ projectId, contentId, name, projectName }: Named): Option => ({
  id: contentId ?? projectId,
  name,
  ...(projectName === '' ? {} : { detail: projectName }),
  way: contentId ? { to: 'recording', projectId, contentId } : { to: 'project', projectId },
})

const toProject = ({ id, name }: ProjectListItem): Option => ({
  id,
  name,
  way: { to: 'project', projectId: id },
})

const toCommand = (command: Command): Option => ({
  id: command.id,
  name: command.label,
  way: { to: 'command', command },
})

const isAction = ({ kind }: Command): boolean => kind === 'action'
const tellName = ({ name }: { name: string }) => ({ name })
const tellCommand = ({ label, keywords = '' }: Command) => ({ name: label, others: keywords })
