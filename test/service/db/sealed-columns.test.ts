import { expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { sealedColumns } from '../../../service/db/sealed-columns.ts'
import { codeFiles, read } from '../../architecture/sources.ts'
import { openTestDatabase } from '../../support/database.ts'

/** Each file that seals with a key of the installation: how often, and where that goes. */
const sealing: Readonly<Record<string, readonly string[]>> = {
  'service/features/calendars/calendars.ts': ['calendars.url_sealed'],
  'service/features/idempotency/idempotency.ts': ['idempotency_keys.body_sealed'],
  'service/features/invitations/invitations.ts': ['jobs.payload invitation.send'],
  'service/features/model-servers/model-servers.ts': ['model_servers.api_key_sealed'],
  // Into a cookie, for some minutes: whoever signs in meanwhile begins again.
  'service/features/sign-in/openid.ts': ['cookie'],
  'service/features/sign-in/sign-in.ts': ['jobs.payload sign_in.send'],
  // One that is rotated is moved to previous_secret_sealed as it is.
  'service/features/webhooks/webhooks.ts': ['webhooks.secret_sealed'],
}
/** With keys of another origin, or where it is exchanged. */
const apart = [
  'service/core/secrets.ts',
  'service/encryption/passphrase.ts',
  'service/rotate-key.ts',
]

const listed = sealedColumns.map(({ table, column, job }) =>
  [`${table}.${column}`, ...(job === undefined ? [] : [job])].join(' '),
)

test('everything that the code seals is exchanged with the key', () => {
  const files = codeFiles().filter((file) => file.startsWith('service/') && !apart.includes(file))
  const found = files.flatMap((file) => {
    if (!/import \{[^}]*\bseal\b[^}]*\} from '[./]*\/core\/secrets\.ts'/.test(read(file))) return []
    return [[file, [...read(file).matchAll(/(?<![\w.])seal\(/g)].length]]
  })
  const known = Object.entries(sealing).map(([file, places]) => [file, places.length])
  expect(found).toEqual(known)
  const places = Object.values(sealing).flat()
  expect(listed).toEqual(expect.arrayContaining(places.filter((place) => place !== 'cookie')))
})

test('every column that is called sealed is exchanged with the key, by the primary key of its table', async () => {
  const db = await openTestDatabase()
  onTestFinished(db.close)
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ 'sealed'`.execute(db.sql)
  const called = rows.map(({ name }) => name).toSorted()
  expect(listed.filter((name) => name.endsWith('_sealed')).toSorted()).toEqual(called)
  for (const { table, id } of sealedColumns) {
    const key = await sql<{ columns: string[] }>`
      SELECT array_agg(attname::text ORDER BY array_position(conkey, attnum)) AS columns
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
      WHERE conrelid = ${table}::regclass AND contype = 'p'`.execute(db.sql)
    expect([table, key.rows[0]?.columns]).toEqual([table, id])
  }
})
