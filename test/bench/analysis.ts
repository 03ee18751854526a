import { createExtractive } from '../../service/engine/extractive/extractive.ts'
import { referenceSchema, referenceTalks, segmentsOf } from '../service/engine/reference-set.ts'
import { addLimit } from './report.ts'

const wordsOfAnHour = 9_000

/** The built-in analyser on an hour of talk: the English reference talks again and again. */
export async function benchAnalysis(): Promise<void> {
  const talks = referenceTalks().filter(({ language }) => language === 'en')
  const segments = []
  for (let words = 0, round = 0; words < wordsOfAnHour; round += 1) {
    const talk = talks[round % talks.length]
    if (!talk) throw new Error('there are no reference talks')
    for (const segment of segmentsOf(talk)) {
      segments.push({ ...segment, id: `${round} ${segment.id}`, start: segments.length * 4 })
      words += segment.text.split(' ').length
    }
  }
  const request = { instructions: '', segments, language: 'en', schema: referenceSchema }
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const analyser = createExtractive()
  await analyser.write(request, options)
  const from = performance.now()
  await analyser.write(request, options)
  addLimit(
    'an hour of talk, built-in analysis',
    performance.now() - from,
    1_000,
    (ms) => `${(ms / 1_000).toFixed(2)} s`,
  )
}
