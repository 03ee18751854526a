import type { Command } from 'commander'
import type { Earshot, NewProject, Project, ProjectListItem } from 'earshot/client'
import { define, defineList, defineRemove, noun } from './define.ts'
import { findProject } from './find.ts'
import { UsageError, type Io } from './io.ts'
import { readVocabulary, toSpeech, type SpeechOptions } from './speech-options.ts'

type Settings = {
  description?: string
  prompt?: string
  autoAnalyze?: boolean
  voiceMemory?: boolean
  vocabulary?: string
} & SpeechOptions
const settingOptions = [
  ['--description <text>', 'what it is for'],
  ['--prompt <id>', 'the prompt that analyses its recordings; "none" for the default'],
  ['--auto-analyze', 'analyse each recording once it is transcribed'],
  ['--no-auto-analyze', 'analyse only when asked'],
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
] as const

/** earshot projects … */
export function addProjects(io: Io, program: Command): void {
  const projects = noun(program, 'projects', 'projects, which hold recordings')
  defineList<object, ProjectListItem>(io, projects, {
    name: 'list',
    about: 'list the projects, newest first',
    examples: ['projects list', "projects list --all --json | jq '.data[].name'"],
    columns: [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['SLUG', ({ slug }) => slug],
      ['RECORDINGS', ({ content_count }) => content_count],
      ['CREATED', ({ created_at }) => created_at],
    ],
    load: (api, query) => api.listProjects({ query }),
  })
  define(io, projects, {
    name: 'show <project>',
    about: 'show one, by id, slug or name',
    examples: ['projects show "Sales calls"'],
    run: async ({ api, out }, _options, project = '') =>
      out.record(await loadProject(await api(), project)),
  })
  define<Settings & { slug?: string }>(io, projects, {
    name: 'create <name>',
    about: 'make a project',
    options: [['--slug <slug>', 'its short name in addresses'], ...settingOptions],
    examples: ['projects create "Sales calls" --auto-analyze'],
    run: async ({ api, out }, { slug, ...settings }, name = '') => {
      const body: NewProject = { name, ...(slug && { slug }), ...(await toBody(settings)) }
      out.record((await (await api()).createProject({ body })).data)
    },
  })
  define<Settings & { name?: string }>(io, projects, {
    name: 'update <project>',
    about: 'change its name, description or settings',
    options: [['--name <name>', 'another name'], ...settingOptions],
    examples: [
      'projects update "Sales calls" --name Sales',
      'projects update sales --language de --vocabulary names.txt',
    ],
    run: async ({ api, out }, { name, ...settings }, project = '') => {
      const body = { ...(name && { name }), ...(await toBody(settings)) }
      if (Object.keys(body).length === 0) throw new UsageError('Say what to change; see --help.')
      const client = await api()
      const { id: projectId } = await findProject(client, project)
      out.record((await client.updateProject({ path: { projectId }, body })).data)
    },
  })
  defineRemove(io, projects, {
    name: 'delete <project>',
    about: 'delete a project with its recordings',
    examples: ['projects delete sales', 'projects delete sales --yes'],
    what: (project) => `project ${project} with all its recordings`,
    remove: async (api, _options, project = '') => {
      const { id: projectId } = await findProject(api, project)
      return (await api.deleteProject({ path: { projectId } })).data
    },
  })
}

async function loadProject(api: Earshot, project: string): Promise<Project> {
  const { id: projectId } = await findProject(api, project)
  return (await api.getProject({ path: { projectId } })).data
}

async function toBody(options: Settings) {
  const { description, prompt, autoAnalyze, voiceMemory, vocabulary } = options
  const settings = {
    ...(prompt !== undefined && { default_prompt_id: prompt === 'none' ? null : prompt }),
    ...(autoAnalyze !== undefined && { auto_analyze: autoAnalyze }),
    ...toSpeech(options, 'none'),
    ...(voiceMemory !== undefined && { voice_memory: voiceMemory }),
    ...(vocabulary !== undefined && { vocabulary: await readVocabulary(vocabulary) }),
  }
  return {
    ...(description !== undefined && { description }),
    ...(Object.keys(settings).length > 0 && { settings }),
  }
}
