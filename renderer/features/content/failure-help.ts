const help: Record<string, string> = {
  no_audio_stream: 'The file holds no sound. Choose another file, or check how it was recorded.',
  unsupported_media:
    'This is not an audio or video format that Earshot reads. Convert it, for example to M4A or WAV.',
  media_too_long: 'Recordings may last up to ten hours. Cut it into parts.',
  decode_failed:
    'The file is damaged or was cut off. Transcribing again will not help; add an intact copy.',
  out_of_memory: 'This machine ran out of memory. Close other programs, then transcribe again.',
  model_missing:
    'The speech model’s file is missing. Run “npm run models”, then transcribe again, or choose another model.',
  language_unsupported:
    'The model does not know this language. Transcribe again with another language or model.',
  engine_crashed:
    'The speech engine ended unexpectedly. Transcribe again; if that fails too, report it.',
  engine_timeout: 'It took far longer than it should. Close other programs, then transcribe again.',
  cancelled: 'It was stopped before it finished. Transcribe again to start anew.',
  interrupted: 'Earshot stopped several times during this work. Transcribe again to start anew.',
}

/** What a reader can do about a recording that failed. */
export const failureHelp = (code: string): string =>
  help[code] ?? 'Transcribe the recording again; the file itself is kept.'
