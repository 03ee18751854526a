// Vite resolves this to the address of the built file
// oxlint-disable-next-line import/default -- vite answers with the address of the built file
import workletUrl from './sound-tap.worklet.ts?worker&url'

/** Samples of each track, 16 kHz and 16 bit. */
export type OnSound = (tracks: Int16Array[]) => void

/** Taps the recorded sound without affecting it. The returned function ends it. */
export async function tapSound(
  context: AudioContext,
  { stream, channels }: { stream: MediaStream; channels: 1 | 2 },
  onSound: OnSound,
): Promise<() => void> {
  await context.audioWorklet.addModule(workletUrl)
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream })
  const tap = new AudioWorkletNode(context, 'sound-tap', {
    channelCount: channels,
    channelCountMode: 'explicit',
  })
  // Only sound-tap.worklet.ts posts here.
  tap.port.addEventListener('message', ({ data }: MessageEvent<Int16Array[]>) => onSound(data))
  tap.port.start()
  // It outputs silence, but the browser only processes nodes that lead to an output.
  source.connect(tap).connect(context.destination)
  return () => {
    source.disconnect()
    tap.disconnect()
    tap.port.close()
  }
}
