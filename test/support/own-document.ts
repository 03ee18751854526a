import { describeService } from '../../service/describe.ts'
import { createAnswerCheck, type AnswerCheck, type Exchange } from './openapi.ts'

let own: Promise<AnswerCheck> | undefined

/** Fails where an answer of this service is not as its own OpenAPI document says. */
export async function checkAnswer(exchange: Exchange): Promise<void> {
  own ??= describeService().then(createAnswerCheck)
  const check = await own
  check(exchange)
}

/** `fetch`, whose answer is held against the document. */
export async function fetchChecked(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init)
  const contentType = response.headers.get('content-type')
  await checkAnswer({
    method: init.method ?? 'GET',
    path: new URL(url).pathname,
    status: response.status,
    contentType,
    // Only JSON is looked into: a recording is left to the test, and a stream does not end.
    text: contentType?.includes('json') ? await response.clone().text() : '',
  })
  return response
}
