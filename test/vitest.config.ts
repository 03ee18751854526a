import path from 'node:path'
import { defineConfig } from 'vitest/config'

const include = (...folders: string[]) =>
  folders.flatMap((folder) => [`test/${folder}/**/*.test.ts`, `test/${folder}/**/*.test.tsx`])

/** Suites that start processes, models or a browser. */
const heavy = ['engine', 'e2e', 'crash']

/** Of those, who records or is held to a time wants the machine for itself; the others wait a lot. */
const alone = [
  'test/engine/!(give-way|transcriber|two-channels).test.ts',
  'test/e2e/{accessibility,electron,record,record-troubles,record-two-tracks}.e2e.test.ts',
]

export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, '..'),
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores are shared with whatever else runs; a poll that is to succeed may take its time.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'light',
          include: include('**'),
          exclude: [
            ...include(...heavy),
            'test/contract/!(coverage).test.ts', // that one reads texts only
            'node_modules/**',
          ],
          // Each in a process of its own: what a hundred databases leave behind ended a shared one.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pairs',
          include: include(...heavy),
          exclude: alone,
          // So that two of them do not build the page at once.
          globalSetup: 'test/e2e/build-page.ts',
          // Two that hear speech with two threads each would wait for each other most of the time.
          env: { EARSHOT_THREADS: '1' },
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/!(coverage).test.ts'],
          // One service for all its files, or the one that EARSHOT_BASE_URL names.
          globalSetup: 'test/contract/support/world-setup.ts',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
