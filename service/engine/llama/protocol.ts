/** The messages between the service and its language-model process. */
import type { JobErrorCode } from '../../core/errors.ts'
import type { WriteRequest } from '../engine.ts'
import type { Coverage } from '../writing/answering-model.ts'

/** Maximum tokens of an answer, and the maximum context if the caller sets one. */
type WriteLimits = { maxTokens: number; contextTokens?: number }

export type ToChild =
  | { type: 'load'; modelPath: string; sha256: string; threads: number }
  | { type: 'write'; id: number; request: WriteRequest; limits: WriteLimits }
  | { type: 'cancel'; id: number }

export type FromChild =
  | { type: 'ready' }
  | { type: 'load-failed'; code: JobErrorCode; message: string }
  | { type: 'chunk'; id: number }
  | { type: 'progress'; id: number; fraction: number }
  | { type: 'written'; id: number; result: Record<string, unknown>; coverage: Coverage }
  | { type: 'failed'; id: number; code: JobErrorCode; message: string }
