import type { Command } from 'commander'
import type { ContentItem, Earshot } from 'earshot/client'
import { define } from './define.ts'
import { findRecording } from './find.ts'
import type { Io } from './io.ts'

type InProject = { project?: string }
type Path = { projectId: string; contentId: string }
type Verb = {
  name: string
  about: string
  call: (api: Earshot, path: Path) => Promise<{ data: ContentItem }>
}

const verbs: readonly Verb[] = [
  {
    name: 'pause',
    about: 'pause its transcription; what is finished is kept',
    call: (api, path) => api.pauseContent({ path }),
  },
  {
    name: 'resume',
    about: 'go on with a paused transcription',
    call: (api, path) => api.resumeContent({ path }),
  },
  {
    name: 'cancel',
    about: 'cancel its transcription; an earlier transcript stays',
    call: (api, path) => api.cancelContent({ path }),
  },
]

/** earshot recordings pause, resume and cancel */
export function addControl(io: Io, recordings: Command): void {
  for (const { name, about, call } of verbs) {
    define<InProject>(io, recordings, {
      name: `${name} <recording>`,
      about,
      options: [['--project <project>', 'where it lies: id, slug or name; else all are searched']],
      examples: [`recordings ${name} cont_…`],
      run: async ({ api, out }, { project }, id = '') => {
        const client = await api()
        const { path } = await findRecording(client, id, project)
        out.record((await call(client, path)).data)
      },
    })
  }
}
