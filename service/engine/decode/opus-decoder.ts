/** Opus by its reference decoder compiled to WebAssembly. */
import type { EncodedPacket, InputAudioTrack } from 'mediabunny'
import type { GroupDecoder } from './group-decoder.ts'

// Its own rate. It can also decode straight to 16 kHz, which costs less, but then whisper mishears: on
// one call the word error rate rose from 0 to 0.18.
const opusRate = 48_000

/** Undefined for more than two channels, whose streams need a mapping that few files have. */
export async function createOpusDecoder(track: InputAudioTrack): Promise<GroupDecoder | undefined> {
  const channels = await track.getNumberOfChannels()
  if (channels > 2) return undefined
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({ sampleRate: opusRate, channels, preSkip: await runIn(track) })
  await decoder.ready
  return {
    sampleRate: opusRate,
    channels,
    // One decoder for the whole track keeps its state, so there is nothing to look back at.
    decode: async (packets: EncodedPacket[]) => {
      const sound = decoder.decodeFrames(packets.map((packet) => packet.data))
      if (sound.samplesDecoded === 0) throw new Error(sound.errors[0]?.message ?? 'no sound')
      return sound.channelData
    },
    free: () => decoder.free(),
  }
}

/** Samples the encoder put in front, told in the track's header (RFC 7845, section 5.1). */
async function runIn(track: InputAudioTrack): Promise<number> {
  const description = (await track.getDecoderConfig())?.description
  if (description === undefined) return 0
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
  return bytes.length >= 12 ? bytes.readUInt16LE(10) : 0
}
