import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = path.join(import.meta.dirname, '../../../service/core/heap-growth.ts')

/** Keeps the latest 200,000 objects of three million, and says what V8 holds at most, in megabytes. */
const script = `
  const { boundHeapGrowth } = await import(${JSON.stringify(module)})
  const { getHeapStatistics } = await import('node:v8')
  if (process.argv[1] === 'bounded') boundHeapGrowth()
  const kept = []
  let most = 0
  for (let i = 0; i < 3e6; i += 1) {
    kept[i % 200_000] = { at: i, pair: [i, i + 1] }
    if (i % 10_000 !== 0) continue
    // As work through the API does: collections are told of between turns.
    await new Promise(setImmediate)
    most = Math.max(most, getHeapStatistics().total_physical_size)
  }
  console.log(most / 1e6)
`

const mostMegabytes = async (mode: 'bounded' | 'plain'): Promise<number> => {
  // On threads of its own the collector falls behind where the machine is busy; so it holds more, but the same each time.
  const args = ['--single-threaded-gc', '--input-type=module', '--eval', script, mode]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

test('the heap stays near what is in use', async () => {
  const [bounded, plain] = await Promise.all([mostMegabytes('bounded'), mostMegabytes('plain')])
  expect(bounded).toBeLessThan(165)
  // How far V8 lets the plain one grow depends on how fast the machine is.
  expect(bounded).toBeLessThan(plain / 1.2)
})
