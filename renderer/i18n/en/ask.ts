/** Texts of the question box. */
export const ask = {
  project: 'Ask these recordings',
  recording: 'Ask this recording',
  label: 'Question',
  example: 'When do we send the contract?',
  submit: 'Ask',
  missing: 'Write a question first.',
  looking: 'Looking for the answer',
  failed: 'The question was not answered',
  announced_one: '{{answer}} {{count, number}} quote below.',
  announced_other: '{{answer}} {{count, number}} quotes below.',
  quotes: 'Quotes',
  play: 'Play at {{time}}',
  read: 'Go to {{time}}',
  place: '{{name}}, {{time}}',
  answeredBy: 'Answered by {{model}}',
  quoted: 'Found by the built-in search, word for word',
  notFound: {
    project: 'Not found in these recordings',
    recording: 'Not found in this recording',
    adviceProject:
      'No passage surely says it. Try the words that were used, one thing at a time, in the language of the recording.',
    adviceRecording:
      'No passage surely says it. Try the words that were used, one thing at a time, in the language of the recording, or ask the whole project.',
    search: 'Search for the words instead',
    closest: 'These passages come closest. None of them surely answers the question.',
  },
  history: {
    title: 'Earlier questions',
    again: 'Ask again: {{question}}',
    clear: 'Clear',
  },
} as const
