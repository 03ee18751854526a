import type { Segment, Speaker, Transcript } from 'earshot/client'
import { speakerName } from '../../ui/own-words.ts'

const colours = 8

export type SpeakerLook = { id: string; name: string; colour: string }

/** The speaker's display name: the given name, otherwise the label. */
export const nameOf = ({ name, label }: Pick<Speaker, 'name' | 'label'>): string =>
  name ?? speakerName(label)

/**
 * Name and colour of the speaker of a segment. The colour follows the number in the id, so that
 * merging two speakers changes nobody else's colour.
 */
export function speakerLooks({ speakers }: { speakers: readonly Speaker[] }) {
  const looks = new Map<string, SpeakerLook>(
    speakers.map((speaker, index) => [
      speaker.id,
      { id: speaker.id, name: nameOf(speaker), colour: colourOf(speaker.id, index) },
    ]),
  )
  return ({ speaker_id: id, speaker }: Pick<Segment, 'speaker' | 'speaker_id'>): SpeakerLook =>
    looks.get(id) ?? { id, name: speakerName(speaker), colour: colourOf(id, 0) }
}

/** Changes with each edit of a transcript, and so tells what was made of it apart. */
export const editionOf = ({ version, updated_at }: Pick<Transcript, 'version' | 'updated_at'>) =>
  `${version} ${updated_at}`

function colourOf(id: string, index: number): string {
  const number = Number(/(\d+)$/.exec(id)?.[1] ?? index + 1)
  return `var(--speaker-${((Math.max(1, number) - 1) % colours) + 1})`
}

/** The first segment of each speaker with a suggested name. */
export function firstLines({ segments, speakers }: Pick<Transcript, 'segments' | 'speakers'>) {
  const wanted = new Map(
    speakers.flatMap(({ id, name, suggested_name: suggested }) =>
      suggested && name === null ? [[id, suggested] as const] : [],
    ),
  )
  const found = new Map<string, { speakerId: string; name: string }>()
  for (const { id, speaker_id: speakerId } of segments) {
    if (wanted.size === 0) break
    const name = wanted.get(speakerId)
    if (name === undefined) continue
    found.set(id, { speakerId, name })
    wanted.delete(speakerId)
  }
  return found
}
