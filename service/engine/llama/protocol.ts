/** The messages between the service and its language-model process. */
import type { JobErrorCode } from '../../core/errors.ts'
import type { ModelRequest } from '../engine.ts'
import type { Answer } from '../answer-request.ts'

/** Maximum tokens of an answer, and the maximum context if the caller sets one. */
type WriteLimits = { maxTokens: number; contextTokens?: number }

export type ToChild =
  | { type: 'load'; modelPath: string; sha256: string; threads: number }
  | { type: 'write'; id: number; request: ModelRequest; limits: WriteLimits }
  | { type: 'cancel'; id: number }

export type FromChild =
  | { type: 'ready' }
  | { type: 'load-failed'; code: JobErrorCode; message: string }
  | { type: 'chunk'; id: number }
  | { type: 'progress'; id: number; fraction: number }
  | ({ type: 'written'; id: number } & Answer)
  | { type: 'failed'; id: number; code: JobErrorCode; message: string }
