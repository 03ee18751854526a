import { expect, test } from 'vitest'
import { endsSentence } from '../../../../service/engine/pipeline/sentence-end.ts'

test.each([
  ['said.', 'Then', 'en', true],
  ['said."', 'Then', 'en', true],
  ['said.', '"Then', 'en', true],
  ['really?!', 'Yes', 'en', true],
  ['No.', 'Tell', 'en', true],
  ['I.', 'We', 'en', true],
  ['p.m.', 'Then', 'en', true],
  ['etc.', 'Then', 'en', true],
  ['雨。', '寒い', 'ja', true],
  ['है।', 'वह', 'hi', true],
  ['dijo.', '¿Por', 'es', true],
  ['word', 'Then', 'en', false],
  ['i.e.', 'the', 'en', false],
  ['e.g.', 'London', 'en', false],
  ['Dr.', 'Smith', 'en', false],
  ['No.', '5', 'en', false],
  ['J.', 'Kennedy', 'en', false],
  ['3.5', 'miles', 'en', false],
  ['etc.', 'and', 'en', false],
  ['well...', 'maybe', 'en', false],
  ['he?"', 'said', 'en', false],
  ['am', '3.', 'de', false],
  ['3.', 'Mai', 'de', false],
  ['z.B.', 'Brot', 'de', false],
  ['said,', 'Then', 'en', false],
])('%s before %s (%s): %s', (text, next, language, isEnd) => {
  expect(endsSentence(text, { text: next }, language)).toBe(isEnd)
})
