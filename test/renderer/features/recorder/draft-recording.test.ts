import { describe, expect, test } from 'vitest'
import { diskProblem, microphoneProblem } from '../../../../renderer/features/recorder/problem.ts'
import { toLevel } from '../../../../renderer/features/recorder/sound-graph.ts'
import { spaceFor } from '../../../../renderer/features/recorder/space.ts'
import {
  startStopwatch,
  watchSleep,
} from '../../../../renderer/features/recorder/recording-clocks.ts'
import {
  fileNameOf,
  newestSlot,
  type DraftRecording,
} from '../../../../renderer/features/recorder/draft-recording.ts'

const draft: DraftRecording = {
  id: 'a',
  name: 'Call',
  project_id: 'proj_1',
  started_at: '2026-11-22T03:00:00.000Z',
  channels: 1,
  mime_type: 'audio/webm;codecs=opus',
  seconds: 3,
  notes: '',
  line_times: [],
  markers: [],
  is_seekable: false,
  content_id: null,
}

describe('what is known of a draft after a crash', () => {
  const slot = (edition: number) =>
    JSON.stringify({ edition, draft: { ...draft, seconds: edition } })

  test('the newest slot counts, wherever it lies', () => {
    expect(newestSlot([slot(4), slot(5)])?.draft.seconds).toBe(5)
    expect(newestSlot([slot(6), slot(5)])?.draft.seconds).toBe(6)
  })

  test('of a slot that is torn at any place the other is left', () => {
    const torn = slot(6)
    for (let length = 0; length < torn.length; length += 1) {
      expect(newestSlot([slot(5), torn.slice(0, length)])?.edition).toBe(5)
    }
  })

  test('slots of the old layout are still read', () => {
    const { line_times: _, ...take } = draft
    const old = JSON.stringify({ edition: 7, take })
    expect(newestSlot([slot(5), old])).toEqual({ edition: 7, draft })
  })

  test('nothing is made up', () => {
    expect(newestSlot(['', 'null', '7', '{"edition":1}'])).toBeNull()
  })
})

test.each([
  ['Call: Mary / Paul?', 'audio/webm;codecs=opus', 'Call Mary Paul.webm'],
  ['  ', 'audio/webm', 'Recording 2026-11-26 14.05.webm'],
  ['Call at 9:30:15', 'audio/webm', 'Call at 9.30.15.webm'],
  ['Anruf', 'audio/mp4', 'Anruf.m4a'],
  ['通話', 'audio/ogg;codecs=opus', '通話.ogg'],
])('%s as %s is called %s', (name, mime_type, file) => {
  expect(fileNameOf({ name, mime_type, started_at: '2026-11-26T14:05:30' })).toBe(file)
})

test('a stopwatch leaves pauses out', () => {
  let now = 1_000
  const watch = startStopwatch(() => now)
  now += 2
  watch.pause()
  watch.pause()
  now += 60
  expect(watch.seconds()).toBe(2)
  watch.resume()
  watch.resume()
  now += 0.5
  expect(watch.seconds()).toBe(2.5)
})

test('a sleep is where time passes and no sound does; a busy machine is none', () => {
  let [day, sound] = [1_000, 5]
  const look = watchSleep({ day: () => day, sound: () => sound })
  const pass = (seconds: number, captured: number) => {
    day += seconds
    sound += captured
    return look()
  }
  expect(pass(1, 1)).toBeNull()
  expect(pass(4, 0.5)).toBeNull()
  // A hidden window is looked after once a minute.
  expect(pass(60, 60)).toBeNull()
  expect(pass(30.5, 0.5)).toEqual({ missedSeconds: 30, soundSince: 0.5 })
  expect(pass(1, 1)).toBeNull()
})

test('room is told in seconds of two copies, and is short below an hour', () => {
  const hour = 3_600 * 16_000 * 2
  expect(spaceFor({ quota: hour + 10, usage: 10 }, { channels: 2 })).toMatchObject({
    seconds: 3_600,
    isShort: false,
  })
  expect(spaceFor({ quota: hour, usage: 0 }, { channels: 2, bytes: 16_000 }).isShort).toBe(true)
  expect(spaceFor({ quota: 5, usage: 10 }, { channels: 1 }).freeBytes).toBe(0)
})

test('levels are what the ear hears: silence nothing, full scale all, a tenth two thirds', () => {
  expect(toLevel(new Float32Array(64))).toBe(0)
  expect(toLevel(new Float32Array(64).fill(1))).toBe(1)
  expect(toLevel(new Float32Array(64).fill(0.1))).toBeCloseTo(2 / 3)
})

test('each refusal of the browser has its own way out', () => {
  const named = (name: string) => new DOMException('', name)
  expect(microphoneProblem(named('NotAllowedError')).code).toBe('microphone_denied')
  expect(microphoneProblem(named('NotFoundError')).code).toBe('microphone_missing')
  expect(microphoneProblem(named('NotReadableError')).code).toBe('microphone_busy')
  expect(diskProblem(named('QuotaExceededError')).code).toBe('disk_full')
  expect(diskProblem(named('SecurityError')).code).toBe('disk_failed')
})
