import {
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Output,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
  type InputAudioTrack,
} from 'mediabunny'

/**
 * Browsers stream WebM without a duration or an index, and cut it off if they are killed. Copies
 * the sound, without decoding it, into a file that has both. If the computer slept, the timestamps
 * have a gap without sound; it is closed, so a player agrees with the pipeline, which counts
 * only sound. Returns the length in seconds.
 */
export async function makeSeekable(
  sound: Blob,
  write: (bytes: Uint8Array, at: number) => void,
): Promise<number> {
  const input = new Input({ source: new BlobSource(sound), formats: [WEBM] })
  try {
    const track = await input.getPrimaryAudioTrack()
    const codec = await track?.getCodec()
    if (!track || !codec) throw new Error('The recording holds no sound.')
    const target = new StreamTarget(
      new WritableStream({ write: ({ data, position }) => write(data, position) }),
      { chunked: true, chunkSize: 2 ** 20 },
    )
    const output = new Output({ format: new WebMOutputFormat(), target })
    const source = new EncodedAudioPacketSource(codec)
    output.addAudioTrack(source)
    await output.start()
    const seconds = await copy(track, source, codec === 'opus')
    await output.finalize()
    return seconds
  } finally {
    input.dispose()
  }
}

async function copy(
  track: InputAudioTrack,
  source: EncodedAudioPacketSource,
  isOpus: boolean,
): Promise<number> {
  const decoderConfig = await track.getDecoderConfig()
  let end = 0
  let hole = 0
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const late = packet.timestamp - hole - end
      if (isOpus && end > 0 && late > longestJitter) hole += late
      // The container's durations reach to the next packet, even across a gap.
      const duration = isOpus ? opusSeconds(packet.data) : packet.duration
      const timestamp = packet.timestamp - hole
      const meta = decoderConfig ? { decoderConfig } : undefined
      await source.add(packet.clone({ timestamp, duration }), meta)
      end = timestamp + duration
    }
  } catch (error) {
    if (end === 0) throw error // otherwise the file is cut off here; keep what came before
  }
  if (end === 0) throw new Error('The recording holds no sound.')
  return end
}

/** In seconds. A longer time between two packets is a gap. */
const longestJitter = 0.1

/** The duration of an Opus packet, from its first bytes (RFC 6716, section 3.1). */
export function opusSeconds([head = 0, second = 0]: Uint8Array): number {
  const config = head >> 3
  const count = (head & 3) === 0 ? 1 : (head & 3) === 3 ? second & 63 : 2
  return (count * frameMs(config)) / 1_000
}

function frameMs(config: number): number {
  if (config < 12) return [10, 20, 40, 60][config % 4] ?? 0
  if (config < 16) return [10, 20][config % 2] ?? 0
  return [2.5, 5, 10, 20][config % 4] ?? 0
}
