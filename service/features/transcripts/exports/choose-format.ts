import Negotiator from 'negotiator'
import { formats, mediaTypeOf, type Format } from './formats.ts'

/** By media type; JSON first, so that it wins where nothing else is preferred. */
const byMediaType = new Map(formats.map((format) => [mediaTypeOf(format), format]))

/**
 * The format a client wants: as the query says, else as Accept says, by its weights (RFC 9110).
 * Choice: JSON where Accept fits nothing, as everywhere else in this API; never 406.
 */
export function chooseFormat(requested: Format | undefined, accept: string | undefined): Format {
  if (requested !== undefined) return requested
  if (accept === undefined) return 'json'
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes([...byMediaType.keys()])
  return byMediaType.get(best ?? '') ?? 'json'
}
