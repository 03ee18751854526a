import { broadcastTypes, mediaTypeOf, typesByEnding } from '../../client/media-types.ts'
import { transcriptTypes } from '../imports/formats.ts'

/**
 * What programs may announce: the types that the client derives from file names, and other names for
 * them. What a file really contains is read from its bytes later.
 */
const accepted = new Set([
  ...Object.values(typesByEnding),
  ...Object.values(broadcastTypes),
  ...['audio/x-m4a', 'audio/x-wav', 'audio/3gpp'],
  ...transcriptTypes,
])

/** Names that programs give to the types above, or used to, and the type that is kept. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'audio/mpeg': ['audio/mp3', 'audio/x-mp3', 'audio/mpeg3', 'audio/x-mpeg-3', 'audio/x-mpeg'],
  'audio/mp4': ['audio/m4a', 'audio/x-mp4', 'audio/mp4a-latm', 'audio/m4b', 'audio/x-m4b'],
  'audio/aac': ['audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts', 'audio/x-hx-aac-adts'],
  'audio/wav': ['audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'],
  'audio/flac': ['audio/x-flac'],
  'audio/ogg': ['application/ogg', 'audio/x-ogg', 'audio/vorbis'],
  'audio/opus': ['audio/x-opus'],
  'audio/webm': ['audio/x-webm'],
  'audio/amr': ['audio/x-amr', 'audio/amr-wb'],
  'audio/3gpp': ['audio/3gp', 'audio/3gpp2'],
  'audio/aiff': ['audio/x-aiff'],
  'video/mp4': ['video/x-m4v', 'application/mp4'],
  'video/mpeg': ['video/mpg', 'video/x-mpeg'],
  'video/x-matroska': ['video/matroska', 'audio/x-matroska', 'audio/matroska'],
  'video/mp2t': [
    'video/mpegts',
    'video/mp2ts',
    'video/m2ts',
    'audio/mp2t',
    'video/vnd.dlna.mpeg-tts',
  ],
  'video/3gpp': ['video/3gp', 'video/3gpp2'],
  'video/x-msvideo': ['video/avi', 'video/msvideo', 'video/vnd.avi'],
  'application/x-subrip': ['application/srt', 'text/x-srt'],
  'text/markdown': ['text/x-markdown'],
  'text/plain': ['text/csv', 'text/tab-separated-values'],
}
const typesByName = new Map(
  Object.entries(namesOf).flatMap(([type, names]) => names.map((name) => [name, type])),
)

/** What programs say of a file that they know nothing of. */
const unnamed = ['application/octet-stream', 'binary/octet-stream']

/** For people who read what may be announced; what says nothing of the file comes last. */
export const acceptedTypes: readonly string[] = [...accepted].toSorted()
export const otherNames: readonly string[] = [...[...typesByName.keys()].toSorted(), ...unnamed]

// RFC 9110, 8.3.1; nothing else may get into a header that we send back.
const form = /^[\w.+-]+\/[\w.+-]+(?:[ \t]*;[ \t]*[\w-]+=(?:"[\w .,+/-]*"|[\w.,+/-]+))*$/

const essenceOf = (contentType: string): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** Recorders add parameters, as in `audio/webm;codecs=opus`. */
export function isAcceptedType(contentType: string): boolean {
  const essence = essenceOf(contentType)
  const isKnown = accepted.has(essence) || typesByName.has(essence)
  return form.test(contentType) && (isKnown || isUnnamedType(essence))
}

/** Whether it says nothing of the file, so that its bytes are looked at once they are here. */
export const isUnnamedType = (contentType: string): boolean =>
  unnamed.includes(essenceOf(contentType))

/** The type that is kept of what was announced, or of what the bytes tell: one name for each kind. */
export function toKeptType(contentType: string, filename: string): string {
  if (isUnnamedType(contentType)) return mediaTypeOf(filename) ?? 'application/octet-stream'
  return typesByName.get(essenceOf(contentType)) ?? contentType
}

/** Whether two headers name the same type: case and blanks do not matter. */
export const isSameType = (left: string, right: string): boolean => normal(left) === normal(right)

const normal = (contentType: string): string => contentType.toLowerCase().replaceAll(/[ \t"]/g, '')
