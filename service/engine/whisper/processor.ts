/** On which processor speech is transcribed, as whisper-cli tells it. */

/** What one run of the program says of graphics processors. */
export type ProcessorSight = {
  /** There is none, so that a failure was not a GPU's. */
  isAbsent: boolean
  /** The graphics processor that is used. */
  name: string | null
  read: (line: string) => void
}

export function createProcessorSight(): ProcessorSight {
  const names = new Map<string, string>()
  const sight: ProcessorSight = {
    isAbsent: false,
    name: null,
    read: (line) => {
      const [, kind, number, name] = described.exec(line) ?? []
      if (name !== undefined) names.set(`${kind ?? 'CUDA'}${number}`.toLowerCase(), name.trim())
      const backend = /using (\S+) backend$/.exec(line)?.[1]
      if (backend !== undefined) sight.name = names.get(backend.toLowerCase()) ?? backend
      if (line.includes('no GPU found')) sight.isAbsent = true
    },
  }
  return sight
}

/** "ggml_vulkan: 0 = NAME (DRIVER) | …" and, of CUDA, "  Device 0: NAME, compute capability …". */
const described = /^(?:ggml_(vulkan): |\s+Device )(\d+)(?: =|:) ([^(,]+)/

export type SpeechProcessor = {
  kind: 'cpu' | 'gpu'
  /** Of a graphics processor. */
  name: string | null
  /** A graphics processor that failed and is not used until the next start. */
  failed: string | null
}

let last: SpeechProcessor | null = null

/** What transcribed last; null before anything was. */
export const speechProcessor = (): SpeechProcessor | null => last

export function noteProcessor(gpu: string | null, failed: string | null = null): void {
  last = { kind: gpu === null ? 'cpu' : 'gpu', name: gpu, failed: failed ?? last?.failed ?? null }
}
