import type { Operation } from './openapi-document.ts'

/** Operations whose body or answer is a recording, not JSON; a route shape cannot say so. */
export function describeBytes(operation: Operation, which: 'request' | 'response'): void {
  if (which === 'request') {
    operation.requestBody = { required: true, content: { 'application/octet-stream': {} } }
    return
  }
  const content = { 'audio/*': {}, 'video/*': {} }
  operation.responses = {
    200: { description: 'The whole recording', content },
    206: { description: 'The range asked for', content },
    304: { description: 'The copy at hand is still the same' },
  }
}
