import { expect, test } from 'vitest'
import { readMigrations } from '../../../service/db/migrate.ts'

/**
 * The last step of the first release whose database several processes share, to be raised until that is out: from the
 * next one on, two versions may run beside each other.
 */
const firstShared = '0053'

/** What the version before would notice (service/deploy/README.md, Upgrade without downtime). */
const contracting: readonly RegExp[] = [
  /\bDROP (?:TABLE|COLUMN|VIEW|TYPE|FUNCTION|SCHEMA)\b/,
  /\bRENAME\b/,
  /\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/,
  /\bALTER COLUMN \S+ SET NOT NULL\b/,
  /\bADD COLUMN (?:IF NOT EXISTS )?\S+ (?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/,
  /\bTRUNCATE\b/,
]

/** Steps that contract what no version reads any more that may still run, and since when. */
const allowed: Readonly<Record<string, string>> = {}

const withoutComments = (text: string) => text.replaceAll(/--.*$/gm, '')

/** What a step does that the version before would notice. */
const noticed = (text: string) =>
  contracting.flatMap((pattern) => withoutComments(text).match(pattern)?.[0] ?? [])

test('a step only expands, so that the version before goes on beside it', async () => {
  const steps = (await readMigrations()).filter(
    ({ name }) => name.slice(0, 4) > firstShared && !(name in allowed),
  )
  expect(steps.length).toBeGreaterThan(0)
  const wrong = steps.flatMap(({ name, text }) => noticed(text).map((what) => `${name}: ${what}`))
  expect(wrong).toEqual([])
})

test.each([
  'ALTER TABLE jobs DROP COLUMN lane;',
  'ALTER TABLE jobs RENAME COLUMN lane TO way;',
  'ALTER TABLE jobs ALTER COLUMN lane TYPE integer;',
  'ALTER TABLE jobs ALTER COLUMN key SET NOT NULL;',
  'ALTER TABLE jobs ADD COLUMN place text NOT NULL;',
])('%s is noticed', (step) => expect(noticed(step)).toHaveLength(1))

test.each([
  'ALTER TABLE jobs ADD COLUMN place text;',
  "ALTER TABLE jobs ADD COLUMN place text NOT NULL DEFAULT '';",
  '-- DROP TABLE jobs\nCREATE TABLE leases (id text NOT NULL);',
])('%s is not', (step) => expect(noticed(step)).toEqual([]))
