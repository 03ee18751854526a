import { beforeEach, expect, test, vi } from 'vitest'
import { parseNotice, showNotice } from '../../main/notices.ts'
import { createLog } from '../../service/core/log.ts'
import { notifyByShell, type Notice } from '../../service/notify/notify.ts'
import { made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

beforeEach(() => {
  made.notifications.length = 0
})

const notice: Notice = {
  kind: 'delivery_exhausted',
  title: 'Webhook delivery to hooks.example.com failed',
  body: 'content.created could not be delivered and is not tried again.',
  link: '/app/#/webhooks/wh_1',
}

test('a notice becomes a notification; its click opens the page it is about', () => {
  const opened: (string | null)[] = []
  showNotice({ ...notice, path: '/webhooks/wh_1' }, (link) => void opened.push(link))
  const [notification] = made.notifications
  expect(notification?.options).toEqual({ title: notice.title, body: notice.body })
  expect(notification?.isShown).toBe(true)
  notification?.emit('click')
  expect(opened).toEqual(['/webhooks/wh_1'])
})

test('what a service in the shell says is what the shell reads', () => {
  const posted: unknown[] = []
  const parentPort = { postMessage: (message: unknown) => void posted.push(message) }
  notifyByShell({ parentPort }, createLog('silent')).owner(notice)
  const { title, body } = notice
  expect(posted.map(parseNotice)).toEqual([{ title, body, path: '/webhooks/wh_1' }])
})

test('without a shell there is the log alone', () => {
  expect(() => notifyByShell(process, createLog('silent')).owner(notice)).not.toThrow()
})

test('only pages of the app are opened from a notification', () => {
  for (const link of ['https://evil.example.com/', '//x', '/app/../x', 7]) {
    expect(parseNotice({ type: 'notice', notice: { ...notice, link } })?.path).toBeNull()
  }
})

test('a transcript that is ready is quiet: not for a person who looks at the app', () => {
  const ready = { ...notice, kind: 'transcript_ready' }
  expect(parseNotice({ type: 'notice', notice: ready })).toMatchObject({ isQuiet: true })
  expect(parseNotice({ type: 'notice', notice })).not.toHaveProperty('isQuiet')
})
