import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { hasShellChanged, hasStorageChanged, haveEnginesChanged } from './support/changed-files.ts'
import { CostReporter, reportVariable } from './support/cost/cost-reporter.ts'
import { measureSlowness } from './support/cost/machine-speed.ts'
import { isNightly } from './support/nightly.ts'
import { findPostgres, postgresFolder, postgresVariable } from './support/postgres.ts'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `The tests need Node 24, and this is ${process.version}. A 24 comes with the packages: npm test, or npx vitest.\n`,
  )
  process.exit(1)
}

const include = (...folders: string[]) =>
  folders.flatMap((folder) => [`test/${folder}/**/*.test.ts`, `test/${folder}/**/*.test.tsx`])

const root = path.join(import.meta.dirname, '..')

/**
 * By night only: what repeats another file's protection in another way, or is too dear for each change. Parts that few
 * changes touch bring theirs along with such a change.
 */
const nightlyFiles = globSync('test/**/*.nightly.test.{ts,tsx}', { cwd: root })
const parts = [
  { hasChanged: haveEnginesChanged(), tests: /^test\/(chaos|crash|engine)\// },
  { hasChanged: hasShellChanged(), tests: /^test\/(main\/|e2e\/(desktop|electron))/ },
  {
    hasChanged: hasStorageChanged(),
    tests: /^test\/(service\/(db|backup|recovery|features\/verification)\/|crash\/library-change)/,
  },
]
const isOfChangedPart = (file: string) =>
  parts.some(({ hasChanged, tests }) => hasChanged && tests.test(file))
const byNight = isNightly ? [] : nightlyFiles.filter((file) => !isOfChangedPart(file))

const measureFile = path.join(root, 'test/support/cost/measure-file.ts')

/** A report for `test/run.ts`, which repeats files that failed. */
const report = process.env[reportVariable]
const jsonReport = (outputFile: string): ['json', { outputFile: string }] => [
  'json',
  { outputFile },
]

/** A slower machine may take longer; what a faster one saves is nobody's to spend. */
const slowness = Math.max(1, measureSlowness())

/**
 * The most that a file may take with each change, in processor seconds with all its processes (test/support/cost/), of the
 * machine that machine-speed.ts compares with. Choice: twice what the dearest of its project takes where other work goes
 * on beside it. By night there is no limit.
 */
const limitTo = (seconds: number) => ({
  provide: { processorBudget: isNightly ? Infinity : Math.round(seconds * slowness) },
})

/** Who records is held to a time, and wants the machine for itself; the others wait a lot. */
const alone = [
  'test/e2e/{desktop-sharing,electron,record,record-kills,record-two-tracks}.e2e*.test.ts',
  'test/engine/llama-long.nightly.test.ts',
]
/** This one reads texts only, and needs no service. */
const coverage = 'test/contract/coverage.test.ts'

/**
 * Node imports the files itself, as it does in the product: it strips the types, which takes a
 * fraction of what it takes Vite to transform and evaluate them. For projects without `vi.mock` and JSX.
 */
const byNode = { viteModuleRunner: false, nodeLoader: false }

const features = (...names: string[]) => names.map((name) => `test/service/features/${name}`)

/** On a server these answer `kept_on_server`, or upgrade what only a library of its own has been. */
const ofOwnLibrary = features(
  'backups.test.ts',
  'encryption/**',
  'verification/**',
  'ask/embedding-upgrade.nightly.test.ts',
)
/**
 * Whose statements, locks or rights a server answers otherwise than PGlite: unique names under row-level security, ON
 * CONFLICT, tsvector, LISTEN, work that processes share. With each change these run there, by night everything does.
 */
const ofServerDatabase = [
  ...include('service/server', 'service/queue'),
  ...['idempotency', 'races', 'tenancy'].map((name) => `test/service/http/${name}.test.ts`),
  ...features(
    'actions/actions.test.ts',
    'content/{content,list}.test.ts',
    'editing/segment-edits.test.ts',
  ),
  ...features('events/{events,stream}.test.ts', 'insights/{incremental,insights}.test.ts'),
  ...features('members/members.test.ts', 'notes/notes.test.ts', 'projects/projects.test.ts'),
  ...features('search/{search,moments,scope}.test.ts', 'sign-in/at-once.test.ts'),
  ...features(
    'transcription/control.test.ts',
    'trash/trash.test.ts',
    'uploads/{claims,uploads}.test.ts',
  ),
  ...features('webhooks/{deliveries,outbox-worker,shared-outbox}.test.ts'),
]

/**
 * What both databases answer alike, and is dear: with each change it runs on the server alone, where there is one. By
 * night it runs on both.
 */
const onServerAlone =
  isNightly || findPostgres() === undefined
    ? []
    : ['test/service/http/tenancy.test.ts', ...features('uploads/claims.test.ts')]

const onPostgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'light-postgres',
    include: isNightly
      ? include('service/features', 'service/http', 'service/queue', 'service/server')
      : ofServerDatabase,
    exclude: [...ofOwnLibrary, ...byNight],
    ...limitTo(30),
    globalSetup: 'test/support/postgres-setup.ts',
    env: { [postgresVariable]: postgresFolder() },
    experimental: byNode,
    isolate: false,
  },
}

