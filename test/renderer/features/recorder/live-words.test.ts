import { expect, test } from 'vitest'
import {
  agree,
  joinLive,
  nextStart,
  emptyAgreement,
  type LiveWord,
} from '../../../../renderer/features/recorder/agreement.ts'
import { createDecimator } from '../../../../renderer/features/recorder/decimate.ts'
import { addWords } from '../../../../renderer/features/recorder/live-lines.ts'
import { createLiveSound } from '../../../../renderer/features/recorder/live-sound.ts'

/** Words of 0.4 s, one every half second. */
const said = (text: string, from = 0): LiveWord[] =>
  text.split(' ').map((word, at) => ({
    text: word,
    start: from + at / 2,
    end: from + at / 2 + 0.4,
    isJoined: false,
  }))

const agreeAll = (...lanes: LiveWord[][]) => lanes.reduce(agree, emptyAgreement)

test('words are settled once two hearings in a row agree on them, from the front', () => {
  const first = agreeAll(said('Ask not what you'))
  expect(first.settled).toEqual([])
  const second = agree(first, said('Ask not what your country'))
  expect(joinLive(second.settled)).toBe('Ask not what')
  expect(joinLive(second.tentative)).toBe('your country')
  const third = agree(second, said('Ask not what your country can do'))
  expect(joinLive(third.settled)).toBe('Ask not what your country')
})

test('case and marks do not keep words from being settled; the newer spelling is taken', () => {
  const { settled } = agreeAll(said('so my fellow americans.'), said('So, my fellow Americans ask'))
  expect(joinLive(settled)).toBe('So, my fellow Americans')
})

test('what is settled is never changed, and not heard twice', () => {
  const agreed = agreeAll(said('Ask not what'), said('Ask not what'))
  const later = agree(agreed, said('Mask not what your'))
  expect(joinLive(later.settled)).toBe('Ask not what')
  expect(joinLive(later.tentative)).toBe('your')
  // Times differ from one transcription to the next: the last word comes again, a little later.
  const echo = agree(agreed, [...said('what your', 1.6)])
  expect(joinLive(echo.tentative)).toBe('your')
})

test('the sound moves on behind the last settled sentence once it is long', () => {
  const words = said('Ask not what your country can do. Ask what you can do')
  const agreement = agreeAll(words, words)
  expect(nextStart(agreement, { start: 0, end: 8 })).toBe(0)
  const start = nextStart(agreement, { start: 0, end: 13 })
  expect(start).toBeGreaterThanOrEqual(3.4)
  expect(start).toBeLessThanOrEqual(3.5)
})

test('the sound never grows past 24 s, whatever is settled', () => {
  const endless = said(Array.from({ length: 60 }, () => 'and').join(' '))
  expect(nextStart(agreeAll(endless), { start: 0, end: 25 })).toBeGreaterThanOrEqual(10)
  expect(nextStart(agreeAll(endless, endless), { start: 0, end: 25 })).toBeGreaterThan(24)
})

test('where nobody speaks only the last seconds are kept', () => {
  expect(nextStart(emptyAgreement, { start: 0, end: 9 })).toBe(6)
})

test('a line is one side, the one whose track is louder, and ends with a long pause', () => {
  const loud = { you: [9, 1], others: [1, 9] }
  const first = addWords([], said('Good morning.'), () => loud.you)
  const second = addWords(first, said('Hello Ann.', 1.2), () => loud.others)
  const third = addWords(second, said('How are you?', 2.3), () => loud.others)
  const fourth = addWords(third, said('And the contract?', 9), () => loud.others)
  expect(fourth.map(({ side, text }) => [side, text])).toEqual([
    ['you', 'Good morning.'],
    ['others', 'Hello Ann. How are you?'],
    ['others', 'And the contract?'],
  ])
})

test('with one track nobody is named, and scripts without blanks get none', () => {
  const words = ['今日', 'は'].map((text, at) => ({
    text,
    start: at,
    end: at + 0.9,
    isJoined: true,
  }))
  expect(addWords([], words, () => [1])).toMatchObject([{ side: null, text: '今日は' }])
})

/** How strong a tone is after 48 kHz became 16 kHz, by its strength before. */
function gainAt(hertz: number): number {
  const decimate = createDecimator()
  const out: number[] = []
  for (let block = 0; block < 100; block += 1) {
    const input = Float32Array.from({ length: 128 }, (_, at) =>
      Math.sin((2 * Math.PI * hertz * (block * 128 + at)) / 48_000),
    )
    out.push(...decimate(input))
  }
  expect(Math.abs(out.length - (100 * 128) / 3)).toBeLessThan(25)
  const steady = out.slice(100)
  const power = steady.reduce((sum, sample) => sum + (sample / 32_767) ** 2, 0) / steady.length
  return Math.sqrt(2 * power)
}

test('sound for the engine keeps what speech is made of, and folds nothing back into it', () => {
  expect(gainAt(300)).toBeCloseTo(1, 1)
  expect(gainAt(4_000)).toBeCloseTo(1, 1)
  expect(gainAt(10_000)).toBeLessThan(0.01)
  expect(gainAt(15_000)).toBeLessThan(0.01)
})

test('the last seconds are one WAV of both tracks, and keep their clock when some are forgotten', async () => {
  const sound = createLiveSound()
  const second = (level: number) => new Int16Array(16_000).fill(level)
  sound.add([second(100), second(1)])
  sound.add([second(200), second(2)])
  sound.forget(1)
  expect(sound.seconds()).toBe(2)
  expect(sound.powers({ start: 1, end: 2 })).toEqual([40_000, 4])
  const wav = new DataView(await sound.chunk({ start: 1, end: 2 }).arrayBuffer())
  expect(wav.byteLength).toBe(44 + 32_000)
  expect(wav.getInt16(44, true)).toBe(202)
})
