/** What a talk is about, though speech is full of sounds, stutters and halves of words. */
import { expect, test } from 'vitest'

import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { toSegments } from './calls.ts'

const schema = {
  type: 'object',
  properties: { key_topics: { type: 'array', items: { type: 'string' } } },
  required: ['key_topics'],
}

async function topicsOf(call: string): Promise<unknown> {
  const request = { instructions: '', segments: toSegments(call), language: 'en', schema }
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  return (await createExtractive().write(request, options)).result['key_topics']
}

test.each([
  ['a sound', 'Mmm, the printer is here. Mmm. The th the w, the printer. Mmm, th w.'],
  ['what people say of not knowing', 'I dunno, the printer. Dunno about it. The printer, I dunno.'],
  ['an interjection', 'Doh! The printer is broken. Doh! That printer again. The printer etcetera.'],
  ['letters', 'The printer has an s, a D and a C. The printer, s, D, C.'],
  ['half a word', 'The trade-off is the printer. A trade-off of the printer.'],
  ['a stutter', 'The prin printer is here. I see the prin printer. The printer it is.'],
])('%s is no topic', async (_, said) => {
  expect(await topicsOf(`Ada: ${said}`)).toEqual(['printer'])
})

test('what is said once in a long talk is no topic', async () => {
  const rest = Array.from({ length: 70 }, () => 'The invoice is late.').join(' ')
  const told = 'The quarterly forecast is here.'
  expect(await topicsOf(`Ada: ${told}`)).toEqual(['quarterly forecast'])
  expect(await topicsOf(`Ada: ${told} ${rest}`)).toEqual(['invoice'])
})
