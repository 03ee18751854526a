import { expect, test } from 'vitest'
import { readConfig } from '../../service/config.ts'

test('mail is off, and the owner is nobody’s address, unless told otherwise', () => {
  const { smtpUrl, owner, mailFrom } = readConfig({})
  expect(smtpUrl).toBeNull()
  expect(owner).toEqual({ email: 'owner@localhost', name: null })
  expect(mailFrom).toBe('Earshot <owner@localhost>')
})

test.each(['smtp://mail.example.org', 'smtps://user:p%40ss@mail.example.org:465'])(
  '%s is the address of a mail server',
  (smtpUrl) => expect(readConfig({ EARSHOT_SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl),
)

test.each(['https://mail.example.org', 'mail.example.org:25', 'smtp://', 'smtp://u:50%@host'])(
  '%s is none, and says so before anything starts',
  (smtpUrl) => {
    expect(() => readConfig({ EARSHOT_SMTP_URL: smtpUrl })).toThrow('EARSHOT_SMTP_URL must be')
  },
)

test('every problem is listed at once', () => {
  const env = { EARSHOT_SMTP_URL: 'x', EARSHOT_OWNER_EMAIL: 'nobody', EARSHOT_PORT: '-1' }
  const message = /EARSHOT_PORT.*EARSHOT_SMTP_URL.*EARSHOT_OWNER_EMAIL/
  expect(() => readConfig(env)).toThrow(message)
})
