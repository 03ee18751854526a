/** Entry of the thread that reads one transcript; its time and memory are bounded from outside. */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { JobError } from '../../core/errors.ts'
import type { ImportedTranscript, TranscriptFormat } from './imported-transcript.ts'
import { parseTranscript } from './parse-transcript.ts'

export type WorkerInput = { path: string; format: TranscriptFormat }
export type WorkerAnswer =
  | { transcript: ImportedTranscript }
  | { error: Pick<JobError, 'code' | 'message'> }

function answer({ path, format }: WorkerInput): WorkerAnswer {
  try {
    return { transcript: parseTranscript(readFileSync(path), format) }
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

parentPort?.postMessage(answer(workerData))
