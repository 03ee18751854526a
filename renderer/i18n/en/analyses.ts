/** Texts about what was written about one recording. */
export const analyses = {
  title: 'Analysis',
  prompt: 'Prompt',
  answered: '{{name}} ✓',
  run: 'Run',
  again: 'Run again',
  none: {
    ready: 'Not analysed yet',
    readyText:
      'Choose a prompt and run it: it reads the transcript on this machine and fills in its fields.',
    waiting: 'Not yet',
    waitingText: 'An analysis reads the transcript; it can start when that is there.',
  },
  failed: 'The analysis failed',
  failedCause: 'It failed.',
  queued: 'In line to be analysed',
  processing: 'Reading the transcript',
  progress: 'Progress of the analysis',
  inWork: '{{name}} is in work',
  outdated: 'Made from an older version of the transcript.',
  analyseAgain: 'Analyse again',
  origin: {
    answeredBy: 'Answered by',
    unknown: 'unknown',
    found: 'Found in the recording',
    notChecked: 'not checked',
    share: '{{percent}} % of what was written',
    read: 'Read',
    readShare: '{{percent}} % of the transcript',
    language: 'Language',
    made: 'Made',
    madeAt: '{{date}}, version {{version}}',
    madeIn: '{{date}}, in {{seconds}} s, version {{version}}',
  },
  partlyRead:
    'Only {{percent}} % of the transcript was read: the recording is too long for this model. What is missing here may still have been said.',
  marked:
    'What is marked “not found in the recording” was written without anyone having said it in such words. Listen before you rely on it.',
  notFound: 'not found in the recording',
  blank: 'Nothing was said about this.',
  yes: 'Yes',
  no: 'No',
  play: 'Play this moment: {{speaker}}',
  playAt: 'Play this moment: {{time}}, {{speaker}}',
  read: 'Read this moment: {{time}}, {{speaker}}',
  copy: {
    text: 'Copy as text',
    json: 'Copy as JSON',
    done: 'The result is copied',
    failed: 'The result could not be copied. Select the text and copy it yourself.',
  },
  help: {
    model_missing:
      'The language model’s file is missing. Install it with “npm run models”, then try again.',
    schema_not_satisfied:
      'The model did not keep to the prompt’s output schema. Simplify the schema or use a larger model.',
    out_of_memory: 'This machine ran out of memory. Close other programs or use a smaller model.',
    engine_timeout: 'It took too long. A shorter recording or a smaller model will do better.',
    engine_crashed: 'The model’s process ended unexpectedly. Trying again often helps.',
    cancelled: 'It was stopped before it finished.',
    other: 'Try again; the transcript is not affected.',
  },
} as const
