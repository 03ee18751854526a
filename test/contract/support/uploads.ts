import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Call } from './call.ts'

/** The public-domain clip that every checkout has: 11 s of President Kennedy, 1961. */
export const shortestClip = path.join(
  import.meta.dirname,
  '../../../node_modules/nodejs-whisper/cpp/whisper.cpp/samples/jfk.mp3',
)

export type Session = {
  content_id: string
  upload_type: string
  upload_url: string
  upload_method: string
  upload_headers: Record<string, string>
  expires_at: string
}

/** Steps 1 and 2 of the upload flow: the address and the bytes; not yet complete. */
export async function uploadFile(call: Call, projectId: string, file: string): Promise<string> {
  const bytes = new Uint8Array(await readFile(file))
  const { session } = await openUpload(call, projectId, {
    filename: path.basename(file),
    content_type: 'audio/mpeg',
    size_bytes: bytes.length,
  })
  const put = await sendBytes(session, bytes)
  if (!put.ok) throw new Error(`The upload was answered ${put.status}: ${await put.text()}`)
  return session.content_id
}

export async function openUpload(call: Call, projectId: string, body: object) {
  const answer = await call('POST', `/v1/projects/${projectId}/content/upload-url`, { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { session: answer.body.data as Session, answer }
}

/** Sends the bytes exactly as the upload session says; no API key. */
export const sendBytes = (session: Session, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(session.upload_url, {
    method: session.upload_method,
    headers: session.upload_headers,
    body,
  })

/** A second of a quiet tone as a WAV file: real sound without words. */
export function tone(seconds = 1): Uint8Array<ArrayBuffer> {
  const rate = 16_000
  const samples = rate * seconds
  const view = new DataView(new ArrayBuffer(44 + samples * 2))
  const write = (at: number, text: string) =>
    [...text].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)))
  write(0, 'RIFF')
  view.setUint32(4, 36 + samples * 2, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // mono
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples * 2, true)
  for (let index = 0; index < samples; index++) {
    view.setInt16(44 + index * 2, Math.round(3_000 * Math.sin(index / 6)), true)
  }
  return new Uint8Array(view.buffer)
}
