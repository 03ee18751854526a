/** The groups of the reference page, in the order in which a newcomer needs them. */
export const tags = [
  { name: 'projects', description: 'Folders for recordings, with a default prompt of their own.' },
  {
    name: 'content',
    description:
      'Recordings: announced, sent to a signed address, confirmed, transcribed, read and deleted.',
  },
  { name: 'analyses', description: 'What a prompt made of a recording, with evidence.' },
  {
    name: 'insights',
    description: 'What the recordings of a project say together: themes, sentiment, action items.',
  },
  { name: 'prompts', description: 'Templates of analyses: system ones and your own.' },
  { name: 'search', description: 'Filenames, transcripts and analysis results of all projects.' },
  { name: 'webhooks', description: 'HTTPS endpoints that are told of events, and each delivery.' },
  { name: 'events', description: 'The same events, to read or to stream on this machine.' },
  { name: 'notices', description: 'What the owner of this machine should know.' },
  { name: 'api-keys', description: 'Keys of programs: scopes, projects, revocation.' },
  { name: 'members', description: 'The people of the organization and their roles.' },
  { name: 'invitations', description: 'Invitations by mail or by link.' },
  { name: 'organization', description: 'The organization of the key: plan, usage, limits.' },
] as const
