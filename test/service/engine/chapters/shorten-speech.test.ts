import { expect, test } from 'vitest'
import { shortenSpeech } from '../../../../service/engine/chapters/shorten-speech.ts'

test.for([
  ['So, um, we, uh, need the the contract by Friday.', 'We need the contract by Friday.'],
  [
    'Okay. And I I think we should, you know, move the launch.',
    'I think we should move the launch.',
  ],
  [
    'The hammer and the umbrella are in the chamber.',
    'The hammer and the umbrella are in the chamber.',
  ],
  ['It costs 1,000 euros, not 10.', 'It costs 1,000 euros, not 10.'],
  ['Th the wires are, w were too short.', 'The wires are, were too short.'],
  ['Do you know who sent plan b to the printer?', 'Do you know who sent plan b to the printer?'],
  ['We want to be better, not to be because.', 'We want to be better, not to be because.'],
  ["Let's say that's shaped so.", "Let's say that's shaped so."],
  ['', ''],
] as const)('%s', ([said, short]) => {
  expect(shortenSpeech(said)).toBe(short)
})
