// The main job with the types of openapi-typescript: a recording goes in, its words come out.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from './earshot.ts'

const { BASE: baseUrl = '', KEY: key = '', RECORDING: file = '' } = process.env
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })

function need<Data>({ data, error }: { data?: Data; error?: { error: { code: string } } }): Data {
  if (data === undefined) throw new Error(error?.error.code)
  return data
}

const project = need(await client.POST('/v1/projects', { body: { name: 'TypeScript' } })).data
const bytes = await readFile(file)
const body = { filename: basename(file), content_type: 'audio/wav', size_bytes: bytes.length }
const ofProject = { path: { projectId: project.id } }
const session = need(
  await client.POST('/v1/projects/{projectId}/content/upload-url', {
    params: ofProject,
    body: { ...body, priority: 'normal' },
  }),
).data
await client.PUT('/v1/uploads/{token}', {
  params: { path: { token: session.upload_url.split('/').at(-1) ?? '' } },
  // A string of bytes in the document's words; what fetch takes is a buffer.
  body: bytes as unknown as string,
  bodySerializer: () => new Uint8Array(bytes),
  headers: { 'content-type': 'application/octet-stream' },
})
const path = { projectId: project.id, contentId: session.content_id }
need(
  await client.POST('/v1/projects/{projectId}/content/{contentId}/upload-complete', {
    params: { path },
  }),
)

for (let tries = 0; tries < 240; tries += 1) {
  const address = '/v1/projects/{projectId}/content/{contentId}'
  const { status } = need(await client.GET(address, { params: { path } })).data
  if (status === 'completed' || status === 'failed') break
  await pause(250)
}
const answered = need(
  await client.GET('/v1/projects/{projectId}/content/{contentId}/transcript', { params: { path } }),
)
// As a file it would be text.
if (typeof answered === 'string') throw new Error('The transcript is no record.')

const refused = await client.GET('/v1/projects/{projectId}', {
  params: { path: { projectId: 'proj_unknown' } },
})
if (refused.error?.error.code !== 'not_found') throw new Error('An unknown project is not refused.')
process.stdout.write(answered.data.text)
