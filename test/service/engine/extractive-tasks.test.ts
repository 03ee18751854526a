/** Who does what by when, sentence by sentence: what is a task, and what only sounds like one. */
import { expect, test } from 'vitest'

import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { toSegments } from './calls.ts'

const writer = createExtractive()
const maybe = { type: ['string', 'null'] }
const schema = {
  type: 'object',
  properties: {
    action_items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { task: { type: 'string' }, owner: maybe, due: maybe },
        required: ['task', 'owner', 'due'],
      },
    },
  },
  required: ['action_items'],
}

type Task = { task: string; owner: string | null; due: string | null }

/** A Tuesday. */
const recordedOn = '2026-03-03'

async function tasksIn(lines: string, language = 'en', day: string | null = recordedOn) {
  const segments = toSegments(lines)
  const { result, evidence } = await writer.write(
    { instructions: '', segments, language, schema, ...(day ? { recordedOn: day } : {}) },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  // The schema above is what this type mirrors.
  const tasks = result['action_items'] as Task[]
  for (const index of tasks.keys()) {
    expect(evidence[`/action_items/${index}/task`]?.length).toBeGreaterThan(0)
  }
  return tasks
}

test.each([
  ['past', "A: I sent it to the client yesterday, so that's done."],
  ['negated', "A: I won't be able to send the deck before Monday.\nB: That's fine."],
  ['negated', "A: I'm not going to send the invoice again."],
  ['reported', 'A: She said she will send the numbers to finance tomorrow.'],
  ['reported', 'A: And I told him, I will write the whole report myself.'],
  ['unreal', "A: I would send the report today but I'm still waiting on the numbers."],
  ['planned once', 'A: I was going to add the filters to the page last week.'],
  ['habit', "A: I usually start at six. Then I'll go through the tickets of the night."],
  ['a rule', 'A: We have to reschedule jobs every day because of the traffic.'],
  ['refused', "A: Can you send me the contract?\nB: No, I'm afraid we can't share that."],
  ['done at once', 'A: Can you send me the contract?\nB: I just sent it.'],
  ['taken back', 'A: Can you forward the plan to Lisa?\nA: Oh wait, never mind.'],
  ['asked to answer', 'A: Can you tell me which lights are on?\nB: The green one.'],
  ['not taken up', 'A: Should I write to the agency again?\nB: No, not now.'],
  ['way of talking', "A: I'll be honest, I'll tell you why.\nB: Let's move on to the budget."],
])('no task: %s', async (_kind, lines) => {
  expect(await tasksIn(lines)).toEqual([])
})

test.each([
  ["A: I'll send the report to Jo on Monday.", 'A', '2026-03-09'],
  ['A: Can you send the report to Jo?\nB: Sure, by Friday.', 'B', '2026-03-06'],
  ["A: Can you send the report by Thursday?\nB: I can't, but Friday works.", 'B', '2026-03-06'],
  ['A: Steve, could you update the price list?\nB: Yep.\nC: Fine.', 'Steve', null],
  ['A: Could you update the price list?\nC: Will do.\nB: Fine.', 'C', null],
  ["A: Someone has to update the price list.\nC: I'll do that.\nB: Fine.", 'C', null],
  ['A: Should I ask my old boss?\nB: Yes please, do that.', 'A', null],
  ['A: Sarah will book the flights by the 20th.\nB: Fine.', 'Sarah', '2026-03-20'],
  [
    "A: Who's going to write the summary?\nB: I can do that.\nA: By when?\nB: Tomorrow.",
    'B',
    '2026-03-04',
  ],
  ["A: I'll get the contract signed by Friday.\nA: No, sorry, Thursday.", 'A', '2026-03-05'],
  ["A: I'll, uh, I'll rotate the keys this afternoon.", 'A', '2026-03-03'],
  ["A: If we get the approval, I'll order the laptops on Monday.", 'A', '2026-03-09'],
  ['A: The budget needs to be approved by next Friday.', null, '2026-03-13'],
  ['A: Can you send the report by Friday?\nB: The coffee is cold.', null, '2026-03-06'],
  [
    "Dana Fox: I'll call the agency.\nTom: Dana, can you also call the agency's lawyer?",
    'Dana Fox',
    null,
  ],
])('a task: %s', async (lines, owner, due) => {
  const [first] = await tasksIn(lines)
  expect(first).toMatchObject({ owner, due })
})

test('two tasks in one sentence are two, each as it was said', async () => {
  const tasks = await tasksIn("A: Tom's gonna handle the invoices and Sarah will book the flights.")
  expect(tasks).toEqual([
    { task: "Tom's gonna handle the invoices", owner: 'Tom', due: null },
    { task: 'Sarah will book the flights.', owner: 'Sarah', due: null },
  ])
})

test('asked for and promised is one task', async () => {
  const tasks = await tasksIn(
    "A: Can you email me the ticket number?\nB: Of course, I'll email you the ticket number today.",
  )
  expect(tasks).toEqual([
    { task: "I'll email you the ticket number today.", owner: 'B', due: '2026-03-03' },
  ])
})

test.each([
  ['tomorrow', '2026-03-04'],
  ['by the end of the day', '2026-03-03'],
  ['by the end of the week', '2026-03-06'],
  ['this week', '2026-03-06'],
  ['next week', '2026-03-13'],
  ['in two weeks', '2026-03-17'],
  ['by the end of the month', '2026-03-31'],
  ['by the end of next month', '2026-04-30'],
  ['by the end of the quarter', '2026-03-31'],
  ['on the 5th', '2026-03-05'],
  ['by the second', '2026-04-02'],
  ['on March 15th', '2026-03-15'],
  ['on Tuesday', '2026-03-10'],
  ['on Thursday the 5th', '2026-03-05'],
  ['on Thursday, the 14th of May', '2026-05-14'],
  ['on Friday the thirteenth', '2026-03-13'],
  // No Thursday is the fourteenth before May, so it is not said which day is meant.
  ['on Thursday the 14th of April', 'Thursday the 14th of April'],
  ['the day after tomorrow', '2026-03-05'],
  ['in July', 'July'],
  ['within five business days', 'within five business days'],
])('%s, said on a Tuesday, is %s', async (said, due) => {
  expect((await tasksIn(`A: I'll send the report to Jo ${said}.`))[0]?.due).toBe(due)
})

test('in a list of texts, who does it and by when stands beside the words', async () => {
  const segments = toSegments("A: I'll send the report to Jo by Friday.\nB: You should call Tim.")
  const texts = { type: 'array', items: { type: 'string' } }
  const request = { instructions: '', segments, language: 'en', recordedOn }
  const { result, claims } = await writer.write(
    { ...request, schema: { type: 'object', properties: { action_items: texts } } },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  expect(result['action_items']).toEqual([
    "I'll send the report to Jo by Friday.",
    'You should call Tim.',
  ])
  expect(claims).toEqual({
    '/action_items/0': { owner: 'A', due: '2026-03-06', condition: null },
  })
})

test('without the day of the recording a time stays as it was said', async () => {
  expect((await tasksIn("A: I'll send the report on Friday.", 'en', null))[0]?.due).toBe('Friday')
})

test.each(['de', 'es', 'fr'])('%s: tasks were measured in English only', async (language) => {
  const segments = toSegments('A: Ich schicke euch das Protokoll am Freitag.\nB: Danke.')
  const request = { instructions: '', segments, language, schema, recordedOn }
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  expect(await writer.write(request, options)).toMatchObject({
    result: { action_items: [] },
    needsLanguageModel: ['/action_items'],
  })
})

test.each(['ja', 'zh', 'ar', 'hi', 'ru', 'it', 'pt', 'th', 'xx'])(
  'any other language is read without harm: %s',
  async (language) => {
    const lines =
      'A: 明日レポートを送ります。 Отправлю отчёт завтра. سأرسل التقرير غدا.\nB: Va bene.'
    await expect(tasksIn(lines, language)).resolves.toBeInstanceOf(Array)
  },
)
