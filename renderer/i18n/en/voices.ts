export const voices = {
  list: 'Remembered voices',
  loading: 'Loading voices',
  failed: 'The voices did not load',
  none: 'No voice is remembered yet. Name a speaker in a recording, and that voice appears here.',
  facts_one: '{{length}} in {{count}} recording, last {{date}}',
  facts_other: '{{length}} in {{count}} recordings, last {{date}}',
  forget: 'Forget',
  forgetOne: 'Forget {{name}}',
  forgetAll: 'Forget all',
  forgotten: '{{name}} is forgotten',
  allForgotten: 'All voices are forgotten',
  again: '{{cause}} Try again.',
  question: {
    title: 'Forget all voices of this project?',
    confirm: 'Forget all voices',
    text: 'Later recordings propose no names until speakers are named again. Names in the recordings that are there stay.',
  },
} as const
