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

/** Of broadcasts and cameras. In a folder `.ts` and `.mts` are rather the source text of programs. */
export const broadcastTypes: Readonly<Record<string, string>> = {
  ts: 'video/mp2t',
  mts: 'video/mp2t',
  m2ts: 'video/mp2t',
}

/** Transcripts of other programs, which are imported (api-choices.md 19). */
const subtitleTypes: Readonly<Record<string, string>> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
}
const textTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/plain',
  tsv: 'text/plain',
  lrc: 'text/plain',
  md: 'text/markdown',
  json: 'application/json',
}

const endingOf = (filename: string): string => filename.split('.').at(-1)?.toLowerCase() ?? ''

/** The media type of a recording by its file name; undefined if its ending is that of none. */
export const recordingTypeOf = (filename: string): string | undefined =>
  typesByEnding[endingOf(filename)]

/**
 * The media type of a recording or a transcript by its file name; undefined if its ending is that of
 * neither.
 */
export const mediaTypeOf = (filename: string): string | undefined => {
  const ending = endingOf(filename)
  const recording = typesByEnding[ending] ?? broadcastTypes[ending]
  return recording ?? subtitleTypes[ending] ?? textTypes[ending]
}

/**
 * Whether a file found in a folder is meant for Earshot: a recording or subtitles. Text and JSON may
 * be anything, so people choose those themselves.
 */
export const isFoundInFolders = (filename: string): boolean =>
  (recordingTypeOf(filename) ?? subtitleTypes[endingOf(filename)]) !== undefined
