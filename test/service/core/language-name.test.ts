import { expect, test } from 'vitest'
import { languageCode } from '../../../service/core/language-name.ts'

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['en_us', 'en'],
  ['deu', 'de'],
  ['ger', 'de'],
  ['eng', 'en'],
  ['german', 'de'],
  [' English ', 'en'],
  ['iw', 'he'],
  ['nb', 'no'],
  ['Norwegian', 'no'],
  ['fil', 'tl'],
  ['zh-Hant', 'zh'],
  ['cmn', 'zh'],
  ['yue', 'yue'],
])('%s is %s', (written, code) => {
  expect(languageCode(written)).toBe(code)
})

test.each([['auto'], [''], ['no language at all'], ['1'], ['../etc']])(
  '“%s” is none',
  (written) => {
    expect(languageCode(written)).toBeNull()
  },
)
