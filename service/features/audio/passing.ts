// Sound of which nothing is kept.
import type { Caller } from '../../core/caller.ts'
import { minute, second } from '../../core/time.ts'
import type { StoredTerm } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { PartialLines, Transcription } from '../../engine/engine.ts'
import { correctWords } from '../transcription/correct-words.ts'
import { readOrganizationSettings } from '../transcription/settings.ts'
import { refuseTooLong, requireTranscriber } from '../transcription/transcription.ts'
import { toSegmentRecords } from '../transcripts/record.ts'
import { separatorOf, textOf, toTranscript } from '../transcripts/segments.ts'
import { recordMinutes, requireMinutes } from '../usage/usage.ts'
import { chooseSpeech } from './models.ts'
import type { Order, Speech } from './order.ts'
import { inTurn } from './turn.ts'

type PassingDeps = Pick<
  Deps,
  'db' | 'queue' | 'signals' | 'lease' | 'log' | 'clock' | 'config' | 'transcriber'
>

/** Transcribes a file in its turn and forgets it; its minutes count. */
export async function transcribePassing(
  deps: PassingDeps,
  caller: Caller,
  order: Order,
): Promise<Speech> {
  const { db, clock, transcriber } = deps
  const { organizationId } = caller
  const settings = await readOrganizationSettings(db.sql, organizationId)
  const wanted = { ...order, preferred: settings.speech_model }
  const { speech_model, language } = await chooseSpeech(deps, caller, wanted)
  await requireTranscriber(deps, speech_model)
  await requireMinutes(db.sql, organizationId, clock.now())
  const { vocabulary } = settings
  const request = {
    ...(speech_model !== null && { model: speech_model }),
    ...(language !== null && { language }),
    ...(order.prompt !== undefined && { prompt: order.prompt }),
    withSpeakers: order.namesSpeakers,
    translateToEnglish: order.translates,
    vocabulary: vocabulary.map(({ term }) => term),
  }
  const transcription = await inTurn(deps, { ...order, organizationId }, (signal) =>
    order.file.lend((audioPath) =>
      transcriber.transcribe(
        { ...request, audioPath },
        {
          signal,
          onProgress: () => {},
          onReadable: async (media) => refuseTooLong(media),
          ...(order.onText && { onLines: tellText(order.onText, vocabulary) }),
        },
      ),
    ),
  )
  await recordMinutes(db.sql, {
    // What the minutes are of, where no recording is kept.
    content_id: order.requestId,
    organization_id: organizationId,
    minutes: (transcription.durationSeconds * second) / minute,
    created_at: clock.now(),
  })
  return toSpeech(correctWords(transcription, vocabulary))
}

function toSpeech(transcription: Transcription): Speech {
  const { translatedTo, language, durationSeconds, modelUsed } = transcription
  const { segments, speakers, text } = toTranscript(transcription)
  const row = { segments, speakers, language, translated_to: translatedTo }
  return {
    text,
    segments: toSegmentRecords(row),
    speakers: speakers.map(({ id }) => id),
    language: translatedTo ?? language,
    durationSeconds,
    modelUsed,
  }
}

/** The last lines of a block that is not done may still change. */
const unsettledLines = 2

/**
 * Tells the whole text so far whenever more of it is known. Of two channels a block is transcribed one after the
 * other, and in its order only at its end.
 */
function tellText(onText: (soFar: string) => void, vocabulary: readonly StoredTerm[]) {
  const blocks = new Map<number, string>()
  return async (lines: PartialLines): Promise<void> => {
    if (lines.speakers.length > 1 && !lines.isWhole) return
    const { segments } = toTranscript(correctWords(toTranscription(lines), vocabulary))
    const settled = lines.isWhole ? segments : segments.slice(0, -unsettledLines)
    blocks.set(lines.position, textOf(settled, lines.language).text)
    const texts = [...blocks].toSorted(([one], [other]) => one - other).map(([, text]) => text)
    onText(texts.filter((text) => text !== '').join(separatorOf(lines.language)))
  }
}

const toTranscription = (lines: PartialLines): Transcription => ({
  ...lines,
  echo: null,
  durationSeconds: 0,
})
