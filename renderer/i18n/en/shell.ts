/** Texts of the frame around every screen. */
export const shell = {
  skip: 'Skip to content',
  sideBar: 'Side bar',
  main: 'Main',
  silence: 'Earshot’s service does not answer. What you see may be out of date.',
  search: 'Search',
  searchAll: 'Search all recordings',
  colours: 'Colours',
  schemes: { light: 'Light', dark: 'Dark', auto: 'As the system' },
  places: {
    actions: 'Action items',
    settings: 'Settings',
    models: 'Models',
    projects: 'Projects',
    queue: 'Queue',
    prompts: 'Prompts',
    vocabulary: 'Vocabulary',
    webhooks: 'Webhooks',
    apiKeys: 'API keys',
    members: 'Members',
  },
} as const
