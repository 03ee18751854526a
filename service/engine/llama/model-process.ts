/**
 * The language-model process: no database, no network, no secrets. It receives a model and jobs,
 * one at a time, and ends with its parent.
 */

import { getLlama, InsufficientMemoryError, LlamaLogLevel, type Llama } from 'node-llama-cpp'

import { answerRequest } from '../answer-request.ts'
import { JobError } from '../../core/errors.ts'
import { verifyModel } from '../models/catalogue.ts'
import { lowerPriority } from '../processes/process-priority.ts'
import type { LoadedModel } from './context.ts'
import { addPackages } from './module-hooks.ts'
import { buildsToAskFor, type GraphicsUse } from './graphics.ts'
import type { FromChild, ToChild } from './protocol.ts'
import { measureSpeed } from './measure-speed.ts'
import { toAnsweringModel } from './local-model.ts'
import { watchParent } from './parent-watch.ts'

type Job = Extract<ToChild, { type: 'write' | 'measure' }>

const running = new Map<number, AbortController>()
let loaded: Promise<LoadedModel> | null = null

function tell(message: FromChild): void {
  // The channel closes with the parent, and this process then exits by itself.
  if (process.connected) process.send?.(message)
}

async function load(job: Extract<ToChild, { type: 'load' }>): Promise<LoadedModel> {
  await verifyModel(job.modelPath, job.sha256).catch((error: unknown) => {
    if (error instanceof JobError) throw error
    throw new JobError('model_missing', 'The language model’s file cannot be read.')
  })
  if (job.graphics) addPackages(job.graphics.packagesFolder)
  const { gpu, gpuLayers } = buildsToAskFor({ isGraphicsAllowed: job.graphics !== null })
  const llama = await getLlama({
    gpu,
    build: 'never',
    progressLogs: false,
    skipDownload: true,
    // More threads would spin against each other and against other work on the machine.
    maxThreads: job.threads,
    logLevel: LlamaLogLevel.error,
    logger: (_level, message) => void process.stderr.write(`${message}\n`),
  })
  const graphics = gpuLayers === 0 ? null : await graphicsOf(llama)
  tell({ type: 'processor', graphics })
  const model = await llama
    .loadModel({ modelPath: job.modelPath, gpuLayers })
    .catch((error: unknown) => {
      // On a graphics processor its driver may be at fault; the processor tells whether the file is.
      if (graphics || error instanceof InsufficientMemoryError) throw error
      throw new JobError('model_missing', unreadable)
    })
  const layers = model.gpuLayers
  if (graphics) tell({ type: 'processor', graphics: layers > 0 ? { ...graphics, layers } : null })
  return { llama, model, threads: job.threads, context: null }
}

const unreadable =
  'The language model’s file is whole, but cannot be read: it is of a kind that this version does not know, or no ' +
  'language model. Choose another one on the Models page.'

/** A build for graphics processors may find none, such as that for Vulkan where a program stands in for one. */
async function graphicsOf(llama: Llama): Promise<GraphicsUse | null> {
  const { gpu } = llama
  if (gpu === false || !llama.supportsGpuOffloading) return null
  const [name = null] = await llama.getGpuDeviceNames()
  return { kind: gpu, name, layers: 0 }
}

async function work(job: Job): Promise<void> {
  const { id } = job
  const controller = new AbortController()
  running.set(id, controller)
  // The load failure was already reported and ends this process.
  const model = await loaded?.catch(() => null)
  if (!model) return
  try {
    const { signal } = controller
    const onProgress = (fraction: number) => tell({ type: 'progress', id, fraction })
    if (job.type === 'measure') {
      return tell({ type: 'measured', id, ...(await measureSpeed(model, { signal, onProgress })) })
    }
    const onChunk = () => tell({ type: 'chunk', id })
    const options = { ...job.limits, signal, onProgress, onChunk }
    const written = await answerRequest(toAnsweringModel(model), job.request, options)
    tell({ type: 'written', id, ...written })
  } catch (error) {
    const failure = controller.signal.aborted
      ? new JobError('cancelled', 'The analysis was cancelled.')
      : toJobError(error)
    tell({ type: 'failed', id, code: failure.code, message: failure.message })
  } finally {
    running.delete(id)
  }
}

function toJobError(error: unknown): JobError {
  if (error instanceof JobError) return error
  if (error instanceof InsufficientMemoryError) {
    return new JobError('out_of_memory', 'There is not enough free memory for this model.')
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`)
  return new JobError('engine_crashed', 'The language model failed.')
}

function onMessage(message: ToChild): void {
  if (message.type === 'cancel') running.get(message.id)?.abort()
  else if (message.type !== 'load') void work(message)
  else {
    loaded = load(message)
    loaded.then(
      () => tell({ type: 'ready' }),
      (error: unknown) => {
        const { code, message: text } = toJobError(error)
        tell({ type: 'load-failed', code, message: text })
      },
    )
  }
}

watchParent()
lowerPriority()
process.once('disconnect', () => process.exit(0))
// The parent is llama.ts in this repository, so its messages have this type.
process.on('message', (message) => onMessage(message as ToChild))
