// What people do at the same time; it runs on a server's database, too, which has locks of its own.
import { expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { givenInvitation } from '../../../support/people.ts'
import { ask, codeOf, minutes, use, useSignInStage, type SignInStage } from './stage.ts'

let app: TestApp
let open: SignInStage['open']
let mailedToken: SignInStage['mailedToken']
useSignInStage((stage) => {
  ;({ app, open, mailedToken } = stage)
})

test('who is invited and signs in twice at the same time is made one member', async () => {
  await givenInvitation(app, { email: 'ann@example.org' })
  const browsers = [open(), open()]
  const tokens: string[] = []
  for (const browser of browsers) {
    await ask(browser, 'ann@example.org')
    tokens.push(await mailedToken())
  }
  const used = await Promise.all(browsers.map((browser, at) => use(browser, tokens[at] ?? '')))
  expect(used.map(({ status }) => status)).toEqual([201, 201])
  expect((await app.call('GET', '/v1/members')).body.data).toHaveLength(2)
})

test('a link works once, for 15 minutes, and of many at the same time one comes in', async () => {
  const browser = open()
  await ask(browser, 'sam@example.org')
  const token = await mailedToken()
  const answers = await Promise.all(Array.from({ length: 8 }, () => use(browser, token)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 403)])
  const late = open()
  await ask(late, 'sam@example.org')
  const second = await mailedToken()
  app.clock.advance(15 * minutes)
  expect(codeOf(await use(late, second))).toEqual([403, 'sign_in_link_invalid'])
  expect(codeOf(await use(late, 'x'))).toEqual([403, 'sign_in_link_invalid'])
})
