export type StreamMessage = { id: string | null; event: string; data: string }
export type StreamReading = { messages: StreamMessage[]; lastId: string | null; retryMs: number }

/**
 * Reads `text/event-stream` piece by piece (WHATWG HTML, 9.2.6). It also notes the id of a block
 * without data: the service says with one where a stream begins.
 */
export function createEventReader(reading: StreamReading): (text: string) => void {
  let rest = ''
  let block: { event: string; data: string[] } = { event: '', data: [] }
  const take = (line: string) => {
    if (line === '') return finish()
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') block.event = value
    if (name === 'data') block.data.push(value)
    if (name === 'id' && !value.includes('\0')) reading.lastId = value
    if (name === 'retry' && /^\d+$/.test(value)) reading.retryMs = Number(value)
  }
  const finish = () => {
    const { event, data } = block
    block = { event: '', data: [] }
    if (data.length === 0) return
    const name = event || 'message'
    reading.messages.push({ id: reading.lastId, event: name, data: data.join('\n') })
  }
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}
