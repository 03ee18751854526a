/** Media types by file ending, for systems that do not tell the browser what a file is. */
const byEnding: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/x-m4a',
  m4b: 'audio/x-m4a',
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

/** What a file picker offers first; the service decides what it takes. */
export const pickerAccept = [
  'audio/*',
  'video/*',
  ...Object.keys(byEnding).map((e) => `.${e}`),
].join()

/** The media type to announce for a file: by its ending where known, else what the browser says. */
export function mediaTypeOf(file: { name: string; type: string }): string {
  const ending = file.name.split('.').pop()?.toLowerCase() ?? ''
  return byEnding[ending] ?? (file.type.split(';')[0] || 'application/octet-stream')
}
