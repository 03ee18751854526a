/** The transcription pipeline: tracks, parts, words, speakers, segments. */
import path from 'node:path'
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
import { drawWaveform } from './waveform.ts'
import { chooseWeights } from './weights.ts'

/** Transcribes a recording; `folder` receives its decoded sound, and the caller removes it. */
export async function transcribeRecording(
  deps: PipelineDeps,
  { request, folder }: { request: SpeechRequest; folder: string },
  options: TranscribeOptions,
): Promise<Transcription> {
  const chosen = await chooseWeights(deps, request)
  options.onProgress(await resumedShare(options.parts, { request, weights: chosen }))
  const wav = path.join(folder, 'sound.wav')
  const [vad, fast, sound] = await Promise.all([
    requireModel(deps.vadId, deps.folders),
    fastWeights({ ...deps, signal: options.signal }, chosen),
    decodeAudio(
      deps.audio,
      { path: request.audioPath, target: wav },
      { ...options, onProgress: (fraction) => options.onProgress(fraction * decodeShare) },
    ),
  ])
  if (sound.isDamaged) deps.log.warn({ container: sound.facts.container }, 'recording is damaged')
  const recording = await openRecording(wav, sound, options.signal)
  await options.onWaveform?.(drawWaveform(recording))
  const weights = { ...chosen, path: fast }
  const work = { request, weights, recording, vadModel: vad.path }
  const transcribed = await transcribeTracks(deps, work, options)
  return toTranscription(deps, { ...work, transcribed }, options)
}

async function toTranscription(
  deps: PipelineDeps,
  work: TranscriptionWork & { transcribed: TranscribedTracks },
  options: TranscribeOptions,
): Promise<Transcription> {
  const { weights, recording, transcribed } = work
  const attributed = await attributeSpeakers(deps, work, options)
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