/**
 * Projects of one group run side by side, in the order of their names: first those that start
 * processes and wait for them, last the many small ones.
 */
export default defineConfig({
  test: {
    root,
    pool: 'forks',
    // What a worker makes once for its files, such as a database engine, another makes again.
    maxWorkers: Math.max(2, availableParallelism()),
    // Workers fill the cores; helpers of V8's collector would only wait for them, and take an eighth more.
    execArgv: ['--single-threaded-gc'],
    setupFiles: measureFile,
    reporters: [
      'default',
      new CostReporter(),
      ...(report === undefined ? [] : [jsonReport(report)]),
    ],
    // Against what hangs only: two cores are shared with other files, models and browsers.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A poll that is to succeed may take its time.
    expect: { poll: { timeout: 30_000 } },
    env: {
      // What a service process compiles and strips of types once, the next ones read.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/earshot/compiled'),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: include('e2e'),
          exclude: [...alone, ...byNight],
          ...limitTo(100),
          // So that two of them do not build the page at once.
          globalSetup: 'test/e2e/build-page.ts',
          env: { EARSHOT_THREADS: '1' },
          experimental: byNode,
          // One browser and one database engine per worker; each file has a window of its own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: include('contract', 'readme'),
          exclude: [coverage, ...byNight],
          ...limitTo(30),
          // One service for all its files, or the one that EARSHOT_BASE_URL names.
          globalSetup: 'test/contract/support/world-setup.ts',
          experimental: byNode,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: include('chaos', 'crash', 'engine'),
          exclude: [...alone, ...byNight],
          ...limitTo(100),
          // Two that transcribe with two threads each would wait for each other most of the time.
          env: { EARSHOT_THREADS: '1' },
          experimental: byNode,
          // The service is imported once per worker.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'light',
          include: [...include('architecture', 'egress', 'service', 'support'), coverage],
          // On a PostgreSQL server only.
          exclude: [...include('service/server'), ...onServerAlone, ...byNight],
          ...limitTo(60),
          experimental: byNode,
          // Imports, the database's engine and the checks of the OpenAPI document are made once per
          // worker; support/database.ts empties a database instead of starting another.
          isolate: false,
        },
      },
      // The services once more, on the database that a team's installation has.
      ...(findPostgres() === undefined ? [] : [onPostgres]),
      {
        extends: true,
        test: {
          name: 'light-page',
          // Its icons in one file instead of 4,800, which each worker would link.
          alias: {
            'lucide-react': path.join(root, 'node_modules/lucide-react/dist/cjs/lucide-react.js'),
          },
          include: include('renderer'),
          exclude: byNight,
          ...limitTo(10),
          isolate: false,
          setupFiles: [measureFile, 'test/support/english-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'light-shell',
          // Each of its files fakes `electron` anew.
          include: include('main'),
          exclude: byNight,
          ...limitTo(20),
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          exclude: byNight,
          ...limitTo(100),
          globalSetup: 'test/e2e/build-page.ts',
          experimental: byNode,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
