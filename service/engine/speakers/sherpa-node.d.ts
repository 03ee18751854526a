/** What we use of sherpa-onnx-node, which describes itself in comments only. */
declare module 'sherpa-onnx-node' {
  type Extractor = { model: string; numThreads: number; debug: boolean }

  export class OfflineSpeakerDiarization {
    constructor(config: {
      segmentation: { pyannote: { model: string }; numThreads: number; debug: boolean }
      embedding: Extractor
      clustering: { numClusters: number; threshold: number }
      minDurationOn: number
      minDurationOff: number
    })
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
  }

  type Stream = {
    acceptWaveform: (sound: { samples: Float32Array; sampleRate: number }) => void
    inputFinished: () => void
  }

  export class SpeakerEmbeddingExtractor {
    constructor(config: Extractor)
    createStream(): Stream
    /** Inside Electron the buffer must not be the add-on's own: false. */
    compute(stream: Stream, enableExternalBuffer: boolean): Float32Array
  }

  /** A CommonJS module whose names Node cannot see: it is imported whole. */
  const sherpa: {
    OfflineSpeakerDiarization: typeof OfflineSpeakerDiarization
    SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor
  }
  export default sherpa
}
