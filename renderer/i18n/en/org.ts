export const org = {
  usage: {
    transcribed: 'Minutes',
    minutes: '{{used}} of {{limit}}',
    stored: 'Storage',
    gigabytes: '{{used}} of {{limit}} GB',
  },
  vocabulary: {
    title: 'Vocabulary',
    about: 'Names and terms that all projects speak of. A project can have more in its settings.',
    loading: 'Loading the vocabulary',
    failed: 'The vocabulary did not load',
    announced: 'The vocabulary is saved',
    saved: 'Saved',
    undo: 'Undo changes',
    save: 'Save',
  },
} as const
