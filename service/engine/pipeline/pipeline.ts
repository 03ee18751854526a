/** From a recording to its transcription: tracks, parts, words, speakers, segments. */
import path from 'node:path'
import { decodeAudio } from '../decode/decode-audio.ts'
import { requireModel } from '../models/catalogue.ts'
import type { TranscribeOptions, SpeechRequest, Transcription } from '../engine.ts'
import { fastWeights } from '../ggml/fast-weights.ts'
import { fromWhisperLanguage } from '../whisper/languages.ts'
import type { TranscriptionWork, PipelineDeps } from './deps.ts'
import { transcribeTracks, type TranscribedTracks } from './transcribe-tracks.ts'
import { decodeShare, resumedShare } from './progress.ts'
import { judgeEcho, openRecording } from './recording.ts'
import { tellSpeakers } from './speakers.ts'
import { drawWaveform } from './waveform.ts'
import { chooseWeights } from './weights.ts'

/** Hears a recording in `folder`, a place for its sound that the caller empties. */
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
  const heard = await transcribeTracks(deps, work, options)
  return toTranscription(deps, { ...work, heard }, options)
}

async function toTranscription(
  deps: PipelineDeps,
  work: TranscriptionWork & { heard: TranscribedTracks },
  options: TranscribeOptions,
): Promise<Transcription> {
  const { weights, recording, heard } = work
  const spoken = await tellSpeakers(deps, work, options)
  options.onProgress(1)
  const { language } = heard
  return {
    ...spoken,
    language: fromWhisperLanguage(language),
    languageProbability: heard.languageProbability,
    translatedTo:
      weights.translate && language !== 'en' && spoken.segments.length > 0 ? 'en' : null,
    echo: judgeEcho(recording, heard.droppedWords),
    durationSeconds: recording.durationSeconds,
    modelUsed: weights.id,
  }
}
