import { expect, test } from 'vitest'
import { shortenSpeech } from '../../../../service/engine/chapters/shorten-speech.ts'

test.for([
  ['So, um, we, uh, need the the contract by Friday.', 'We need the contract by Friday.'],
  ['Okay. And I I think we should, you know, move the launch.', 'We should move the launch.'],
  [
    'The hammer and the umbrella are in the chamber.',
    'The hammer and the umbrella are in the chamber.',
  ],
  ['It costs 1,000 euros, not 10.', 'It costs 1,000 euros, not 10.'],
  ['', ''],
] as const)('%s', ([said, short]) => {
  expect(shortenSpeech(said)).toBe(short)
})
