import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

test('the generated files are fresh', async () => {
  const check = promisify(execFile)(process.execPath, ['service/generate.ts', '--check'], {
    cwd: root,
  })
  await expect(check).resolves.toBeDefined()
}, 120_000)
