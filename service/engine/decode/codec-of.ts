import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny'

/**
 * The codec of a track. MPEG audio of the layers I and II, as broadcasts have it, goes by names of its own: its frames
 * look like those of MP3, and our decoder of MP3 reads none of them.
 */
export async function codecOf(track: InputAudioTrack): Promise<string | null> {
  const codec = await track.getCodec()
  if (codec !== 'mp3') return codec
  // A damaged beginning tells nothing.
  const first = await new EncodedPacketSink(track).getFirstPacket().catch(() => null)
  const layer = ((first?.data[1] ?? 0) >> 1) & 3
  return { 2: 'mp2', 3: 'mp1' }[layer] ?? codec
}
