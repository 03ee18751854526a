/** Decoders by codec: Symphonia via node-web-audio-api, and the reference Opus decoder. */
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

/** Decodes packets to planar samples; the output of the earlier `lookback` packets is dropped. */
export type GroupDecoder = {
  /** Sample rate and channels of what `decode` returns. */
  sampleRate: number
  channels: number
  decode: (packets: EncodedPacket[], lookback: EncodedPacket[]) => Promise<Float32Array[]>
  free: () => void
}

type NativeCodec = 'aac' | 'mp3' | 'flac' | 'vorbis'

const outputFormats = {
  aac: () => new AdtsOutputFormat(),
  mp3: () => new Mp3OutputFormat({ xingHeader: false }),
  flac: () => new FlacOutputFormat(),
  vorbis: () => new OggOutputFormat(),
}

/** Undefined if the decoder cannot be loaded; on Linux it needs the library libasound2. */
export async function createNativeDecoder(
  track: InputAudioTrack,
  codec: NativeCodec,
): Promise<GroupDecoder | undefined> {
  // HE-AAC stores its upper frequencies in an extension that Symphonia does not read.
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
      // Count from the end: whatever a fresh decoder misses is at the start, in the lookback.
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

/** Muxes packets into a small file, the only input the decoder accepts. */
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

/** A header with a wrong channel count must not change the file that is being written. */
function fitChannels(planes: Float32Array[], channels: number): Float32Array[] {
  if (planes.length === channels) return planes
  return Array.from({ length: channels }, (_, at) => planes[at] ?? planes[0] ?? new Float32Array(0))
}

// Opus's native rate. Decoding straight to 16 kHz is cheaper, but whisper recognizes the result
// worse: on one call the word error rate rose from 0 to 0.18.
const opusRate = 48_000

/**
 * Undefined for more than two channels: such streams need a channel mapping that few files have.
 */
export async function createOpusDecoder(track: InputAudioTrack): Promise<GroupDecoder | undefined> {
  const channels = await track.getNumberOfChannels()
  if (channels > 2) return undefined
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({ sampleRate: opusRate, channels, preSkip: await runIn(track) })
  await decoder.ready
  return {
    sampleRate: opusRate,
    channels,
    // One decoder for the whole track keeps its state, so no lookback is needed.
    decode: async (packets: EncodedPacket[]) => {
      const sound = decoder.decodeFrames(packets.map((packet) => packet.data))
      if (sound.samplesDecoded === 0) throw new Error(sound.errors[0]?.message ?? 'no sound')
      return sound.channelData
    },
    free: () => decoder.free(),
  }
}

/** The number of pre-skip samples, from the track's header (RFC 7845, section 5.1). */
async function runIn(track: InputAudioTrack): Promise<number> {
  const description = (await track.getDecoderConfig())?.description
  if (description === undefined) return 0
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
  return bytes.length >= 12 ? bytes.readUInt16LE(10) : 0
}
