import path from 'node:path'
import type { ProjectInput } from 'earshot/client'
import { binned, unbinned } from './bin.ts'
import { group } from './command.ts'
import { operation, sayWhatToChange, type FieldOption } from './operation.ts'
import { readVocabulary, toSpeech, type SpeechOptions } from './speech-options.ts'

type SettingOptions = SpeechOptions & {
  prompt?: string
  autoAnalyze?: boolean
  voiceMemory?: boolean
  vocabulary?: string
}
const settingOptions: readonly FieldOption[] = [
  ['--description <text>', 'what it is for'],
  ['--prompt <id>', 'the prompt that analyses its recordings; "none" for the default'],
  ['--auto-analyze', 'analyse each recording once it is transcribed'],
  ['--no-auto-analyze', 'analyse only on request'],
  ['--language <code>', 'what is spoken, as en or de; "none" to detect it'],
  ['--model <id>', 'the model that transcribes (models list); "none" for the default'],
  ['--translate', 'write transcripts in English'],
  ['--no-translate', 'write them in the language that is spoken'],
  [
    '--vocabulary <file>',
    'names and terms, each on a line; "term: misspelling, misspelling" corrects those',
  ],
  ['--voice-memory', 'propose names by the voices of speakers that were named'],
  ['--no-voice-memory', 'do not, and forget the voices'],
]

async function toSettings(options: SettingOptions): Promise<Pick<ProjectInput, 'settings'>> {
  const { prompt, autoAnalyze, voiceMemory, vocabulary } = options
  const settings = {
    ...(prompt !== undefined && { default_prompt_id: prompt === 'none' ? null : prompt }),
    ...(autoAnalyze !== undefined && { auto_analyze: autoAnalyze }),
    ...toSpeech(options, 'none'),
    ...(voiceMemory !== undefined && { voice_memory: voiceMemory }),
    ...(vocabulary !== undefined && { vocabulary: await readVocabulary(vocabulary) }),
  }
  return Object.keys(settings).length > 0 ? { settings } : {}
}

/** earshot projects … */
export const projects = group('projects', 'projects, which hold recordings', [
  operation('listProjects', 'list', 'list the projects, newest first', {
    examples: ['projects list', "projects list --all --json | jq '.data[].name'"],
    columns: {
      ID: 'id',
      NAME: 'name',
      SLUG: 'slug',
      RECORDINGS: 'content_count',
      CREATED: 'created_at',
    },
  }),
  operation('getProject', 'show <project>', 'show one, by id, slug or name'),
  operation('createProject', 'create <name>', 'make a project', {
    options: [['--slug <slug>', 'its short name in addresses'], ...settingOptions],
    examples: ['projects create "Sales calls" --auto-analyze'],
    fields: toSettings,
  }),
  operation('updateProject', 'update <project>', 'change its name, description or settings', {
    options: [['--name <name>', 'another name'], ...settingOptions],
    examples: [
      'projects update "Sales calls" --name Sales',
      'projects update sales --language de --vocabulary names.txt',
    ],
    fields: toSettings,
    unchanged: sayWhatToChange,
  }),
  operation('getNotesFolder', 'notes-folder <project>', 'show the folder that it is mirrored into'),
  operation('putNotesFolder', 'mirror <project> <folder>', 'mirror it into a folder as Markdown', {
    examples: ['projects mirror "Sales calls" ~/Notes/Calls'],
    // The service runs in another folder.
    fields: (_options, _project, folder = '') => ({ path: path.resolve(folder) }),
  }),
  operation('deleteNotesFolder', 'unmirror <project>', 'mirror it no longer; its notes stay', {
    removes: (project) => `the link of project ${project} with its notes folder`,
  }),
  operation('trashProject', 'trash <project>', 'put a project with its recordings into the bin', {
    lines: binned,
  }),
  operation('restoreProject', 'untrash <project>', 'take a project out of the bin', {
    restores: true,
    lines: unbinned,
  }),
  operation('deleteProject', 'delete <project>', 'delete a project with its recordings, for good', {
    removes: (project) => `project ${project} with all its recordings`,
  }),
])
