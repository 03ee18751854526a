const help: Record<string, string> = {
  no_audio_stream: 'The file holds no sound. Choose another file, or check how it was recorded.',
  unsupported_media:
    'This is not an audio or video format that Earshot reads. Convert it, for example to M4A or WAV.',
  media_too_long: 'Recordings may last up to ten hours. Cut it into parts.',
  decode_failed:
    'The file is damaged or was cut off. Reprocessing will not help; add an intact copy.',
  out_of_memory: 'This machine ran out of memory. Close other programs, then reprocess.',
  model_missing: 'The speech model’s file is missing. Run “npm run models”, then reprocess.',
  engine_crashed:
    'The speech engine ended unexpectedly. Reprocess; if it happens again, report it.',
  engine_timeout: 'It took far longer than it should. Close other programs, then reprocess.',
  cancelled: 'It was stopped before it finished. Reprocess to start again.',
  interrupted: 'Earshot stopped several times during this work. Reprocess to start again.',
}

/** What a reader can do about a recording that failed. */
export const failureHelp = (code: string): string =>
  help[code] ?? 'Reprocess the recording; the file itself is kept.'
