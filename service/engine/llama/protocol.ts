/** The messages between the service and its language-model process. */
import type { JobErrorCode } from '../../core/errors.ts'
import type { Answer } from '../answer-request.ts'
import type { ModelRequest, WritingSpeed } from '../engine.ts'
import type { GraphicsUse } from './graphics.ts'

/** Maximum tokens of an answer, and the maximum context if the caller sets one. */
type WriteLimits = { maxTokens: number; contextTokens?: number }

export type ToChild =
  | {
      type: 'load'
      modelPath: string
      sha256: string
      threads: number
      /** Whether a graphics processor may be used, and where more builds for them lie. */
      graphics: { packagesFolder: string } | null
    }
  | { type: 'write'; id: number; request: ModelRequest; limits: WriteLimits }
  | { type: 'measure'; id: number }
  | { type: 'cancel'; id: number }

export type FromChild =
  /** Told before the model is loaded, and again with the layers that fitted; null: the processor alone. */
  | { type: 'processor'; graphics: GraphicsUse | null }
  | { type: 'ready' }
  | { type: 'load-failed'; code: JobErrorCode; message: string }
  | { type: 'chunk'; id: number }
  | { type: 'progress'; id: number; fraction: number }
  | ({ type: 'written'; id: number } & Answer)
  | ({ type: 'measured'; id: number } & WritingSpeed)
  | { type: 'failed'; id: number; code: JobErrorCode; message: string }
