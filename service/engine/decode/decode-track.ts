/** Decodes one audio track in chunks of about 30 s, with the decoder for its codec. */
import { EncodedPacketSink, type EncodedPacket, type InputAudioTrack } from 'mediabunny'
import { JobError } from '../../core/errors.ts'
import { codecOf } from './codec-of.ts'
import { type GroupDecoder, createNativeDecoder, createOpusDecoder } from './group-decoder.ts'
import { longestGapSeconds, type PcmWriter } from './pcm-writer.ts'

const groupSeconds = 30

/**
 * Packets to decode again before each chunk: AAC frames overlap, and an MP3 frame may store bits in
 * up to nine earlier frames.
 */
const lookbackPackets = 10

/** Creates the decoder for a track's codec; undefined if only a system ffmpeg could read it. */
export async function createGroupDecoder(
  track: InputAudioTrack,
): Promise<GroupDecoder | undefined> {
  const codec = await codecOf(track)
  if (codec === 'opus') return createOpusDecoder(track)
  if (codec === 'aac' || codec === 'mp3' || codec === 'flac' || codec === 'vorbis') {
    return createNativeDecoder(track, codec)
  }
  return undefined
}

type TimedTrack = { track: InputAudioTrack; startSeconds: number }

/**
 * Decodes the whole track to the writer, on the clock that begins at `startSeconds`. Damaged spans become silence, so that later words
 * keep their times. Throws `decode_failed` if nothing could be decoded. Returns whether any
 * of it was damaged.
 */
export async function decodeTrack(
  { track, startSeconds }: TimedTrack,
  decoder: GroupDecoder,
  writer: PcmWriter,
  onSeconds: (seconds: number) => void,
): Promise<{ isDamaged: boolean }> {
  const state = { isDamaged: false, decodedFrames: 0 }
  const flush = async (group: EncodedPacket[], lookback: EncodedPacket[]): Promise<void> => {
    await decodeGroup(decoder, writer, { group, lookback }, state)
    onSeconds(writer.position())
  }
  let group: EncodedPacket[] = []
  let lookback: EncodedPacket[] = []
  let failure: unknown
  try {
    for await (const read of new EncodedPacketSink(track).packets()) {
      const packet = read.clone({ timestamp: read.timestamp - startSeconds })
      group.push(packet)
      const [first] = group
      if (first === undefined || packet.timestamp - first.timestamp < groupSeconds) continue
      await flush(group, lookback)
      lookback = group.slice(-lookbackPackets)
      group = []
      if (writer.position() >= writer.mostSeconds) break
    }
  } catch (error) {
    if (error instanceof JobError) throw error
    // The container is truncated or corrupt here; keep everything before this point.
    failure = error
  }
  if (group.length > 0) await flush(group, lookback)
  if (state.decodedFrames === 0 && (failure !== undefined || state.isDamaged)) {
    throw new JobError('decode_failed', 'The audio in this file is damaged and cannot be decoded.')
  }
  return { isDamaged: state.isDamaged || failure !== undefined }
}

/**
 * Decodes one group of packets. On failure, retries its halves down to one second, which is then
 * left silent.
 */
async function decodeGroup(
  decoder: GroupDecoder,
  writer: PcmWriter,
  { group, lookback }: { group: EncodedPacket[]; lookback: EncodedPacket[] },
  state: { isDamaged: boolean; decodedFrames: number },
): Promise<void> {
  const [first] = group
  const last = group.at(-1)
  if (first === undefined || last === undefined) return
  await padForGap(writer, first)
  try {
    const planes = await decoder.decode(group, lookback)
    // Samples before time zero are the encoder's priming samples, not part of the recording.
    const before = Math.round(Math.max(0, -first.timestamp) * decoder.sampleRate)
    const kept = before > 0 ? planes.map((plane) => plane.subarray(before)) : planes
    state.decodedFrames += kept[0]?.length ?? 0
    await writer.write(kept)
  } catch (error) {
    if (error instanceof JobError) throw error
    state.isDamaged = true
    if (last.timestamp - first.timestamp < 1) return
    const middle = group.length >> 1
    const [front, back] = [group.slice(0, middle), group.slice(middle)]
    await decodeGroup(decoder, writer, { group: front, lookback }, state)
    const near = front.slice(-lookbackPackets)
    await decodeGroup(decoder, writer, { group: back, lookback: near }, state)
  }
}

async function padForGap(writer: PcmWriter, packet: EncodedPacket): Promise<void> {
  if (packet.timestamp - writer.position() < longestGapSeconds) await writer.padTo(packet.timestamp)
}
