import type { Analysis, ContentItem } from 'earshot/client'
import type { DocumentedService } from './documented-service.ts'

/** The ids of the examples in the OpenAPI document. */
export const projectId = 'proj_01kayr3c9nfq4tq4h6zr6yv0b2'
export const contentId = 'cont_01kayr3c9nfq4tq4h6zr6yv0b2'

export const projectPlace = `/projects/${projectId}`
export const recordingPlace = `${projectPlace}/recordings/${contentId}`

/** The examples show every field; a recording that is transcribed has no stage and no failure. */
const finished = {
  status: 'completed',
  stage: null,
  progress: null,
  remaining_seconds: null,
  error: null,
  echo: 'none',
} as const

export const finishedRecording = (
  service: DocumentedService,
  stated: Partial<ContentItem> = {},
): ContentItem => {
  const [item] = service.example('listAllContent')
  if (!item) throw new Error('The document has no example of a recording')
  return { ...item, ...finished, ...stated }
}

/** A recording that waits, or is at work. */
export const workingRecording = (
  service: DocumentedService,
  stated: Partial<ContentItem> = {},
): ContentItem =>
  finishedRecording(service, {
    status: 'processing',
    stage: 'queued',
    progress: 0,
    has_transcript: false,
    ...stated,
  })

type Detail = ReturnType<typeof detailOf>
const detailOf = (service: DocumentedService) => service.example('getContent')

/** From now on this is the recording at `recordingPlace`. */
export function giveRecording(service: DocumentedService, stated: Partial<Detail> = {}): void {
  service.answer('getContent', { ...finished, ...stated })
}

/** A transcript of these lines, which two people say in turn. */
export function transcriptOf(
  service: DocumentedService,
  lines: readonly string[],
  secondsPerLine = 5,
): NonNullable<Detail['transcript']> {
  const { transcript } = detailOf(service)
  const [segment] = transcript?.segments ?? []
  const [speaker] = transcript?.speakers ?? []
  if (!transcript || !segment || !speaker) throw new Error('The document has no transcript')
  const speakers = ['Speaker 1', 'Speaker 2'].map((label, at) => {
    return { ...speaker, id: `speaker_${at + 1}`, label, name: null, suggested_name: null }
  })
  const segments = lines.map((text, at) => ({
    ...segment,
    id: `seg_${at}`,
    start: at * secondsPerLine,
    end: at * secondsPerLine + 4,
    text,
    speaker: `Speaker ${(at % 2) + 1}`,
    speaker_id: `speaker_${(at % 2) + 1}`,
    overlaps: [],
    words: [],
  }))
  return { ...transcript, translated_to: null, edited_by: null, speakers, segments }
}

/** An analysis that a language model has written, with nothing left to say about it. */
export function analysisOf(service: DocumentedService, stated: Partial<Analysis> = {}): Analysis {
  const [analysis] = detailOf(service).analyses ?? []
  if (!analysis) throw new Error('The document has no analysis')
  return {
    ...analysis,
    status: 'completed',
    error: null,
    progress: null,
    needs_language_model: [],
    ...stated,
  }
}
