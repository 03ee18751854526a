import { typesByEnding } from '../../client/media-types.ts'
import { transcriptTypes } from '../imports/formats.ts'

/**
 * What programs may announce: the types that the client derives from file names, and other names for
 * them. What a file really contains is read from its bytes later.
 */
const accepted = new Set([
  ...Object.values(typesByEnding),
  ...['audio/x-m4a', 'audio/x-wav', 'audio/3gpp'],
  ...transcriptTypes,
])

// RFC 9110, 8.3.1; nothing else may get into a header that we send back.
const form = /^[\w.+-]+\/[\w.+-]+(?:[ \t]*;[ \t]*[\w-]+=(?:"[\w .,+/-]*"|[\w.,+/-]+))*$/

/** Recorders add parameters, as in `audio/webm;codecs=opus`. */
export function isAcceptedType(contentType: string): boolean {
  const essence = contentType.split(';')[0] ?? ''
  return form.test(contentType) && accepted.has(essence.trim().toLowerCase())
}

/** Whether two headers name the same type: case and blanks do not matter. */
export const isSameType = (left: string, right: string): boolean => normal(left) === normal(right)

const normal = (contentType: string): string => contentType.toLowerCase().replaceAll(/[ \t"]/g, '')
