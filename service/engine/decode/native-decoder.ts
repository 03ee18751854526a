/** AAC, MP3, FLAC and Vorbis by the Symphonia decoder inside node-web-audio-api. */
import {
  AdtsOutputFormat,
  BufferTarget,
  EncodedAudioPacketSource,
  FlacOutputFormat,
  Mp3OutputFormat,
  OggOutputFormat,
  Output,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny'
import { JobError } from '../../core/errors.ts'
import type { GroupDecoder } from './group-decoder.ts'

type NativeCodec = 'aac' | 'mp3' | 'flac' | 'vorbis'

const outputFormats = {
  aac: () => new AdtsOutputFormat(),
  mp3: () => new Mp3OutputFormat({ xingHeader: false }),
  flac: () => new FlacOutputFormat(),
  vorbis: () => new OggOutputFormat(),
}

/** Undefined where the decoder cannot be loaded here: on Linux it needs the library libasound2. */
export async function createNativeDecoder(
  track: InputAudioTrack,
  codec: NativeCodec,
): Promise<GroupDecoder | undefined> {
  // HE-AAC keeps its upper half in an extension that Symphonia does not read.
  const parameters = (await track.getCodecParameterString()) ?? ''
  if (/^mp4a\.40\.(5|29)$/.test(parameters)) return undefined
  const library = await import('node-web-audio-api').catch(() => undefined)
  const config = await track.getDecoderConfig()
  if (library === undefined || config === null) return undefined
  const { sampleRate, numberOfChannels: channels } = config
  return {
    sampleRate,
    channels,
    decode: async (packets, lookback) => {
      const bytes = await remux(codec, config, [...lookback, ...packets])
      const context = new library.OfflineAudioContext(1, 1, sampleRate)
      const sound = await context.decodeAudioData(bytes)
      const wanted = Math.round(secondsOf(packets) * sampleRate)
      // Counted from the end: what a fresh decoder lacks is at the beginning, in the lookback.
      const from = lookback.length === 0 ? 0 : Math.max(0, sound.length - wanted)
      const planes = Array.from({ length: sound.numberOfChannels }, (_, at) =>
        sound.getChannelData(at).subarray(from),
      )
      return fitChannels(planes, channels)
    },
    free: () => undefined,
  }
}

const secondsOf = (packets: EncodedPacket[]): number =>
  packets.reduce((sum, packet) => sum + packet.duration, 0)

/** Puts packets into a small file of their own, the only thing the decoder reads. */
async function remux(
  codec: NativeCodec,
  decoderConfig: AudioDecoderConfig,
  packets: EncodedPacket[],
): Promise<ArrayBuffer> {
  const output = new Output({ format: outputFormats[codec](), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  let timestamp = 0
  for (const packet of packets) {
    await source.add(packet.clone({ timestamp }), { decoderConfig })
    timestamp += packet.duration
  }
  await output.finalize()
  const { buffer } = output.target
  if (buffer === null) throw new JobError('decode_failed', 'The audio could not be repacked.')
  return buffer
}

/** A header that lies about its channels must not change the file that is being written. */
function fitChannels(planes: Float32Array[], channels: number): Float32Array[] {
  if (planes.length === channels) return planes
  return Array.from({ length: channels }, (_, at) => planes[at] ?? planes[0] ?? new Float32Array(0))
}
