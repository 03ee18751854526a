import { oneLine } from '../../core/one-line.ts'
import { escapeMarkdown } from '../../core/escape-markdown.ts'
import { readableName } from '../../core/readable-name.ts'
import { toResultMarkdown } from '../../core/result-markdown.ts'
import { roleOf } from '../../engine/extractive/roles.ts'
import { ownWords } from '../transcripts/exports/own-words.ts'
import { toParagraphs } from '../transcripts/exports/paragraphs.ts'
import { frontFields } from '../transcripts/exports/text.ts'
import { clockTime, type Source } from '../transcripts/exports/transcript-file.ts'
import { toTaskLine } from './task-line.ts'

type Task = {
  id: string
  text: string
  owner: string | null
  due: string | null
  isDone: boolean
  /** Seconds; null where nobody knows. */
  at: number | null
}

/** What a note is written from. */
export type NoteSource = Source & {
  projectId: string
  projectName: string
  /** The newest of each prompt. */
  analyses: readonly { name: string; result: Record<string, unknown> }[]
  tasks: readonly Task[]
  notes: { text: string; markers: readonly { at_seconds: number; label: string }[] }
}

/** What Earshot says in a note: fields of the front matter, and lines between its marks. */
export type OwnPart = { fields: Record<string, unknown>; lines: string[] }

const shownFields = new Set(['title', 'date', 'duration', 'language', 'speakers'])

/**
 * The day and the title: `2026-11-23 Call with Mary`. Links of Obsidian and Logseq name a note, and read these signs
 * as something else.
 */
export function noteName({ title, recordedAt }: NoteSource): string {
  const plain = title
    .replaceAll(/[#^[\]]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return readableName(`${localTime(recordedAt).slice(0, 10)} ${plain || untitled}.md`)
}

/** Where nothing of the title may stand in a name. */
const untitled = 'Recording'

/** On the clock of this machine, in the form that Obsidian takes as a date with a time. */
function localTime(iso: string): string {
  const at = new Date(iso)
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}

const linkOf = (projectId: string, contentId: string): string =>
  `earshot://recordings/${projectId}/${contentId}`

/** A recording as Markdown: what was made of it, its tasks, what was written beside it, and its transcript. */
export function toNote(source: NoteSource): OwnPart {
  const { transcript, projectId, projectName } = source
  const link = linkOf(projectId, transcript.content_id)
  const own = frontFields(source).filter(([name]) => shownFields.has(name))
  const words = ownWords(transcript.language)
  const blocks = [
    `# ${escapeMarkdown(source.title)}\n`,
    `[${words.open}](${link})\n`,
    ...source.analyses.flatMap(toAnalysis),
    ...section(words.tasks, source.tasks.map((task) => `${toTask(task, link)}\n`).join('')),
    ...section(words.notes, toNotes(source.notes, link)),
    `## ${words.transcript}\n`,
    ...toTranscript(source, link),
  ]
  return {
    fields: {
      ...Object.fromEntries(own),
      date: localTime(source.recordedAt),
      project: projectName,
      earshot: link,
    },
    lines: [...blocks.join('\n').trimEnd().split('\n'), ''],
  }
}

const section = (heading: string, text: string): string[] =>
  text === '' ? [] : [`## ${heading}\n`, text]

/** Without its tasks, which have a list of their own. */
function toAnalysis({ name, result }: NoteSource['analyses'][number]): string[] {
  const fields = Object.entries(result).filter(([field]) => roleOf(field, '') !== 'actions')
  if (fields.length === 0) return []
  return [`## ${escapeMarkdown(name)}\n`, ...toResultMarkdown(Object.fromEntries(fields), '###')]
}

function toTask({ text, owner, due, ...task }: Task, link: string): string {
  const more = [owner, due].flatMap((one) => (one === null ? [] : [escapeMarkdown(oneLine(one))]))
  const words = [escapeMarkdown(oneLine(text)), more.join(', ')].filter(Boolean).join(' — ')
  return toTaskLine({ ...task, words, link })
}

/** What a person typed is Markdown of their own; it cannot end the part that is Earshot's. */
function toNotes({ text, markers }: NoteSource['notes'], link: string): string {
  const typed = text.trim().replaceAll(/\r\n?/g, '\n').replaceAll('<!--', '\\<!--')
  const marked = markers.map(({ at_seconds: at, label }) =>
    `- ${toMoment(at, link)} ${escapeMarkdown(oneLine(label))}`.trimEnd(),
  )
  return [typed, marked.join('\n')].flatMap((part) => (part ? [`${part}\n`] : [])).join('\n')
}

const toTranscript = (source: Source, link: string): string[] =>
  toParagraphs(source).map(({ start, speaker, text, heading }) => {
    const title = heading === null ? '' : `### ${escapeMarkdown(heading)}\n\n`
    const name = speaker === '' ? '' : `**${escapeMarkdown(speaker)}** `
    return `${title}${name}${toMoment(start, link)}\\\n${escapeMarkdown(text)}\n`
  })

const toMoment = (at: number, link: string): string =>
  `[${clockTime(at)}](${link}?at=${Math.round(at * 1000) / 1000})`
