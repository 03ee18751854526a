/** Texts of the question box. */
export const ask = {
  project: 'Ask these recordings',
  recording: 'Ask this recording',
  library: 'Ask all recordings',
  label: 'Question',
  example: 'When do we send the contract?',
  followUp: 'And who said that?',
  submit: 'Ask',
  missing: 'Write a question first.',
  looking: 'Looking for the answer',
  reading: 'These passages come closest. The answer is being written.',
  conversation: 'Conversation',
  narrowed: {
    project: 'Only recordings of that project',
    days: 'Only recordings of {{days}}',
    speakers: 'Only recordings with {{names}}',
  },
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
  clear: 'New conversation',
} as const
