import { streamAnswer, type AskStep } from './ask-stream.ts'
import { isAbort, toEarshotError } from './errors.ts'
import { exportTranscript, type ExportedFile, type ExportOptions } from './export.ts'
import { followStream, type StreamOptions } from './event-stream.ts'
import { createClient, createConfig, type Client } from './generated/client/index.ts'
import type {
  Analysis,
  AskLibraryData,
  ContentItem,
  EarshotEvent,
  InsightsItem,
  Transcript,
  Trial,
} from './generated/types.gen.ts'
import { bindOperations, listAll, type Operations } from './operations.ts'
import { createRetryingFetch, pauseFor, type Pause } from './retry.ts'
import { uploadFile, type UploadOptions } from './upload.ts'
import {
  waitForAnalysis,
  waitForInsights,
  waitForTranscript,
  waitForTrial,
  type WaitOptions,
} from './wait.ts'

export { streamAnswer, type AskStep } from './ask-stream.ts'
export { EarshotError, toEarshotError, type ErrorDetail } from './errors.ts'
export {
  exportTranscript,
  type ExportedFile,
  type ExportFormat,
  type ExportOptions,
} from './export.ts'
export type { StreamOptions } from './event-stream.ts'
export { findProject, listAllProjects, type ProjectName } from './find-project.ts'
export { client } from './generated/client.gen.ts'
export * from './generated/sdk.gen.ts'
export type * from './generated/types.gen.ts'
export { contentOrders, type ContentOrder } from './content-orders.ts'
export { isFoundInFolders, mediaTypeOf } from './media-types.ts'
export { readNotice } from './notice-facts.ts'
export { findPlaceholders, placeholderNames } from './prompt-placeholders.ts'
export { listAll, type Operations, type Page } from './operations.ts'
export { partBytes, sendInParts } from './send-parts.ts'
export { pauseFor } from './retry.ts'
export { sendWithRequest } from './send-with-request.ts'
export type { UploadOptions } from './upload.ts'
export type { WaitOptions } from './wait.ts'
export { verifyWebhook } from './webhook.ts'

export type EarshotOptions = {
  /** Where the service answers; by default http://127.0.0.1:4777. */
  baseUrl?: string
  /** `sk_live_…`, or a function that returns it, called before each request. */
  apiKey?: string | (() => string | undefined)
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** A date such as `2026-11-21`; by default the version of the key. */
  apiVersion?: string
  /** How often a request is repeated after 429, 503 or a broken connection; by default 4 times. */
  retries?: number
  /** How to wait between attempts and polls, for tests. */
  pause?: Pause
}

type Recording = { projectId: string; contentId: string }

/** Every operation of /v1 by its operationId, and what takes more than one request. */
export type Earshot = Operations & {
  /** Every item of a list: `for await (const project of earshot.all(earshot.listProjects))`. */
  all: typeof listAll
  /** Uploads a recording in its three steps; resolves to the item, now processing. */
  upload: (
    projectId: string,
    file: Blob & { readonly name?: string },
    options?: UploadOptions,
  ) => Promise<ContentItem>
  /** A transcript as a file: text, subtitles, Markdown, JSON or Word. */
  exportTranscript: (recording: Recording, options: ExportOptions) => Promise<ExportedFile>
  waitForTranscript: (recording: Recording, options?: WaitOptions) => Promise<Transcript>
  waitForAnalysis: (
    analysis: Recording & { analysisId: string },
    options?: WaitOptions,
  ) => Promise<Analysis>
  waitForTrial: (trial: Recording & { trialId: string }, options?: WaitOptions) => Promise<Trial>
  waitForInsights: (
    insights: { projectId: string; insightsId: string },
    options?: WaitOptions,
  ) => Promise<InsightsItem>
  /** A question to all recordings, or to those that it names, answered step by step. */
  streamAnswer: (
    question: AskLibraryData['body'],
    options?: { signal?: AbortSignal },
  ) => AsyncGenerator<AskStep, void, undefined>
  /** Events as they happen; reconnects after the last one. */
  streamEvents: (options?: StreamOptions) => AsyncGenerator<EarshotEvent, void, undefined>
  /** The HTTP client under all operations. */
  client: Client
}

/** A client of Earshot's API. It rejects with EarshotError, and repeats requests where that is safe. */
export function createEarshot(options: EarshotOptions = {}): Earshot {
  const { fetch = globalThis.fetch, retries = 4, pause = pauseFor, apiKey } = options
  const client = createClient(
    createConfig({
      baseUrl: options.baseUrl ?? 'http://127.0.0.1:4777',
      auth: () => (typeof apiKey === 'function' ? apiKey() : apiKey),
      fetch: createRetryingFetch({ fetch, retries, pause }),
      throwOnError: true,
      ...(options.apiVersion && { headers: { 'Api-Version': options.apiVersion } }),
    }),
  )
  client.interceptors.error.use((error, response) =>
    isAbort(error) ? error : toEarshotError(error, response),
  )
  const operations = bindOperations(client)
  const api = { ...operations, fetch, pause }
  return {
    ...operations,
    client,
    all: listAll,
    upload: (projectId, file, more) => uploadFile(api, projectId, file, more),
    exportTranscript: (recording, more) => exportTranscript(client, recording, more),
    waitForTranscript: (recording, more) => waitForTranscript(api, recording, more),
    waitForAnalysis: (analysis, more) => waitForAnalysis(api, analysis, more),
    waitForTrial: (trial, more) => waitForTrial(api, trial, more),
    waitForInsights: (insights, more) => waitForInsights(api, insights, more),
    streamAnswer: (question, more) => streamAnswer(client, question, more),
    streamEvents: (more) => followStream({ client, fetch, pause }, more),
  }
}
