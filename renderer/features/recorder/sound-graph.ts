import { stopStream, type Sources } from './capture.ts'
import { tapSound, type OnSound } from './sound-tap.ts'

export type Levels = { microphone: number; computer: number | null }

export type SoundGraph = {
  /** The recorded stream: both tracks side by side, or the microphone alone. */
  stream: MediaStream
  channels: 1 | 2
  /** The loudness of each track now, from 0 to 1 on a perceptual scale. */
  levels: () => Levels
  /**
   * Seconds of sound so far: the clock of the recording. It stops while the computer sleeps, which
   * system clocks may or may not do.
   */
  seconds: () => number
  /** Whether the microphone's track has ended because it was unplugged or access was revoked. */
  isMicrophoneGone: () => boolean
  replaceMicrophone: (stream: MediaStream) => void
  /** Passes on the recorded samples; call the returned function to stop. */
  tap: (onSound: OnSound) => Promise<() => void>
  close: () => Promise<void>
}

/** Puts the microphone on the left channel and the computer's sound on the right. */
export async function createSoundGraph({ microphone, computer }: Sources): Promise<SoundGraph> {
  const context = new AudioContext({ sampleRate: 48_000 })
  await context.resume()
  // A phone call, or waking from sleep, may have suspended it.
  context.addEventListener('statechange', () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume()
  })
  const channels = computer ? 2 : 1
  const target = new MediaStreamAudioDestinationNode(context, {
    channelCount: channels,
    channelCountMode: 'explicit',
  })
  const merger = computer ? new ChannelMergerNode(context, { numberOfInputs: 2 }) : null
  merger?.connect(target)
  const add = (stream: MediaStream, place: number) => {
    const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream })
    const meter = new AnalyserNode(context, { fftSize: 2_048 })
    source.connect(meter)
    if (merger) source.connect(merger, 0, place)
    else source.connect(target)
    return { stream, source, meter }
  }
  let left = add(microphone, 0)
  const right = computer ? add(computer, 1) : null
  return {
    stream: target.stream,
    channels,
    levels: () => ({
      microphone: loudnessOf(left.meter),
      computer: right && loudnessOf(right.meter),
    }),
    seconds: () => context.currentTime,
    isMicrophoneGone: () => left.stream.getAudioTracks().every(isEnded),
    replaceMicrophone: (stream) => {
      left.source.disconnect()
      stopStream(left.stream)
      left = add(stream, 0)
    },
    tap: (onSound) => tapSound(context, { stream: target.stream, channels }, onSound),
    close: async () => {
      stopStream(left.stream)
      if (right) stopStream(right.stream)
      await context.close()
    },
  }
}

const isEnded = ({ readyState }: MediaStreamTrack): boolean => readyState === 'ended'

const quietestDb = -60

function loudnessOf(meter: AnalyserNode): number {
  const samples = new Float32Array(meter.fftSize)
  meter.getFloatTimeDomainData(samples)
  return toLevel(samples)
}

/** The mean power on a decibel scale from -60 dB (0) to full scale (1). */
export function toLevel(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  if (power === 0) return 0
  return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power)) / quietestDb))
}
