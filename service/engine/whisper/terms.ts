/** Hands the owner's names and terms to our build of whisper-cli (term-patches.ts). */
import { oneLine } from '../../core/one-line.ts'
import { termsVariable } from './term-patches.ts'

/** Choice: what an environment variable may hold on every system, in bytes. */
const mostBytes = 16_000

/** One line each, without repetitions; the first where not all fit. */
export function toTerms(listed: readonly string[] = []): string[] {
  const tidied = listed.map(oneLine)
  let bytes = 0
  return [...new Set(tidied)].filter((term) => {
    const size = Buffer.byteLength(term) + 1
    const fits = term !== '' && bytes + size <= mostBytes
    if (fits) bytes += size
    return fits
  })
}

/** In the environment, which builds without our patches leave alone; and which other users cannot read. */
export const termSettings = (terms: readonly string[] = []): Record<string, string> =>
  terms.length === 0 ? {} : { [termsVariable]: terms.join('\n') }
