import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import type { ModelRequest, Writing } from '../../../../service/engine/engine.ts'
import { createEntranceRecords } from '../../../../service/engine/reading/entrance-records.ts'
import { takeEntranceTest } from '../../../../service/engine/reading/entrance.ts'
import { readWhole } from '../../../../service/engine/reading/read-whole.ts'
import { isJudging, judge, scriptModel } from './scripted-model.ts'

const work = { signal: new AbortController().signal, onProgress: () => undefined }
const task = (text: string, owner: string, lines: number[]) => {
  return { text, owner, due: null, condition: null, lines }
}
const careful = {
  summary: [{ text: 'They planned the spring catalogue.', lines: [1, 12] }],
  decisions: [
    { text: 'All files go to the printer by the twelfth of March.', lines: [12, 13, 14] },
  ],
  action_items: [
    task('Priya writes the garden texts.', 'Priya', [17]),
    task('Erik sends Priya the list of plants.', 'Erik', [20]),
  ],
  open_questions: [{ text: 'Does the budget allow the heavier paper?', lines: [23, 25] }],
  absent: 'TOM',
  statement_1: 'false',
  statement_2: 'true',
  statement_3: 'true',
  statement_4: 'false',
}

/** Has a model that answers so read the talk of the test. */
function examine(answer: object) {
  const { model } = scriptModel((prompt) => (isJudging(prompt) ? judge(prompt) : answer))
  return takeEntranceTest(async (request: ModelRequest): Promise<Writing> => {
    const reading = await readWhole(model, request, work)
    return { ...reading, modelUsed: 'scripted', needsLanguageModel: [] }
  })
}

test('a model that reads carefully passes', async () => {
  const { isPassed, checks } = await examine(careful)
  expect({ isPassed, failed: Object.entries(checks).filter(([, isGood]) => !isGood) }).toEqual({
    isPassed: true,
    failed: [],
  })
})

test('a model that cites any line, or notes what was turned down, does not', async () => {
  const anywhere = structuredClone(careful)
  for (const list of [anywhere.decisions, anywhere.action_items, anywhere.open_questions]) {
    for (const one of list) one.lines = [2]
  }
  expect(await examine(anywhere)).toMatchObject({ isPassed: false, checks: { cites_lines: false } })
  const credulous = {
    ...careful,
    action_items: [...careful.action_items, task('Get a proper calendar.', 'Erik', [26])],
    statement_1: 'true',
  }
  expect(await examine(credulous)).toMatchObject({
    isPassed: false,
    checks: { leaves_out_proposal: false, judges_statements: false },
  })
})

test('a model that writes nothing usable fails the test; one that cannot be had takes it another time', async () => {
  const failing = (code: 'schema_not_satisfied' | 'model_server_failed') =>
    takeEntranceTest(async () => {
      throw new JobError(code, 'No.')
    })
  expect(await failing('schema_not_satisfied')).toMatchObject({ isPassed: false })
  await expect(failing('model_server_failed')).rejects.toMatchObject({
    code: 'model_server_failed',
  })
})

test('a result is kept by model; a file that cannot be read is begun anew', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'earshot-test-')), 'models.json')
  const records = createEntranceRecords(file)
  expect(await records.read('a')).toBeNull()
  const result = await examine(careful)
  await records.write('a', result)
  await records.write('b', { ...result, isPassed: false })
  expect(await createEntranceRecords(file).read('a')).toEqual(result)
  expect(await records.read('b')).toMatchObject({ isPassed: false })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('edition')
})
