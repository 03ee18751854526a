/** What there is to look at when the screens are walked. */
export type Places = { project: string; recording: string; webhook: string }

type Screen = {
  route: string
  place: (of: Places) => string
  /**
   * Stands for the screens that are made of the same parts: with each change only these are walked by Tab and held
   * against the rule of contrast, which is the dearest.
   */
  isSample?: true
}

/**
 * Every screen of the page, by its path in routes.tsx and an address with something on it. A new
 * route joins by a line; the walk fails for one that has none.
 */
export const screens: readonly Screen[] = [
  { route: '/', place: () => '/', isSample: true },
  { route: '/projects', place: () => '/projects' },
  { route: '/tasks', place: () => '/tasks' },
  { route: '/record', place: () => '/record' },
  { route: '/queue', place: () => '/queue' },
  {
    route: '/projects/$projectId',
    place: ({ project }) => `/projects/${project}`,
    isSample: true,
  },
  {
    route: '/projects/$projectId/insights',
    place: ({ project }) => `/projects/${project}/insights`,
  },
  { route: '/projects/$projectId/actions', place: ({ project }) => `/projects/${project}/actions` },
  {
    route: '/projects/$projectId/recordings/$contentId',
    place: ({ project, recording }) => `/projects/${project}/recordings/${recording}`,
    isSample: true,
  },
  { route: '/search', place: () => '/search?q=Vertrag', isSample: true },
  { route: '/prompts', place: () => '/prompts', isSample: true },
  { route: '/vocabulary', place: () => '/vocabulary' },
  { route: '/bin', place: () => '/bin' },
  { route: '/models', place: () => '/models' },
  { route: '/settings', place: () => '/settings' },
  { route: '/settings', place: () => '/settings?section=organization' },
  { route: '/settings', place: () => '/settings?section=usage', isSample: true },
  { route: '/settings', place: () => '/settings?section=storage' },
  { route: '/settings', place: () => '/settings?section=encryption' },
  { route: '/settings', place: () => '/settings?section=privacy' },
  { route: '/settings', place: () => '/settings?section=calendars' },
  { route: '/settings', place: () => '/settings?section=assistants' },
  { route: '/settings', place: () => '/settings?section=about' },
  { route: '/welcome', place: () => '/welcome' },
  { route: '/webhooks', place: () => '/webhooks' },
  { route: '/webhooks/$webhookId', place: ({ webhook }) => `/webhooks/${webhook}` },
  { route: '/webhooks/check', place: () => '/webhooks/check' },
  { route: '/api-keys', place: () => '/api-keys', isSample: true },
  { route: '/members', place: () => '/members' },
  { route: 'none', place: () => '/nowhere' },
]
