/** On which processor a language model works, and which builds of llama.cpp that takes. */
import type { LlamaModelOptions, LlamaOptions } from 'node-llama-cpp'

export type GraphicsUse = {
  kind: 'metal' | 'vulkan' | 'cuda'
  /** As its driver calls it. */
  name: string | null
  /** How many layers of the model it works on. */
  layers: number
}

type Builds = {
  gpu: Extract<LlamaOptions['gpu'], 'auto' | 'metal' | false>
  gpuLayers: Extract<LlamaModelOptions['gpuLayers'], number | object>
}

/** Choice: what is left beside the layers holds the context that a long recording takes (writing/layout.ts). */
const contextTokens = 8_192

/**
 * With a graphics processor: the best build that is here and finds one, in the order of node-llama-cpp
 * (Metal; CUDA, Vulkan), and the processor's own where none does; as many layers as there is free memory for.
 * Without: the processor's own build, or, since a Mac of Apple's processors has the one for Metal alone, that
 * one with no layer on it.
 */
export function buildsToAskFor({
  isGraphicsAllowed,
  platform = process.platform,
  arch = process.arch,
}: {
  isGraphicsAllowed: boolean
  platform?: NodeJS.Platform
  arch?: string
}): Builds {
  if (isGraphicsAllowed) {
    return { gpu: 'auto', gpuLayers: { fitContext: { contextSize: contextTokens } } }
  }
  return { gpu: platform === 'darwin' && arch === 'arm64' ? 'metal' : false, gpuLayers: 0 }
}

export type WritingProcessor = Omit<GraphicsUse, 'kind' | 'layers'> & {
  kind: 'cpu' | 'gpu'
  layers: number | null
}

let last: WritingProcessor | null = null

/** What the language model worked on last; null before it did. */
export const writingProcessor = (): WritingProcessor | null => last

export function noteWritingProcessor(graphics: GraphicsUse | null): void {
  last = graphics
    ? { kind: 'gpu', name: graphics.name ?? graphics.kind, layers: graphics.layers }
    : { kind: 'cpu', name: null, layers: null }
}
