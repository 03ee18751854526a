import { expect, test } from 'vitest'
import { readAnswer } from '../../../../service/engine/connected/read-answer.ts'

const good = '{"summary": "They agree: it is sent.", "tasks": [{"task": "Send it"}]}'
const value = { summary: 'They agree: it is sent.', tasks: [{ task: 'Send it' }] }

test.each([
  ['as it should be', good],
  ['in a list', `[${good}]`],
  ['behind braces in prose', `Here is the JSON for the {meeting}:\n${good}`],
  ['behind thoughts with a draft', `Maybe {"summary": "draft"}\n</think>\n${good}`],
  ['with commas at the ends of lists', good.replace('"}]}', '"},],}')],
  ['in typographic marks', good.replaceAll('"', '\u201d')],
  ['in single marks', good.replaceAll('"', "'")],
  ['in a fence with small talk', `Sure!\n\`\`\`json\n${good}\n\`\`\`\nAnything {else}?`],
])('%s', (_name, text) => {
  expect(readAnswer(text)).toEqual(value)
})

test('a line that is broken within a text', () => {
  expect(readAnswer('{"summary": "One:\n- two"}')).toEqual({ summary: 'One:\n- two' })
})

test('an answer that breaks off is closed as a whole, and not taken for a part of it', () => {
  expect(readAnswer('{"tasks": [{"task": "Send it"}, {"task": "Cal')).toEqual({
    tasks: [{ task: 'Send it' }, { task: 'Cal' }],
  })
})

test.each([[''], ['No JSON here.'], ['Only {braces} here.']])('%s is no answer', (text) => {
  expect(readAnswer(text)).toBeUndefined()
})
