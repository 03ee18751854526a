import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { toEarshotError } from './errors.ts'
import type { Client } from './generated/client/index.ts'
import type { AskLibraryData, AskResult } from './generated/types.gen.ts'

/** What comes while a question is answered: the quotes at once, then the answer, and last the whole result. */
export type AskStep =
  | { event: 'quotes'; data: Pick<AskResult, 'quotes' | 'searched_by' | 'filters'> }
  | { event: 'answer'; data: Pick<AskResult, 'answer' | 'is_found' | 'model_used'> }
  | { event: 'done'; data: AskResult }

/** Asks all recordings, those of `project_id`, or the one of `content_id`; leaving the loop ends the work. */
export async function* streamAnswer(
  client: Client,
  body: AskLibraryData['body'],
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<AskStep, void, undefined> {
  const { data, response } = await client.post<
    Record<200, ReadableStream<Uint8Array>>,
    unknown,
    true,
    'fields'
  >({
    url: '/v1/ask',
    security: [{ scheme: 'bearer', type: 'http' }],
    headers: { accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body,
    parseAs: 'stream',
    throwOnError: true,
    ...(signal && { signal }),
  })
  for await (const { event, data: text } of readMessages(data)) {
    const value: unknown = JSON.parse(text)
    if (event === 'error') throw toEarshotError(value, response)
    const step = { event, data: value } as AskStep // what the service documents
    yield step
    if (step.event === 'done') return
  }
  throw toEarshotError(null, undefined)
}

async function* readMessages(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(decoder.decode(part.value, { stream: true }))
      yield* messages.splice(0)
    }
  } finally {
    // Breaking out of the loop closes the connection, too.
    await reader.cancel().catch(() => undefined)
  }
}
