/** What can keep a recording from starting or continuing; each has its own text and remedy. */
export type ProblemCode =
  | 'insecure'
  | 'unsupported'
  | 'microphone_denied'
  | 'microphone_missing'
  | 'microphone_busy'
  | 'microphone_lost'
  | 'microphone_changed'
  | 'slept'
  | 'sharing_denied'
  | 'sharing_silent'
  | 'sharing_ended'
  | 'disk_full'
  | 'disk_failed'
  | 'recorder_failed'

export class RecorderProblem extends Error {
  readonly code: ProblemCode

  constructor(code: ProblemCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

const microphoneProblems: Record<string, ProblemCode> = {
  NotAllowedError: 'microphone_denied',
  SecurityError: 'microphone_denied',
  NotFoundError: 'microphone_missing',
  OverconstrainedError: 'microphone_missing',
  NotReadableError: 'microphone_busy',
  AbortError: 'microphone_busy',
}

export const microphoneProblem = (error: unknown): RecorderProblem =>
  new RecorderProblem(microphoneProblems[nameOf(error)] ?? 'microphone_busy', error)

/** A full disk shows either in the error's name or as a short write. */
export const diskProblem = (error: unknown): RecorderProblem =>
  new RecorderProblem(nameOf(error) === 'QuotaExceededError' ? 'disk_full' : 'disk_failed', error)

export const problemOf = (error: unknown): RecorderProblem =>
  error instanceof RecorderProblem ? error : new RecorderProblem('recorder_failed', error)

type MicrophoneCode =
  | 'microphone_denied'
  | 'microphone_missing'
  | 'microphone_busy'
  | 'microphone_lost'

/** Whether a connected and permitted microphone resolves the problem. */
export const isOfMicrophone = (code: ProblemCode): code is MicrophoneCode =>
  code === 'microphone_lost' || Object.values(microphoneProblems).includes(code)

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')
