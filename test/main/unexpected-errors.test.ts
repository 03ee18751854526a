import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { handleUnexpectedErrors } from '../../main/unexpected-errors.ts'

function given() {
  const events = new EventEmitter()
  const seen: string[] = []
  handleUnexpectedErrors(
    // As far as it is used, a process is an emitter.
    events as unknown as NodeJS.Process,
    {
      log: { info: () => {}, error: (text) => void seen.push(text) },
      show: (error) => void seen.push(`shown: ${error.message}`),
      end: async () => void seen.push('ended'),
    },
  )
  return { events, seen }
}

test('an uncaught exception is logged and shown, and the app ends once', () => {
  const { events, seen } = given()
  events.emit('uncaughtException', new Error('first'))
  events.emit('uncaughtException', new Error('second'))
  expect(seen).toEqual(['uncaught exception', 'shown: first', 'ended', 'uncaught exception'])
})

test('a rejected promise is logged, and the app goes on', () => {
  const { events, seen } = given()
  events.emit('unhandledRejection', new Error('no'))
  expect(seen).toEqual(['unhandled rejection'])
})
