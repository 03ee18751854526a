import { expect, test } from 'vitest'
import { resultText } from '../../../../renderer/features/analyses/result-text.ts'

const known = { statements: null, unanswered: [] }

test('a result is copied as text: headings, lines, entries, and what was not said', () => {
  const result = {
    summary: 'A contract.',
    tone: 'very_positive',
    action_items: [{ task: 'Send it', owner: 'Ada', due: null }, { task: 'Call' }],
    topics: ['Price', 'Time'],
    deal: { is_open: true, probability: 0.4 },
    questions: [],
  }
  const schema = { properties: { tone: { enum: ['very_positive'] }, topics: { title: 'Themes' } } }
  expect(resultText(result, schema, known)).toBe(
    [
      'Tone\nVery positive',
      'Themes\n- Price\n- Time',
      'Summary\nA contract.',
      'Action items\n- Task: Send it, Owner: Ada\n- Task: Call',
      'Deal\nIs open: Yes\nProbability: 40 %',
      'Questions\n–',
    ].join('\n\n'),
  )
})

test('what needs a language model is told as such, whatever stands in its place', () => {
  const result = { status: 'open', deal: { stage: '' }, tasks: [{ task: 'Call', priority: 'low' }] }
  const pointers = ['/status', '/deal/stage', '/tasks/0/priority', '/opinion']
  expect(resultText(result, {}, { ...known, unanswered: pointers })).toBe(
    [
      'Status\nNeeds a language model',
      'Deal\nStage: –',
      'Tasks\n- Task: Call',
      'Opinion\nNeeds a language model',
    ].join('\n\n'),
  )
})

test('a task is copied with who does it and by when, unless its text says so', () => {
  const result = { action_items: ['Ben sends the order.', 'Ana calls the printer on Monday.'] }
  const statements = {
    '/action_items/0': { owner: 'Ben', due: 'on Friday', condition: 'if the price is confirmed' },
    '/action_items/1': { owner: 'Ana', due: 'on Monday', condition: null },
  }
  expect(resultText(result, {}, { ...known, statements })).toBe(
    'Action items\n- Ben sends the order. (on Friday, if the price is confirmed)\n' +
      '- Ana calls the printer on Monday.',
  )
})

test('what was said is copied point by point under its topics', () => {
  const discussion = [
    { topic: 'Price', point: 'Ben finds it high.' },
    { topic: 'Delivery', point: 'It takes a week.' },
    { topic: 'Price', point: 'Ana offers five percent less.' },
  ]
  expect(resultText({ discussion }, {}, known)).toBe(
    'Discussion\nPrice:\n- Ben finds it high.\n- Ana offers five percent less.\nDelivery:\n- It takes a week.',
  )
})
