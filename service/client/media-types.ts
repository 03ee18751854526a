/**
 * The media types of recordings that the service accepts (api-choices.md 12), by the
 * endings of file names.
 */
export const typesByEnding: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/opus',
  weba: 'audio/webm',
  amr: 'audio/amr',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  '3gp': 'video/3gpp',
  avi: 'video/x-msvideo',
}

/** The media type for a file name; undefined if its ending is not that of a recording. */
export const mediaTypeOf = (filename: string): string | undefined =>
  typesByEnding[filename.split('.').at(-1)?.toLowerCase() ?? '']
