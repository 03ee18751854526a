/** How a recording is read: at once where it fits, else in parts of about equal length. */
import { JobError } from '../../core/errors.ts'
import { withStructure, type AnsweringModel } from '../writing/answering-model.ts'
import { writeLines, type NumberedLine } from './numbered-lines.ts'

export type ReadingLayout = {
  parts: NumberedLine[][]
  /** Maximum tokens of the answer about one part. */
  maxTokens: number
  /** Of the whole transcript. */
  tokens: number
  contextSize: number
}

type Options = {
  /** The prompt without lines. */
  overhead: string
  /** Maximum context, if the model's own is too large. */
  contextTokens?: number
}

/** Choice: an hour's note has no more. */
const wholeAnswer = 2_000
const partAnswer = 900
/** Choice: the statements with their lines, which are judged in the same context. */
const judging = 3_000
const leastRoom = 512
/** Contexts are opened in such steps, so that the next recording finds a fitting one. */
const contextStep = 4_096

/**
 * Opens a context for the whole recording or for equal parts of it. Throws `JobError` schema_not_satisfied if prompt
 * and schema leave no room.
 */
export async function layOutLines(
  model: Pick<AnsweringModel, 'contextSize' | 'countPrompt' | 'countTokens' | 'open'>,
  lines: readonly NumberedLine[],
  { overhead, contextTokens }: Options,
): Promise<ReadingLayout> {
  const most = Math.min(model.contextSize, contextTokens ?? Infinity)
  const prompt = model.countPrompt(overhead)
  const tokens = model.countTokens(writeLines(lines))
  const needed = prompt + tokens + withStructure(wholeAnswer) + judging
  const wanted = Math.min(most, Math.ceil(needed / contextStep) * contextStep)
  const contextSize = await model.open(wanted)
  if (needed <= contextSize) {
    return { parts: [[...lines]], maxTokens: wholeAnswer, tokens, contextSize }
  }
  const answer = Math.min(partAnswer, Math.floor(contextSize / 6))
  const room = contextSize - prompt - withStructure(answer)
  if (room < leastRoom) {
    const message = 'The prompt and its schema leave no room for the transcript in this model.'
    throw new JobError('schema_not_satisfied', message)
  }
  const parts = cutEvenly(model, lines, tokens / Math.ceil(tokens / room))
  return { parts, maxTokens: answer, tokens, contextSize }
}

/** Parts of about so many tokens, cut between lines. */
function cutEvenly(
  { countTokens }: Pick<AnsweringModel, 'countTokens'>,
  lines: readonly NumberedLine[],
  size: number,
): NumberedLine[][] {
  const parts: NumberedLine[][] = [[]]
  let filled = 0
  for (const line of lines) {
    const tokens = countTokens(writeLines([line]))
    if (filled > 0 && filled + tokens > size) {
      parts.push([])
      filled = 0
    }
    parts.at(-1)?.push(line)
    filled += tokens
  }
  return parts
}
