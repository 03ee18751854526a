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

test('a shared database needs a key that all processes have, and a role needs such a database', () => {
  const database = { EARSHOT_DATABASE_URL: 'postgresql://earshot:secret@db.example.org/earshot' }
  expect(() => readConfig(database)).toThrow('EARSHOT_DATABASE_URL needs EARSHOT_KEY_FILE')
  expect(() => readConfig({ EARSHOT_ROLE: 'api' })).toThrow('EARSHOT_ROLE=api needs')
  expect(() => readConfig({ EARSHOT_ROLE: 'boss' })).toThrow('EARSHOT_ROLE must be one of')
  expect(() => readConfig({ EARSHOT_DATABASE_URL: 'mysql://db' })).toThrow('must be postgresql://')
  const env = { ...database, EARSHOT_KEY_FILE: '/run/secrets/earshot', EARSHOT_ROLE: 'worker' }
  expect(readConfig(env)).toMatchObject({ role: 'worker', databaseConnections: 10 })
  expect(readConfig({})).toMatchObject({ role: 'all', databaseUrl: null, keyFile: null })
})
