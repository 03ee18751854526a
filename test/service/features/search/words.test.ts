import { expect, it } from 'vitest'
import { configurationFor } from '../../../../service/features/search/languages.ts'
import { readWords, toIndexName, toIndexText } from '../../../../service/features/search/words.ts'

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

it('scripts without spaces are indexed as pairs and their last character', () => {
  expect(squeeze(toIndexText('API会议纪要 ok'))).toBe('API 会议 议纪 纪要 要 ok')
  expect(squeeze(toIndexText('회의록은'))).toBe('회의 의록 록은 은')
  expect(squeeze(toIndexText('ที่นี่'))).toBe('ที่นี่ นี่')
  expect(toIndexText('Café über')).toBe('Café über')
})

it.each([
  ['会议纪要', '"会议 议纪 纪要"'],
  ['会', '会'],
  ['API会议', 'API 会议'],
  ['-会议纪 x', '-"会议 议纪" x'],
  ['"会议纪 x"', '" 会议 议纪 x"'],
  ['price "next friday" OR -no', 'price "next friday" OR -no'],
])('a query is read in the same way: %s', (query, text) => {
  expect(squeeze(readWords(query).text)).toBe(text)
})

it.each([
  ['pri', true],
  ['the pri', true],
  ['p', false],
  ['会', true],
  ['the -pri', false],
  ['"the pri', false],
  ['"the pri"', false],
  ['price?', false],
])('the last word of %s may be unfinished: %s', (query, isTyping) => {
  expect(readWords(query).isTyping).toBe(isTyping)
})

it('a filename is indexed whole and in parts, however its accents are encoded', () => {
  expect(squeeze(toIndexName('Q3_board-meeting.wav'))).toBe(
    'Q3_board-meeting.wav Q3 board meeting wav',
  )
  expect(toIndexName('Cafe\u0301.wav')).toContain('Café')
  expect(toIndexName('a\0b')).not.toContain('\0')
})

it('languages without stems of their own are taken word by word', () => {
  expect(['en', 'de', 'EN-us', 'ja', 'xx', '', undefined].map(configurationFor)).toEqual([
    'plain_english',
    'plain_german',
    'plain_english',
    'plain_simple',
    'plain_simple',
    'plain_simple',
    'plain_simple',
  ])
})
