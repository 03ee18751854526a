import { expect, test } from 'vitest'
import { spanLanguages } from '../../../../service/engine/pipeline/language-spans.ts'
import { stepSeconds } from '../../../../service/engine/sound/levels.ts'
import { parseDetectedLanguage } from '../../../../service/engine/whisper/detected-languages.ts'

/** Speech with a pause of half a second wherever a second number is given. */
function soundOf(seconds: number, pauses: readonly number[] = []) {
  const energy = new Float32Array(Math.round(seconds / stepSeconds)).fill(1e6)
  for (const pause of pauses) {
    energy.fill(1, Math.round(pause / stepSeconds), Math.round((pause + 0.5) / stepSeconds))
  }
  return { energy }
}

/** An answer every 2.56 s about 5.12 s each: which language, and how sure. */
const answers = (...said: [language: string, probability: number][]) =>
  said.map(([language, probability], at) => ({
    start: at * 2.56,
    end: at * 2.56 + 5.12,
    likely: [
      { language, probability },
      { language: language === 'en' ? 'de' : 'en', probability: (1 - probability) / 2 },
    ],
  }))

const many = (count: number, language: string, probability = 0.95) =>
  Array.from({ length: count }, (): [string, number] => [language, probability])

const languagesOf = (...said: [string, number][]) =>
  spanLanguages(answers(...said), soundOf(said.length * 2.56 + 2.56), 'en').map(
    ({ language }) => language,
  )

test('a change that lasts is told, and lies in the pause between the two', () => {
  const sound = soundOf(60, [27])
  const spans = spanLanguages(answers(...many(10, 'en'), ...many(10, 'de')), sound, 'en')
  expect(spans.map(({ language }) => language)).toEqual(['en', 'de'])
  expect(spans[0]?.start).toBe(0)
  expect(spans[0]?.end).toBeGreaterThan(27)
  expect(spans[0]?.end).toBeLessThan(27.5)
  expect(spans[1]).toMatchObject({ start: spans[0]?.end, end: Infinity })
})

test('a single answer changes nothing, however sure it is', () => {
  expect(languagesOf(...many(6, 'en'), ['tl', 0.99], ...many(6, 'en'))).toEqual(['en'])
  expect(languagesOf(...many(6, 'en'), ['de', 0.99], ['de', 0.9], ...many(6, 'en'))).toEqual(['en'])
})

test('neither do many that are not sure', () => {
  expect(languagesOf(...many(4, 'en'), ...many(5, 'de', 0.5), ...many(4, 'en'))).toEqual(['en'])
})

test('what was expected is wrong where nobody speaks it', () => {
  expect(languagesOf(...many(8, 'de'))).toEqual(['de'])
})

test('answers about silence do not count', () => {
  const sound = soundOf(60)
  sound.energy.fill(1, Math.round(20 / stepSeconds), Math.round(40 / stepSeconds))
  const said = [...many(6, 'en'), ...many(7, 'la'), ...many(8, 'en')]
  expect(spanLanguages(answers(...said), sound, 'en').map(({ language }) => language)).toEqual([
    'en',
  ])
})

test('what is heard twice, at the end of a window and in the next, is put in order', () => {
  const [first = [], second = []] = [answers(...many(11, 'en')), answers(...many(8, 'en'))]
  const again = second.map((each) => ({ ...each, start: each.start + 20, end: each.end + 20 }))
  expect(spanLanguages([...first, ...again], soundOf(60), 'en')).toHaveLength(1)
})

test('only whole answers of whisper-cli are read', () => {
  expect(parseDetectedLanguage('whisper_tell_languages: 256 768 en 0.9855 ja 0.0024')).toEqual({
    start: 2.56,
    end: 7.68,
    likely: [
      { language: 'en', probability: 0.9855 },
      { language: 'ja', probability: 0.0024 },
    ],
  })
  expect(parseDetectedLanguage('whisper_tell_languages: 256 768')).toBeUndefined()
  expect(parseDetectedLanguage('progress = 20%')).toBeUndefined()
})
