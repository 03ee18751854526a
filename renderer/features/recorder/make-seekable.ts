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
 * A browser writes WebM as it comes: without its length and without an index, and cut off where it
 * was killed. Copies the same sound into a file that has both, without decoding it. Where the
 * computer slept, it leaves a hole in the times that no sound fills; it is closed, so that a player
 * and the pipeline, which counts sound alone, agree. Returns how many seconds there are.
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
      // What the file says reaches to the next packet, over a hole as well.
      const duration = isOpus ? opusSeconds(packet.data) : packet.duration
      const timestamp = packet.timestamp - hole
      const meta = decoderConfig ? { decoderConfig } : undefined
      await source.add(packet.clone({ timestamp, duration }), meta)
      end = timestamp + duration
    }
  } catch (error) {
    if (end === 0) throw error // else it is cut off here: what came before is kept
  }
  if (end === 0) throw new Error('The recording holds no sound.')
  return end
}

/** Seconds between two packets that are no hole. */
const longestJitter = 0.1

/** How long a packet of Opus sounds, by its first bytes (RFC 6716, section 3.1). */
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
