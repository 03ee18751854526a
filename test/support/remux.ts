/** Puts tones into containers whose clocks are unlike those that encoders usually write. */
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  type AudioCodec,
  type OutputFormat,
} from 'mediabunny'
import { sine } from './sound.ts'
import { readTone } from './tones.ts'

/** A track to put into a file: its packets begin at `start`, in seconds of the container's clock. */
export type Track = {
  start: number
  coded?: Coded
  languageCode?: string
  add: (output: Output, languageCode?: string) => (start: number) => Promise<void>
}

/** Uncompressed mono sound at 16 kHz, in packets of a tenth of a second. */
export function pcmTrack(start: number, seconds: number, hertz = 440): Track {
  const rate = 16_000
  const step = rate / 10
  return audioTrack('pcm-s16', start, {
    config: { codec: 'pcm-s16', sampleRate: rate, numberOfChannels: 1 },
    packets: Array.from({ length: Math.round(seconds * 10) }, (_, at) => {
      const samples = Int16Array.from({ length: step }, (_each, frame) =>
        Math.round(32_767 * sine(hertz)(0, (at * step + frame) / rate)),
      )
      return new EncodedPacket(new Uint8Array(samples.buffer), 'key', at / 10, 0.1)
    }),
  })
}

/** Uncompressed silence. */
export const silentTrack = (seconds: number): Track => pcmTrack(0, seconds, 0)

/** One track of several uncompressed ones, each at the time at which it starts. */
export function joinPcm(...tracks: Track[]): Track {
  const [config] = tracks.flatMap(({ coded }) => (coded === undefined ? [] : [coded.config]))
  if (config === undefined) throw new Error('no sound is given')
  const packets = tracks.flatMap(({ start, coded }) =>
    (coded?.packets ?? []).map((packet) => packet.clone({ timestamp: packet.timestamp + start })),
  )
  return audioTrack('pcm-s16', 0, { config, packets })
}

/** The tone of a fixture, over and over for so many seconds. */
export async function toneTrack(name: string, start: number, seconds: number): Promise<Track> {
  const input = new Input({ source: new BufferSource(readTone(name)), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  const config = await track?.getDecoderConfig()
  if (track === null || codec == null || config == null) throw new Error(`${name} has no sound`)
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  const [, second] = packets
  if (second === undefined) throw new Error(`${name} is too short`)
  const { duration } = second
  const repeated = Array.from({ length: Math.round(seconds / duration) }, (_, at) => {
    const packet = packets[at % packets.length] ?? second
    return packet.clone({ timestamp: at * duration, duration })
  })
  return audioTrack(codec, start, { config, packets: repeated })
}

type Coded = { config: AudioDecoderConfig; packets: EncodedPacket[] }

function audioTrack(codec: AudioCodec, start: number, { config, packets }: Coded): Track {
  return {
    start,
    coded: { config, packets },
    add: (output, languageCode = 'und') => {
      const source = new EncodedAudioPacketSource(codec)
      output.addAudioTrack(source, { languageCode })
      return async (from) => {
        for (const packet of packets) {
          const moved = packet.clone({ timestamp: packet.timestamp + from })
          await source.add(moved, { decoderConfig: config })
        }
        source.close()
      }
    },
  }
}

/** The picture of a fixture, one frame that is shown for so many seconds. */
export async function pictureTrack(start: number, seconds: number): Promise<Track> {
  const input = new Input({
    source: new BufferSource(readTone('video.webm')),
    formats: ALL_FORMATS,
  })
  const track = await input.getPrimaryVideoTrack()
  const decoderConfig = await track?.getDecoderConfig()
  const packet = track && (await new EncodedPacketSink(track).getFirstPacket())
  if (packet == null || decoderConfig == null) throw new Error('the fixture has no picture')
  return {
    start,
    add: (output) => {
      const source = new EncodedVideoPacketSource('vp8')
      output.addVideoTrack(source)
      return async (from) => {
        const shown = packet.clone({ timestamp: from, duration: seconds })
        await source.add(shown, { decoderConfig })
        source.close()
      }
    },
  }
}

/** The same track, marked as being in a language (ISO 639-2). */
export const inLanguage = (languageCode: string, track: Track): Track => ({
  ...track,
  languageCode,
})

/** Writes tracks into a container. */
export async function mux(format: OutputFormat, ...tracks: Track[]): Promise<Buffer> {
  const output = new Output({ format, target: new BufferTarget() })
  const writers = tracks.map((track) => track.add(output, track.languageCode))
  await output.start()
  await Promise.all(writers.map((write, at) => write(tracks[at]?.start ?? 0)))
  await output.finalize()
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0))
}
