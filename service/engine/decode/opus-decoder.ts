/** Opus by its reference decoder compiled to WebAssembly, straight to 16 kHz. */
import type { EncodedPacket, InputAudioTrack } from 'mediabunny'
import type { GroupDecoder } from './group-decoder.ts'
import { pcmRate } from './pcm-writer.ts'

/** Undefined for more than two channels, whose streams need a mapping that few files have. */
export async function createOpusDecoder(track: InputAudioTrack): Promise<GroupDecoder | undefined> {
  const channels = await track.getNumberOfChannels()
  if (channels > 2) return undefined
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({ sampleRate: pcmRate, channels })
  await decoder.ready
  return {
    sampleRate: pcmRate,
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
