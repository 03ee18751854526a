import type { Segment, Speaker, Transcript } from '../../api/types.ts'

const colours = 8

export type SpeakerLook = { name: string; colour: string }

/** Name and colour of whoever speaks in a segment; colours follow the order of the speaker list. */
export function speakerLooks({ speakers, segments }: Pick<Transcript, 'speakers' | 'segments'>) {
  const looks = new Map<string, SpeakerLook>()
  const add = (key: string, name: string) => {
    if (looks.has(key)) return
    looks.set(key, { name, colour: `var(--speaker-${(looks.size % colours) + 1})` })
  }
  for (const speaker of speakers) add(speaker.label, nameOf(speaker))
  for (const { speaker } of segments) add(speaker, speaker)
  return (segment: Segment): SpeakerLook =>
    looks.get(segment.speaker) ?? { name: segment.speaker, colour: 'var(--speaker-1)' }
}

const nameOf = ({ name, label }: Speaker): string => name ?? label
