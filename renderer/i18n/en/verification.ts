/** The check of the library, under Settings › Storage. */
export const verification = {
  title: 'Check the library',
  about:
    'Looks for damage by a failing disk: in everything that is stored, and in every recording. The recordings ' +
    'take the most time. You can go on working.',
  aboutRecordings:
    'Compares every recording with what was uploaded. Everything else lies on a database server, which ' +
    'checks it itself. You can go on working.',
  loading: 'Loading the last check',
  unread: 'The last check could not be loaded',
  start: 'Check now',
  stop: 'Stop the check',
  waiting: 'The check begins',
  steps: {
    rows: 'Counting entries',
    indexes: 'Comparing indexes',
    tables: 'Reading all entries',
    recordings: 'Comparing recordings',
  },
  never: 'The library has not been checked yet.',
  sound: 'Nothing is damaged. Checked {{when}}.',
  found: 'The check of {{when}} found damage:',
  cancelled: 'The last check was stopped.',
  failed: 'The last check could not be finished. Check again; if it fails again, the log says why.',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  kinds: {
    rebuilt: '{{name}}: damage was repaired, nothing is lost',
    lost: '{{name}}: entries are lost or cannot be read',
    recording_damaged: '{{name}}: the file was changed',
    recording_missing: '{{name}}: the file is gone',
  },
  parts: {
    recordings: 'List of recordings',
    transcripts: 'Transcripts',
    projects: 'Projects',
    notes: 'Notes',
    analyses: 'Analyses',
    actions: 'Action items',
    insights: 'Insights',
    prompts: 'Prompts',
    search: 'Search and Ask',
    voices: 'Remembered voices',
    settings: 'Settings',
    keys: 'API keys',
    members: 'Members',
    webhooks: 'Events and webhooks',
    notices: 'Notices',
    audit: 'Audit log',
    work: 'Work in progress',
    database: 'The library’s own records',
  },
} as const
