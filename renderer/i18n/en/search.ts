/** Texts of the search page. */
export const search = {
  title: 'Search',
  search: 'Search',
  words: 'Words',
  wordsAbout: '"Quotes" find a phrase, -word leaves one out',
  project: 'Project',
  allProjects: 'All projects',
  state: 'State',
  allStates: 'All states',
  states: {
    uploaded: 'Waiting',
    processing: 'In work',
    completed: 'Ready',
    failed: 'Failed',
  },
  from: 'Added from',
  to: 'Added until',
  noLimits: 'Without limits',
  nothingAsked: 'Find what was said',
  nothingAskedAbout:
    'Search looks into the names, transcripts and analyses of all recordings. Ctrl K, or Command K on a Mac, finds recordings, words and actions from anywhere.',
  hits_one: '{{count, number}} hit for {{words}}',
  hits_other: '{{count, number}} hits for {{words}}',
  failed: 'The search failed',
  looking: 'Searching',
  nothing: 'Nothing found for “{{words}}”',
  nothingAbout:
    'Try fewer or other words. A recording can be found as soon as its transcript is ready.',
  operators: 'Words in "quotes" must stand as they are; -word leaves one out.',
  everywhere: 'Search everywhere',
  playFrom: 'Play from',
} as const
