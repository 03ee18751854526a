import type { EncodedPacket } from 'mediabunny'

/** Encoded packets in, planar samples out; `lookback` are earlier packets whose sound is dropped. */
export type GroupDecoder = {
  /** Sample rate and channels of what `decode` returns. */
  sampleRate: number
  channels: number
  decode: (packets: EncodedPacket[], lookback: EncodedPacket[]) => Promise<Float32Array[]>
  free: () => void
}
