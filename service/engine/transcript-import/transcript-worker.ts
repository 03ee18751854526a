/** Entry of the thread that reads one transcript; its time and memory are bounded from outside. */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { JobError } from '../../core/errors.ts'
import type { ImportedTranscript, TranscriptFormat } from './imported-transcript.ts'
import { parseTranscript } from './parse-transcript.ts'

/** The bytes of the transcript, or the file that holds them. */
export type WorkerInput = { source: string | Uint8Array; format: TranscriptFormat }
export type WorkerAnswer =
  | { transcript: ImportedTranscript }
  | { error: Pick<JobError, 'code' | 'message'> }

function answer({ source, format }: WorkerInput): WorkerAnswer {
  try {
    const bytes = typeof source === 'string' ? readFileSync(source) : source
    return { transcript: parseTranscript(bytes, format) }
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

parentPort?.postMessage(answer(workerData))
