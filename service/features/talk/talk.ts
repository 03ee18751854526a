import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { readTalk as readSentences } from '../../engine/extractive/extractive.ts'
import { isQuestion } from '../../engine/extractive/remarks.ts'
import type { Sentence } from '../../engine/extractive/sentences.ts'
import { moodOf } from '../../engine/extractive/sentiment.ts'
import type { Talk as Said } from '../../engine/extractive/talk.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { displayName, wordCounter } from '../transcripts/segments.ts'
import { findTranscript, missingTranscript } from '../transcripts/transcripts.ts'
import type { TalkStatistics } from './schema.ts'
import { lengthOf, merged, secondsPerBucket, speakerTalk, type Span } from './statistics.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findTranscript>>>

/** Shares, pace, interruptions and mood of the current transcript, computed when they are asked. */
export async function readTalk(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<TalkStatistics> {
  const content = await requireContent(db.sql, caller, projectId, contentId)
  const row = await findTranscript(db.sql, contentId)
  if (row) return describe(row, content.duration_seconds)
  throw missingTranscript(content.status)
}

async function describe(row: Row, duration: number | null): Promise<TalkStatistics> {
  const { segments, speakers, language } = row
  const all = merged(segments)
  const durationSeconds = Math.max(duration ?? 0, all.at(-1)?.end ?? 0)
  const talk = speakerTalk(segments, wordCounter(language))
  const said = await readSaid(row)
  const { sentences } = said
  const questions = sentences.filter((sentence) => isQuestion(said, sentence))
  const total = talk.reduce((sum, { seconds }) => sum + seconds, 0)
  // In a mono recording what was said on top of a line has no line of its own.
  const told = segments.flatMap(({ overlaps = [] }) => overlaps)
  const names = new Map(speakers.map((speaker) => [speaker.id, displayName(speaker)]))
  return {
    content_id: row.content_id,
    transcript_version: row.version,
    duration_seconds: round(durationSeconds),
    speech_seconds: round(lengthOf(all)),
    silence_seconds: round(durationSeconds - lengthOf(all)),
    overlap_seconds: round(secondsOfEach([...segments, ...told]) - lengthOf(all)),
    sentiment: toMood(sentences),
    speakers: talk.map((own) => ({
      ...own,
      speaker: names.get(own.speaker_id) ?? own.speaker_id,
      seconds: round(own.seconds),
      share: total === 0 ? 0 : Math.round((1000 * own.seconds) / total) / 1000,
      words_per_minute: own.seconds < 1 ? null : Math.round((60 * own.word_count) / own.seconds),
      question_count: questions.filter(({ speaker }) => speaker === own.speaker_id).length,
      sentiment: toMood(sentences.filter(({ speaker }) => speaker === own.speaker_id)),
    })),
    timeline: toTimeline(row, durationSeconds, sentences),
  }
}

/** Seconds in which people speak; two at once count for both. */
const secondsOfEach = (spans: readonly (Span & { speaker_id: string })[]): number =>
  [...Map.groupBy(spans, ({ speaker_id: id }) => id).values()].reduce(
    (sum, own) => sum + lengthOf(merged(own)),
    0,
  )

/** As an analysis reads it; people are told apart by id, because two may have one name. */
function readSaid({ segments, language }: Row): Promise<Said> {
  const spoken = segments.map((segment) => ({ ...segment, speaker: segment.speaker_id }))
  return readSentences({ segments: spoken, language }, new AbortController().signal)
}

function toMood(sentences: readonly Sentence[]): TalkStatistics['sentiment'] {
  const mood = moodOf(sentences)
  return mood && { label: mood.label, score: mood.score }
}

/** People grasp a curve of some dozens of steps; the steps are lengths that people use. */
const mostBuckets = 60
const bucketLengths = [10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600]

function toTimeline(
  { segments }: Row,
  durationSeconds: number,
  sentences: readonly Sentence[],
): TalkStatistics['timeline'] {
  const fits = (length: number): boolean => durationSeconds / length <= mostBuckets
  const bucketSeconds = bucketLengths.find(fits) ?? Math.ceil(durationSeconds / mostBuckets)
  const count = Math.ceil(durationSeconds / bucketSeconds)
  const perSpeaker = [...Map.groupBy(segments, (segment) => segment.speaker_id)].map(
    ([id, own]) => ({ id, seconds: secondsPerBucket(merged(own), bucketSeconds, count) }),
  )
  const said = Map.groupBy(sentences, ({ start }) => Math.floor(start / bucketSeconds))
  const buckets = Array.from({ length: count }, (_, at) => ({
    start: at * bucketSeconds,
    seconds: Object.fromEntries(
      perSpeaker.map(({ id, seconds }) => [id, round(seconds[at] ?? 0)] as const),
    ),
    sentiment_score: moodOf(said.get(at) ?? [])?.score ?? null,
  }))
  return { bucket_seconds: bucketSeconds, buckets }
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100
