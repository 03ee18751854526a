import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { startMailServer, type MailServer } from '../../../support/mail-server.ts'
import { clearPeople } from '../../../support/people.ts'
import { PublicBrowser, publicEnv } from '../../../support/public-browser.ts'

export const minutes = 60_000

type Answer = Awaited<ReturnType<PublicBrowser['call']>>

export const ask = (browser: PublicBrowser, email: string): Promise<Answer> =>
  browser.call('POST', '/v1/sign-in/links', { body: { email } })
export const use = (browser: PublicBrowser, token: string): Promise<Answer> =>
  browser.call('POST', '/v1/sign-in/links/use', { body: { token } })
export const codeOf = ({ status, body }: Pick<Answer, 'status' | 'body'>): unknown[] => [
  status,
  body.error.code,
]

export type SignInStage = Awaited<ReturnType<typeof openStage>>

/** A service at a public address, and the server of its mails. */
async function openStage() {
  const server: MailServer = await startMailServer()
  const app: TestApp = await startTestApp({ env: publicEnv(server.port) })
  const open = () => new PublicBrowser(app)
  const mailedToken = async (): Promise<string> => {
    await app.idle()
    const texts = server.mails.map(({ email }) => email.text ?? '')
    // An invitation may arrive after it.
    return texts.flatMap((text) => /\/#\/sign-in\/(\w{43})/.exec(text)?.[1] ?? []).at(-1) ?? ''
  }
  return {
    ...{ server, app, open, mailedToken },
    signIn: async (email: string, browser = open()): Promise<PublicBrowser> => {
      expect((await ask(browser, email)).status).toBe(202)
      expect((await use(browser, await mailedToken())).status).toBe(201)
      return browser
    },
  }
}

/** For the tests of a file, each of which finds the owner of the library alone. */
export function useSignInStage(give: (stage: SignInStage) => void): void {
  let stage: SignInStage
  beforeAll(async () => {
    stage = await openStage()
    give(stage)
  })
  beforeEach(async () => {
    const { app, server } = stage
    // Every limit is full again.
    app.clock.jump(60 * minutes)
    await clearPeople(app)
    await app.deps.db.sql.deleteFrom('sign_in_links').execute()
    await app.deps.db.sql.deleteFrom('sessions').execute()
    server.mails.length = 0
  })
  afterAll(async () => {
    await stage.app.stop()
    await stage.server.stop()
  })
}
