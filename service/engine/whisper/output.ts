/** Parses whisper-cli's full JSON and validates every field. */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'

const Span = Type.Object({ from: Type.Integer(), to: Type.Integer() })
const Probability = Type.Union([Type.Number(), Type.Null()])

const Token = Type.Object({
  text: Type.String(),
  /** Milliseconds; absent if the engine has no time for the token. */
  offsets: Type.Optional(Span),
  id: Type.Integer(),
  p: Probability,
  /** Centiseconds from the decoder's attention; negative if there are none. */
  t_dtw: Type.Optional(Type.Number()),
})
const Segment = Type.Object({
  offsets: Span,
  text: Type.String(),
  /** Reported only by our own build of whisper-cli. */
  no_speech_prob: Type.Optional(Probability),
  tokens: Type.Array(Token),
})
const Output = Type.Object({
  result: Type.Object({ language: Type.String() }),
  transcription: Type.Array(Segment),
})
export type WhisperToken = Static<typeof Token>
export type WhisperSegment = Static<typeof Segment>
export type WhisperOutput = Static<typeof Output>

/** Throws `engine_crashed` if the bytes are not valid whisper-cli output. */
export function parseWhisperOutput(bytes: Uint8Array): WhisperOutput {
  // A character split across tokens is invalid UTF-8.
  return parseText(new TextDecoder('utf-8').decode(bytes))
}

/**
 * Takes the lines of whisper-cli's stdout, where our build writes segments as soon as it recognizes
 * them, and calls `onSegments` with all of them so far. What another build writes there is ignored.
 */
export function segmentReader(onSegments: (output: WhisperOutput) => void): (line: string) => void {
  const transcription: WhisperSegment[] = []
  let lines: string[] = []
  return (line) => {
    if (line === '{') lines = []
    else if (lines.length === 0) return
    lines.push(line)
    if (line !== '}') return
    const output = parseText(lines.join('\n'))
    lines = []
    transcription.push(...output.transcription)
    onSegments({ ...output, transcription: [...transcription] })
  }
}

function parseText(written: string): WhisperOutput {
  // A probability of nan is invalid JSON.
  const text = written
    .replaceAll(/: -?(nan|inf)(\([a-z]*\))?(?=,?$)/gim, ': null')
    // Control characters inside strings; line breaks and tabs are the file's layout.
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ')
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new JobError('engine_crashed', 'The speech engine wrote an answer that is cut short.')
  }
  if (!Value.Check(Output, content)) {
    const first = [...Value.Errors(Output, content)][0]
    throw new JobError(
      'engine_crashed',
      `The speech engine wrote an answer of an unknown form (${first?.instancePath ?? ''}).`,
    )
  }
  return content
}
