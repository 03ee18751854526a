// Whose voice a new speaker may have.
import type { Voice } from '../../engine/engine.ts'
import { unitMean, sameVoiceSimilarity, similarity } from '../../engine/diarization/voice.ts'

/** A voice that was learned: `seconds` weigh it against others of the same person. */
export type KnownVoice = Voice & { id: string; seconds: number }
export type NewVoice = Voice & { speakerId: string }

/**
 * The most similar known person of each speaker, where similar enough. Nobody is in one recording
 * twice: of two speakers the more similar one gets the proposal.
 */
export function matchVoices(
  speakers: readonly NewVoice[],
  known: readonly KnownVoice[],
): Map<string, string> {
  const people = averageByPerson(known)
  const pairs = speakers.flatMap((speaker) =>
    people.flatMap((person) => {
      const alike = similarity(speaker, person) ?? 0
      const isSame = alike >= sameVoiceSimilarity(speaker.model)
      return isSame ? [{ speakerId: speaker.speakerId, id: person.id, alike }] : []
    }),
  )
  const matches = new Map<string, string>()
  for (const { speakerId, id } of pairs.toSorted((a, b) => b.alike - a.alike)) {
    if (!matches.has(speakerId) && ![...matches.values()].includes(id)) matches.set(speakerId, id)
  }
  return matches
}

/** One voice of each person by each encoder: the longer somebody talked, the more it tells. */
function averageByPerson(known: readonly KnownVoice[]): (Voice & { id: string })[] {
  const groups = Map.groupBy(known, ({ id, model }) => `${id} ${model}`)
  return [...groups.values()].flatMap((voices) => {
    const [first] = voices
    return first ? [{ id: first.id, model: first.model, embedding: average(voices) }] : []
  })
}

const average = (voices: readonly KnownVoice[]): number[] => [
  ...unitMean(
    voices.map(({ embedding }) => Float32Array.from(embedding)),
    voices.map(({ seconds }) => seconds),
  ),
]
