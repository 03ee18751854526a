/** The transcription pipeline: tracks, parts, words, speakers, segments. */
import path from 'node:path'
import { observe } from '../../core/observe.ts'
import { decodeAudio } from '../decode/decode-audio.ts'
import { requireModel } from '../models/catalogue.ts'
import type { TranscribeOptions, SpeechRequest, Transcription } from '../engine.ts'
import { fastWeights } from '../ggml/fast-weights.ts'
import { fromWhisperLanguage } from '../whisper/languages.ts'
import type { TranscriptionWork, PipelineDeps } from './deps.ts'
import { transcribeTracks, type TranscribedTracks } from './transcribe-tracks.ts'
import { decodeShare, resumedShare } from './parts.ts'
import { judgeEcho, openRecording } from './recording.ts'
import { attributeSpeakers } from './speakers.ts'
import { beginVoices, type VoicesAhead } from './voices.ts'
import { drawWaveform } from './waveform.ts'
import { createFirstLines } from './first-lines.ts'
import { chooseWeights, type Weights } from './weights.ts'

/** Transcribes a recording; `folder` receives its decoded sound, and the caller removes it. */
export async function transcribeRecording(
  deps: PipelineDeps,
  { request, folder }: { request: SpeechRequest; folder: string },
  options: TranscribeOptions,
): Promise<Transcription> {
  const chosen = await chooseWeights(deps, request)
  const resumed = await resumedShare(options.parts, { request, weights: chosen })
  options.onProgress(resumed)
  const wav = path.join(folder, 'sound.wav')
  const prepared = prepare(deps, request, { chosen, signal: options.signal })
  // Lines of an earlier run are worth more than a second look at the beginning.
  const first = createFirstLines(deps, { folder, prepared }, options)
  const [work, sound] = await Promise.all([
    prepared,
    observe('stage', { stage: 'decode' }, () =>
      decodeAudio(
        deps.audio,
        { path: request.audioPath, target: wav },
        {
          ...options,
          ...(resumed === 0 && { onReadable: first.onReadable }),
          onProgress: (fraction) => options.onProgress(fraction * decodeShare),
        },
      ),
    ),
  ]).finally(first.settled)
  if (sound.isDamaged) deps.log.warn({ container: sound.facts.container }, 'recording is damaged')
  const recording = await openRecording(wav, sound, options.signal)
  await options.onWaveform?.(drawWaveform(recording))
  const whole = { ...work, recording }
  const ahead = beginVoices(deps, whole, options.signal)
  try {
    const transcribed = await observe('stage', { stage: 'words' }, () =>
      transcribeTracks(deps, whole, options),
    )
    return await toTranscription(deps, { ...whole, transcribed, ahead }, options)
  } finally {
    await ahead.stop()
  }
}

/** What is ready before the sound is. */
async function prepare(
  deps: PipelineDeps,
  request: SpeechRequest,
  { chosen, signal }: { chosen: Weights; signal: AbortSignal },
): Promise<Omit<TranscriptionWork, 'recording'>> {
  const [vad, fast] = await Promise.all([
    requireModel(deps.vadId, deps.folders),
    fastWeights({ ...deps, signal }, chosen),
  ])
  return { request, weights: { ...chosen, path: fast }, vadModel: vad.path }
}

async function toTranscription(
  deps: PipelineDeps,
  work: TranscriptionWork & { transcribed: TranscribedTracks; ahead: VoicesAhead },
  options: TranscribeOptions,
): Promise<Transcription> {
  const { weights, recording, transcribed } = work
  const attributed = await observe('stage', { stage: 'speakers' }, () =>
    attributeSpeakers(deps, work, options),
  )
  options.onProgress(1)
  const { language } = transcribed
  return {
    ...attributed,
    language: fromWhisperLanguage(language),
    languageProbability: transcribed.languageProbability,
    translatedTo:
      weights.translate && language !== 'en' && attributed.segments.length > 0 ? 'en' : null,
    echo: judgeEcho(recording, transcribed.droppedWords),
    durationSeconds: recording.durationSeconds,
    modelUsed: weights.id,
  }
}
