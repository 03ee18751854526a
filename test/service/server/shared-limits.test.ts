import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../support/app.ts'
import { givenKey } from '../../support/factory.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { openSharedDatabase } from '../../support/server-database.ts'

test('what a key has used up in one process is gone in the others', async () => {
  const file = path.join(await temporaryFolder(), 'key')
  await writeFile(file, randomBytes(32))
  const { databases } = await openSharedDatabase(2)
  const env = { EARSHOT_KEY_FILE: file }
  const [one, two] = await Promise.all(databases.map((db) => startTestApp({ db, env })))
  if (!one || !two) throw new Error('There are no two.')
  onTestFinished(async () => {
    await Promise.all([one.stop(), two.stop()])
  })
  const key = await givenKey(one, {})
  const other = await givenKey(one, {})
  const read = (app: typeof one, by = key) => app.call('GET', '/v1/projects?limit=1', { key: by })

  let allowed = 0
  while ((await read(one)).status === 200) allowed += 1
  expect(allowed).toBe(600)
  let stillAllowed = 0
  const status = async () => {
    const answer = await read(two)
    if (answer.status === 200) stillAllowed += 1
    return answer.status
  }
  await expect.poll(status, { interval: 100 }).toBe(429)
  expect(stillAllowed).toBeLessThan(100)
  expect((await read(two, other)).headers.get('ratelimit')).toContain('r=599')
})
