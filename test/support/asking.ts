import type { TestApp } from './app.ts'
import { givenProject, givenRecording } from './factory.ts'
import { spokenBy } from './engine.ts'
import type { Transcription } from '../../service/engine/engine.ts'
import type { AskRecording } from '../fixtures/ask/recordings.ts'

/** What the transcriber of such an app hears next. */
export type NextTranscription = { transcription: Transcription }

/** The lines of a made-up recording as an engine would hear them. */
export function transcriptionOf({ lines, language }: AskRecording): Transcription {
  const turns = lines.map((line): [number, string] => {
    const [number = '0', ...words] = line.split(' ')
    return [Number(number), words.join(' ')]
  })
  return { ...spokenBy(turns), language }
}

/** A project that holds the recordings, their speakers named; the ids by file name. */
export async function givenAsked(
  app: TestApp,
  next: NextTranscription,
  recordings: readonly AskRecording[],
): Promise<{ projectId: string; ids: Map<string, string> }> {
  const { id: projectId } = await givenProject(app)
  const ids = new Map<string, string>()
  for (const recording of recordings) {
    next.transcription = transcriptionOf(recording)
    const id = await givenRecording(app, projectId, { filename: recording.name })
    ids.set(recording.name, id)
    for (const [index, name] of recording.speakers.entries()) {
      const path = `/v1/projects/${projectId}/content/${id}/transcript/speakers/speaker_${index + 1}`
      if (!/^Speaker \d/.test(name)) await app.call('PATCH', path, { body: { name } })
    }
  }
  return { projectId, ids }
}
