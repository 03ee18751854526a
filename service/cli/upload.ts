import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  sendFile,
  type Analysis,
  type Client,
  type Content,
  type Project,
  type Transcript,
  type UploadSession,
} from './client.ts'
import { mediaTypeOf } from 'earshot/client'

/** Told while a file is on its way: the step, and how much of it is done (0–1). */
export type OnStep = (step: string, fraction: number) => void

const defaultProject = 'My recordings'

/** The project with this id, slug or name; without a wish the oldest one, made when there is none. */
export async function chooseProject(client: Client, wish: string | undefined): Promise<Project> {
  const projects = await client.list<Project>('/v1/projects')
  if (wish !== undefined) {
    const found =
      projects.find(({ id, slug }) => id === wish || slug === wish) ??
      projects.find(({ name }) => name.toLowerCase() === wish.toLowerCase())
    if (found) return found
    throw new Error(`There is no project "${wish}". There are: ${namesOf(projects)}.`)
  }
  return projects.at(-1) ?? client.post<Project>('/v1/projects', { name: defaultProject })
}

const namesOf = (projects: readonly Project[]): string =>
  projects.map(({ name }) => `"${name}"`).join(', ') || 'none yet'

/** Spec: Upload flow 1 to 3. Returns the content item, now processing. */
export async function uploadFile(
  client: Client,
  projectId: string,
  file: string,
  onStep: OnStep,
): Promise<Content> {
  const contentType = mediaTypeOf(file)
  if (!contentType) throw new Error(`${file}: the name does not end like that of a recording.`)
  const sizeBytes = (await stat(file)).size
  const content = `/v1/projects/${projectId}/content`
  const session = await client.post<UploadSession>(`${content}/upload-url`, {
    filename: path.basename(file),
    content_type: contentType,
    size_bytes: sizeBytes,
  })
  await sendFile(session, { path: file, sizeBytes }, (sent) => onStep('sending', sent / sizeBytes))
  return client.post<Content>(`${content}/${session.content_id}/upload-complete`)
}

/** Waits until the item is completed and returns its words; throws where it failed. */
export async function waitForTranscript(
  client: Client,
  item: Pick<Content, 'id' | 'project_id'>,
  onStep: OnStep,
): Promise<Transcript> {
  const address = `/v1/projects/${item.project_id}/content/${item.id}`
  const done = await poll(async () => {
    const content = await client.get<Content>(address)
    onStep(content.stage ?? content.status, content.progress ?? 0)
    return content.status === 'completed' || content.status === 'failed' ? content : null
  })
  if (done.status === 'failed') throw new Error(`${done.filename}: ${reasonOf(done)}`)
  return client.get<Transcript>(`${address}/transcript`)
}

/** Applies a prompt to a transcribed item and waits for the result; throws where it failed. */
export async function analyze(
  client: Client,
  item: Pick<Content, 'id' | 'project_id'>,
  promptId: string,
  onStep: OnStep,
): Promise<Analysis> {
  const address = `/v1/projects/${item.project_id}/content/${item.id}`
  const queued = await client.post<{ analysis_id: string }>(`${address}/analyze`, {
    prompt_id: promptId,
  })
  const done = await poll(async () => {
    const analysis = await client.get<Analysis>(`${address}/analyses/${queued.analysis_id}`)
    onStep('analyzing', 0)
    return analysis.status === 'completed' || analysis.status === 'failed' ? analysis : null
  })
  if (done.status === 'failed') throw new Error(`The analysis failed: ${reasonOf(done)}`)
  return done
}

const reasonOf = ({ error }: { error?: { code: string; message: string } | null }): string =>
  error ? `${error.message} (${error.code})` : 'no reason was given'

/** Asks until there is an answer: often at first, for short clips, then every two seconds. */
async function poll<T>(ask: () => Promise<T | null>): Promise<T> {
  for (let waitMs = 200; ; waitMs = Math.min(waitMs * 1.5, 2_000)) {
    const answer = await ask()
    if (answer !== null) return answer
    await pause(waitMs)
  }
}
