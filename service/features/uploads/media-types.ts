/** api-choices.md 12. A first check by declared type; the actual bytes are inspected later. */
const accepted = new Set([
  ...['mpeg', 'mp4', 'x-m4a', 'aac', 'wav', 'x-wav', 'flac'].map((name) => `audio/${name}`),
  ...['ogg', 'opus', 'webm', 'amr', '3gpp', 'aiff'].map((name) => `audio/${name}`),
  ...['mp4', 'quicktime', 'webm', 'x-matroska', 'mpeg'].map((name) => `video/${name}`),
  ...['3gpp', 'x-msvideo'].map((name) => `video/${name}`),
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
