import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazyRoute,
  redirect,
} from '@tanstack/react-router'
import { deliverySearch } from './features/webhooks/delivery-search.ts'
import { isFirstRun } from './features/first-run/seen.ts'
import { isSignedIn } from './session-store.ts'
import { NotFoundPage, ScreenFailure } from './pages/failed-screens.tsx'
import { AppShell } from './shell/app-shell.tsx'
import { insistOnScreen } from './ui/lazy-part.ts'
import {
  actionsSearch,
  librarySearch,
  recordSearch,
  recordingSearch,
  searchSearch,
  settingsSearch,
  tasksSearch,
} from './search-params.ts'

/** A screen in a separate file, loaded on first use. */
const lazyRouteComponent: typeof lazyRoute = (load, name) =>
  lazyRoute(() => insistOnScreen(load), name)

/** The path table. */
const root = createRootRoute({ component: AppShell, notFoundComponent: NotFoundPage })

const leaveFor = (to: '/' | '/welcome') => redirect({ to, replace: true, throw: true })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    // A team's server was set up by somebody else.
    if (!isSignedIn() && (await isFirstRun())) leaveFor('/welcome')
  },
  component: lazyRouteComponent(() => import('./pages/home-page.tsx'), 'HomePage'),
})

const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  component: lazyRouteComponent(() => import('./pages/projects-page.tsx'), 'ProjectsPage'),
})

const record = createRoute({
  getParentRoute: () => root,
  path: '/record',
  validateSearch: recordSearch,
  component: lazyRouteComponent(() => import('./pages/record-page.tsx'), 'RecordPage'),
})

const queue = createRoute({
  getParentRoute: () => root,
  path: '/queue',
  component: lazyRouteComponent(() => import('./pages/queue-page.tsx'), 'QueuePage'),
})

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: tasksSearch,
  component: lazyRouteComponent(() => import('./pages/tasks-page.tsx'), 'TasksPage'),
})

const library = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId',
  validateSearch: librarySearch,
  component: lazyRouteComponent(() => import('./pages/library-page.tsx'), 'LibraryPage'),
})

const insights = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/insights',
  component: lazyRouteComponent(() => import('./pages/insights-page.tsx'), 'InsightsPage'),
})

const actions = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/actions',
  validateSearch: actionsSearch,
  component: lazyRouteComponent(() => import('./pages/actions-page.tsx'), 'ActionsPage'),
})

const recording = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/recordings/$contentId',
  validateSearch: recordingSearch,
  component: lazyRouteComponent(() => import('./pages/recording-page.tsx'), 'RecordingPage'),
})

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: searchSearch,
  component: lazyRouteComponent(() => import('./pages/search-page.tsx'), 'SearchPage'),
})

/** What people set once stands beside its own navigation; the addresses do not tell. */
const inSettings = createRoute({
  getParentRoute: () => root,
  id: 'in-settings',
  component: lazyRouteComponent(() => import('./pages/settings-frame.tsx'), 'SettingsFrame'),
})

const prompts = createRoute({
  getParentRoute: () => inSettings,
  path: '/prompts',
  component: lazyRouteComponent(() => import('./pages/prompts-page.tsx'), 'PromptsPage'),
})

const vocabulary = createRoute({
  getParentRoute: () => inSettings,
  path: '/vocabulary',
  component: lazyRouteComponent(() => import('./pages/vocabulary-page.tsx'), 'VocabularyPage'),
})

const models = createRoute({
  getParentRoute: () => inSettings,
  path: '/models',
  component: lazyRouteComponent(() => import('./pages/models-page.tsx'), 'ModelsPage'),
})

const settings = createRoute({
  getParentRoute: () => inSettings,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
})

const bin = createRoute({
  getParentRoute: () => inSettings,
  path: '/bin',
  component: lazyRouteComponent(() => import('./pages/bin-page.tsx'), 'BinPage'),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  beforeLoad: () => {
    // The first steps set up a machine of one's own.
    if (isSignedIn()) leaveFor('/')
  },
  component: lazyRouteComponent(() => import('./pages/first-run-page.tsx'), 'FirstRunPage'),
})

const webhooks = createRoute({
  getParentRoute: () => inSettings,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => inSettings,
  path: '/webhooks/$webhookId',
  validateSearch: deliverySearch,
  component: lazyRouteComponent(() => import('./pages/webhook-page.tsx'), 'WebhookPage'),
})

const webhookCheck = createRoute({
  getParentRoute: () => inSettings,
  path: '/webhooks/check',
  component: lazyRouteComponent(() => import('./pages/webhook-check-page.tsx'), 'WebhookCheckPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => inSettings,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./pages/api-keys-page.tsx'), 'ApiKeysPage'),
})

const members = createRoute({
  getParentRoute: () => inSettings,
  path: '/members',
  component: lazyRouteComponent(() => import('./pages/members-page.tsx'), 'MembersPage'),
})

const routeTree = root.addChildren([
  home,
  record,
  projects,
  tasks,
  queue,
  library,
  insights,
  actions,
  recording,
  search,
  welcome,
  inSettings.addChildren([
    settings,
    models,
    prompts,
    bin,
    vocabulary,
    members,
    apiKeys,
    webhooks,
    webhook,
    webhookCheck,
  ]),
])

export const createAppRouter = () =>
  createRouter({
    routeTree,
    // The service serves a single page; the part after # never leaves the browser, so neither do
    // search words.
    history: createHashHistory(),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ScreenFailure,
    defaultNotFoundComponent: NotFoundPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
