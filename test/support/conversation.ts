import type { SpokenSegment, Transcription, Voice } from '../../service/engine/engine.ts'

/** Two voices that nobody takes for one another. */
const voices: readonly Voice[] = [0, 1].map((place) => ({
  model: 'campplus-zh-en',
  embedding: Array.from({ length: 192 }, (_, index) => (index === place ? 1 : 0)),
}))

type Line = readonly [speaker: number, text: string, unsure?: string]

const lines: readonly Line[] = [
  [0, 'Good morning, and thank you for taking the time.'],
  [0, 'Shall we begin with the roll out on Cubernetes?', 'Cubernetes?'],
  [1, 'Yes. The cluster is ready, but the contract is not signed.'],
  [1, 'I will send it on Friday.'],
  [0, 'Then we can begin on Monday.'],
  [1, 'Agreed. I will tell the others.'],
]

/** A call of two people, with one word that the engine was not sure of. */
export function conversation(said: readonly Line[] = lines): Transcription {
  const segments = said.map((line, index) => toSegment(line, index * 6 + 0.5))
  return {
    language: 'en',
    languageProbability: 0.97,
    durationSeconds: said.length * 6 + 1,
    modelUsed: 'scripted-transcriber',
    speakers: voices.map((voice, index) => ({
      voice,
      seconds: segments.filter(({ speaker }) => speaker === index).length * 5,
    })),
    translatedTo: null,
    echo: null,
    segments,
  }
}

/** A call of as many lines as requested, the two taking turns. */
export const longConversation = (count: number): Transcription =>
  conversation(
    Array.from({ length: count }, (_, index) => [
      index % 2,
      `This is line ${index + 1} of a very long call, and it goes on for a while.`,
    ]),
  )

function toSegment([speaker, text, unsure]: Line, start: number): SpokenSegment {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    start: start + index * 0.4,
    end: start + index * 0.4 + 0.35,
    confidence: word === unsure ? 0.2 : 0.95,
  }))
  return { speaker, text, words, start, end: words.at(-1)?.end ?? start }
}
