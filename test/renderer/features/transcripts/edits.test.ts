import { describe, expect, test } from 'vitest'
import type { Transcript, TranscriptChange } from 'earshot/client'
import {
  inverseOf,
  preview,
  withdraw,
  type Edit,
} from '../../../../renderer/features/transcripts/edits.ts'
import { firstLines, speakerLooks } from '../../../../renderer/features/transcripts/speakers.ts'
import { applyChange } from '../../../../renderer/features/transcripts/transcript-change.ts'

const at = '2026-11-21T09:00:00.000Z'

const segment = (id: string, start: number, speaker_id: string, text = `Text of ${id}`) => ({
  id,
  start,
  end: start + 1,
  text,
  speaker: 'as it was written',
  speaker_id,
  language: 'en',
  overlaps: [],
  words: [],
})

const speaker = (id: string, name: string | null = null) => ({
  id,
  label: `Speaker ${id.slice(-1)}`,
  name,
  suggested_name: null,
  seconds: 1,
})

const transcript: Transcript = {
  content_id: 'cont_1',
  text: '',
  segments: [segment('a', 0, 's1'), segment('b', 2, 's2'), segment('c', 4, 's1')],
  speakers: [speaker('s1', 'Mary'), speaker('s2')],
  language: 'en',
  language_probability: null,
  translated_to: null,
  has_estimated_times: false,
  model_used: 'whisper-base',
  version: 1,
  origin: 'machine',
  based_on: null,
  edited_by: null,
  word_count: 9,
  created_at: at,
  updated_at: at,
}

const made = (part: Partial<TranscriptChange> = {}): TranscriptChange => ({
  content_id: 'cont_1',
  version: 2,
  origin: 'edited',
  based_on: 1,
  edited_by: 'mem_1',
  word_count: 9,
  updated_at: at,
  speakers: transcript.speakers,
  segments: [],
  removed_segment_ids: [],
  ...part,
})

const textsOf = ({ segments }: Transcript) => segments.map(({ text }) => text)
const speakersOf = ({ segments }: Transcript) => segments.map(({ speaker_id: id }) => id)

describe('a change by the service', () => {
  test('replaces, adds in time and removes lines, and takes over what it says of the whole', () => {
    const after = applyChange(
      transcript,
      made({
        segments: [segment('b', 2, 's2', 'New'), segment('d', 3, 's2', 'Cut off')],
        removed_segment_ids: ['c'],
      }),
    )
    expect(textsOf(after)).toEqual(['Text of a', 'New', 'Cut off'])
    expect(after).toMatchObject({ version: 2, origin: 'edited', language: 'en', created_at: at })
  })

  test('leaves every other line the same object, so that its row is not drawn again', () => {
    const after = applyChange(transcript, made({ segments: [segment('b', 2, 's2', 'New')] }))
    expect(after.segments[0]).toBe(transcript.segments[0])
  })
})

describe('an edit that is on its way', () => {
  const edits: [Edit, (shown: Transcript) => void][] = [
    [
      { kind: 'text', segmentId: 'b', text: 'Right' },
      (shown) => expect(textsOf(shown)).toEqual(['Text of a', 'Right', 'Text of c']),
    ],
    [
      { kind: 'assign', segmentId: 'b', to: { speaker_id: 's1' } },
      (shown) => expect(speakersOf(shown)).toEqual(['s1', 's1', 's1']),
    ],
    [
      { kind: 'merge', speakerId: 's1', into: 's2' },
      (shown) => expect(speakersOf(shown)).toEqual(['s2', 's2', 's2']),
    ],
    [
      { kind: 'rename', speakerId: 's2', name: 'Paul' },
      (shown) => expect(shown.speakers[1]?.name).toBe('Paul'),
    ],
  ]

  test.each(edits)('$kind is shown at once, and gone where it fails', (edit, check) => {
    const shown = preview(transcript, edit)
    check(shown)
    expect(withdraw(shown, transcript, edit)).toEqual(transcript)
  })

  test('one that fails does not take others back', () => {
    const first: Edit = { kind: 'text', segmentId: 'a', text: 'Kept' }
    const second: Edit = { kind: 'text', segmentId: 'b', text: 'Refused' }
    const both = preview(preview(transcript, first), second)
    expect(textsOf(withdraw(both, preview(transcript, first), second))).toEqual([
      'Kept',
      'Text of b',
      'Text of c',
    ])
  })
})

describe('undo', () => {
  test.each<[Edit, TranscriptChange, Edit | null]>([
    [
      { kind: 'text', segmentId: 'b', text: 'Right' },
      made(),
      { kind: 'text', segmentId: 'b', text: 'Text of b' },
    ],
    [{ kind: 'text', segmentId: 'b', text: '' }, made({ removed_segment_ids: ['b'] }), null],
    [
      { kind: 'rename', speakerId: 's1', name: 'Anna' },
      made(),
      { kind: 'rename', speakerId: 's1', name: 'Mary' },
    ],
    [
      { kind: 'merge', speakerId: 's1', into: 's2' },
      made({ speakers: [speaker('s2')] }),
      { kind: 'split', speakerId: 's2', segmentIds: ['a', 'c'], name: 'Mary' },
    ],
    [
      { kind: 'split', speakerId: 's1', segmentIds: ['c'], name: null },
      made({ speakers: [...transcript.speakers, speaker('s3')] }),
      { kind: 'merge', speakerId: 's3', into: 's1' },
    ],
    [
      { kind: 'assign', segmentId: 'a', to: { speaker_id: 's2' } },
      made(),
      { kind: 'assign', segmentId: 'a', to: { speaker_id: 's1' } },
    ],
    [
      // The only line of somebody: who is out of the list comes back by name.
      { kind: 'assign', segmentId: 'b', to: { speaker_id: 's1' } },
      made({ speakers: [speaker('s1', 'Mary')] }),
      { kind: 'assign', segmentId: 'b', to: { speaker: 'Speaker 2' } },
    ],
  ])('of %j', (edit, change, inverse) => {
    expect(inverseOf(edit, transcript, change)).toEqual(inverse)
  })
})

describe('speakers', () => {
  test('keep their colour when another is merged away', () => {
    const lookOf = speakerLooks({ speakers: [speaker('speaker_3', 'Paul')] })
    expect(lookOf({ speaker: 'old', speaker_id: 'speaker_3' })).toEqual({
      id: 'speaker_3',
      name: 'Paul',
      colour: 'var(--speaker-3)',
    })
  })

  test('a name is proposed at the first line of who has none', () => {
    const suggest = (id: string, name: string | null) => ({
      ...speaker(id, name),
      suggested_name: 'Anna',
    })
    const speakers = [suggest('s1', 'Mary'), suggest('s2', null)]
    const found = firstLines({ segments: transcript.segments, speakers })
    expect([...found]).toEqual([['b', { speakerId: 's2', name: 'Anna' }]])
  })
})
