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
 * was killed. Copies the same sound into a file that has both, without decoding it. Returns how many
 * seconds there are.
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
    const seconds = await copy(track, source)
    await output.finalize()
    return seconds
  } finally {
    input.dispose()
  }
}

async function copy(track: InputAudioTrack, source: EncodedAudioPacketSource): Promise<number> {
  const decoderConfig = await track.getDecoderConfig()
  let end = 0
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      await source.add(packet, decoderConfig ? { decoderConfig } : undefined)
      end = packet.timestamp + packet.duration
    }
  } catch (error) {
    if (end === 0) throw error // else it is cut off here: what came before is kept
  }
  if (end === 0) throw new Error('The recording holds no sound.')
  return end
}
