/** The groups of the reference page, in the order in which a newcomer needs them. */
export const tags = [
  {
    name: 'projects',
    'x-displayName': 'Projects',
    description: 'Folders for recordings, with a default prompt of their own.',
  },
  {
    name: 'content',
    'x-displayName': 'Recordings',
    description:
      'Recordings: announced, sent to a signed address, confirmed, transcribed, read and deleted.',
  },
  {
    name: 'audio',
    'x-displayName': 'Speech for other programs',
    description:
      'OpenAI’s operations for speech, for its clients and programs with a custom endpoint.',
  },
  {
    name: 'transcripts',
    'x-displayName': 'Corrections',
    description: 'Corrections of transcripts: text, speakers, versions.',
  },
  {
    name: 'voices',
    'x-displayName': 'Voices',
    description: 'People whose voice a project remembers, where its owner wants that.',
  },
  {
    name: 'analyses',
    'x-displayName': 'Analyses',
    description: 'What a prompt made of a recording, with evidence.',
  },
  {
    name: 'insights',
    'x-displayName': 'Insights',
    description: 'What the recordings of a project say together: themes, sentiment, action items.',
  },
  {
    name: 'sessions',
    'x-displayName': 'Signing in',
    description: 'How members sign in with a browser, and where they are signed in.',
  },
  {
    name: 'prompts',
    'x-displayName': 'Prompts',
    description: 'Templates of analyses: system ones and your own.',
  },
  {
    name: 'trash',
    'x-displayName': 'Bin',
    description: 'What was put into the bin: for 30 days it can be taken out again.',
  },
  {
    name: 'bundles',
    'x-displayName': 'Bundles',
    description: 'All of a prompt, project or recording, as it goes to another installation.',
  },
  {
    name: 'search',
    'x-displayName': 'Search',
    description: 'Filenames, transcripts and analysis results of all projects.',
  },
  {
    name: 'webhooks',
    'x-displayName': 'Webhook endpoints',
    description: 'HTTPS endpoints that are told of events, and each delivery.',
  },
  {
    name: 'events',
    'x-displayName': 'Events',
    description: 'The same events, to read or to stream on this machine.',
  },
  {
    name: 'notices',
    'x-displayName': 'Notices',
    description: 'What the owner of this machine should know.',
  },
  {
    name: 'api-keys',
    'x-displayName': 'API keys',
    description: 'Keys of programs: scopes, projects, revocation.',
  },
  {
    name: 'members',
    'x-displayName': 'Members',
    description: 'The people of the organization and their roles.',
  },
  {
    name: 'invitations',
    'x-displayName': 'Invitations',
    description: 'Invitations by mail or by link.',
  },
  {
    name: 'models',
    'x-displayName': 'Models',
    description: 'The models that this software knows, and those of them on this machine.',
  },
  {
    name: 'machine',
    'x-displayName': 'Machine',
    description: 'This machine: version, storage, and what leaves it.',
  },
  {
    name: 'organization',
    'x-displayName': 'Organization',
    description: 'The organization of the key: plan, usage, limits.',
  },
] as const
