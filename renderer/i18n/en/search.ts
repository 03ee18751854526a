/** Texts of the search page. */
export const search = {
  title: 'Search',
  search: 'Search',
  words: 'Words or a “phrase”',
  project: 'Project',
  allProjects: 'All projects',
  state: 'State',
  allStates: 'All states',
  states: {
    uploaded: 'Waiting',
    processing: 'In progress',
    completed: 'Ready',
    failed: 'Failed',
  },
  speaker: 'Speaker',
  allSpeakers: 'All speakers',
  noSpeaker: 'No speaker with this name',
  from: 'Added from',
  to: 'Added until',
  nothingAsked: 'Find what was said',
  nothingAskedAbout:
    'Search covers the names, transcripts and analyses of all recordings. Ctrl K, or Command K on a Mac, finds recordings, words and actions from anywhere.',
  hits_one: '{{count, number}} hit for {{words}}',
  hits_other: '{{count, number}} hits for {{words}}',
  failed: 'The search failed',
  looking: 'Searching',
  nothing: 'Nothing found for “{{words}}”',
  nothingAbout:
    'Try fewer or other words. A recording can be found as soon as its transcript is ready.',
  operators: '"Quotes" match the exact words; -word leaves one out.',
  everywhere: 'Search everywhere',
  playFrom: 'Play from',
} as const
