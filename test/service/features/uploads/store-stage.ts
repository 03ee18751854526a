import { createHash, randomBytes } from 'node:crypto'
import { startTestApp, type Answer, type TestApp } from '../../../support/app.ts'
import { givenProject } from '../../../support/factory.ts'
import { startS3Server, type S3Server } from '../../../support/s3-server.ts'

export type Session = {
  content_id: string
  upload_url: string
  upload_headers: Record<string, string>
}

export type StoreStage = Awaited<ReturnType<typeof openStoreStage>>

/** What is sent where a test says nothing else. */
export const bytes = randomBytes(200_000)

export const hashOf = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

export const codeOf = ({ status, body }: Answer): unknown[] => [
  status,
  body.error?.code ?? body.data.status,
]

/** A service whose recordings lie in a store of their own. */
export async function openStoreStage(program: string) {
  const store: S3Server = await startS3Server(program)
  const app: TestApp = await startTestApp({ env: store.env })
  const projectId = (await givenProject(app)).id
  const pathOf = (id: string) => `/v1/projects/${projectId}/content/${id}`
  return {
    ...{ store, app, projectId, pathOf },
    announce: async (change: object = {}): Promise<Session> => {
      const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: bytes.length }
      const path = `/v1/projects/${projectId}/content/upload-url`
      return (await app.call('POST', path, { body: { ...file, ...change } })).body.data
    },
    put: async ({ upload_url, upload_headers }: Session, body = bytes): Promise<number> => {
      const response = await fetch(upload_url, { method: 'PUT', headers: upload_headers, body })
      await response.arrayBuffer()
      return response.status
    },
    complete: ({ content_id }: Session): Promise<Answer> =>
      app.call('POST', `${pathOf(content_id)}/upload-complete`),
    detailOf: async (id: string) => (await app.call('GET', pathOf(id))).body.data,
    rowOf: (id: string) =>
      app.deps.db.sql
        .selectFrom('content')
        .select(['sha256', 'content_type'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    stop: async (): Promise<void> => {
      await app.stop()
      await store.remove()
    },
  }
}
