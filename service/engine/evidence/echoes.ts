/** Small models repeat what they were told; a result says nothing of its instructions. */
import { systemText } from '../llama/prompt.ts'
import { plainText } from './words-of.ts'

/** Shorter lines may be said by anybody. */
const leastWords = 4

/** A copy in which texts that hold a line of the instructions, which nobody said, are empty. */
export function withoutEchoes(
  result: Record<string, unknown>,
  { instructions, segments }: { instructions: string; segments: readonly { text: string }[] },
): Record<string, unknown> {
  const said = plainText(segments.map(({ text }) => text).join(' '))
  const own = [...systemText.split(/(?<=\.) /u), ...instructions.split('\n')]
    .map(plainText)
    .filter((line) => line.split(' ').length >= leastWords && !said.includes(line))
  const isEcho = (text: string) => own.some((line) => plainText(text).includes(line))
  const clean = (_key: string, value: unknown) =>
    typeof value === 'string' && isEcho(value) ? '' : value
  // A copy of an object is one.
  return JSON.parse(JSON.stringify(result, clean)) as Record<string, unknown>
}
