import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNightly } from '../support/nightly.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { openSettings } from './page.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsByNight } from './violations.ts'

const byNight = test.skipIf(!isNightly)

describe.skipIf(!hasChromium)('webhooks', () => {
  let receiver: Receiver
  let ui: ScriptedPage
  let page: Page
  let secret = ''

  beforeAll(async () => {
    receiver = await startReceiver()
    const allowed = { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1,::1' }
    ui = await openScriptedPage({ webhookAuthorities: [receiver.authority] }, allowed)
    page = ui.page
    await openSettings(page, 'Webhooks')
  })
  afterAll(async () => {
    await ui?.stop()
    await receiver?.stop()
  })

  const deliveries = () => page.getByRole('list', { name: 'Deliveries' })
  const rows = () =>
    deliveries()
      .getByRole('listitem')
      .filter({ has: page.locator('[aria-expanded]') })

  test('an endpoint is made; its events are explained, its secret is shown once', async () => {
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(receiver.url('/hook'))
    await dialog.getByLabel('A project was created').check()
    const host = new URL(receiver.url()).host
    await dialog.getByText(`leaves this machine and goes to ${host}.`).waitFor()
    await dialog.getByLabel('Send the result along').check()
    expect.soft(await violationsByNight(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    secret = await dialog.getByTestId('secret-value').innerText()
    expect(secret).toMatch(/^whsec_/)
    expect.soft(await violationsByNight(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(secret)
  })

  test('an event is delivered: its payload, its headers and its attempt are there', async () => {
    await ui.app.call('POST', '/v1/projects', { body: { name: 'Calls' } })
    await receiver.received(1)
    await page.getByText(`What was said goes to ${new URL(receiver.url()).host}`).waitFor()
    await page.getByRole('link', { name: receiver.url('/hook') }).click()
    await deliveries().getByText('Delivered').waitFor()
    await deliveries().getByText('A project was created').click()
    await deliveries().getByText('"name": "Calls"').waitFor()
    await deliveries().getByText('answer 200').first().waitFor()
    await deliveries().getByText('content-type: application/json').waitFor()
    await page.getByText('As sent').click()
    const sent = await deliveries().getByRole('region', { name: 'Payload' }).innerText()
    expect(sent).toBe(receiver.requests[0]?.body.toString())
    expect.soft(await violationsByNight(page)).toEqual([])
  })

  test('what arrived is pasted and verified, without the secret leaving the page', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.getByRole('link', { name: 'Check what arrived' }).click()
    await page.getByRole('heading', { level: 1, name: 'Check a delivery' }).waitFor()
    const { headers, body } = receiver.requests[0] ?? { headers: {}, body: Buffer.alloc(0) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    await page.getByRole('textbox', { name: 'Headers' }).fill(lines.join('\n'))
    await page.getByRole('textbox', { name: 'Body' }).fill(body.toString())
    await page.getByLabel('Signing secret', { exact: true }).fill(secret)
    await page.getByText('Verified: it was signed with this secret').waitFor()
    await page.getByText(`It is the current secret of ${receiver.url('/hook')}.`).waitFor()
    expect.soft(await violationsByNight(page)).toEqual([])
    expect(asked.filter((text) => text.includes(secret.slice(6)))).toEqual([])
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    )
    expect(kept).not.toContain(secret.slice(6))
  })

  byNight('a changed character, another secret and a missing header are told apart', async () => {
    const sent = receiver.requests[0]?.body.toString() ?? ''
    await page.getByRole('textbox', { name: 'Body' }).fill(sent.replace('Calls', 'Cells'))
    await page.getByText('“alls"').waitFor()
    await page.getByText('Not verified: a receiver must reject it.').waitFor()
    expect.soft(await violationsByNight(page)).toEqual([])
    await page
      .getByRole('textbox', { name: 'Body' })
      .fill(JSON.stringify(JSON.parse(sent), null, 2))
    await page.getByText('parsed and written again').waitFor()
    await page.getByRole('textbox', { name: 'Body' }).fill(sent)
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await page.getByLabel('Signing secret', { exact: true }).fill(other)
    await page.getByText('this is another secret, or an old one').waitFor()
    await page.getByRole('textbox', { name: 'Headers' }).fill('webhook-id: evt_1')
    await page.getByText('Missing: webhook-timestamp, webhook-signature.').waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByText('Fill in the three fields').waitFor()
    expect.soft(await violationsByNight(page)).toEqual([])
  })

  test('a receiver that fails is told in words, and once it is mended it is sent again', async () => {
    receiver.behave('/hook', { status: 500, body: 'out of order' })
    await page.goBack()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await deliveries().getByText('Given up').waitFor()
    await deliveries().getByText('The receiver answered 500, not 2xx.').first().click()
    await deliveries().getByText('out of order').waitFor()
    expect.soft(await violationsByNight(page)).toEqual([])
    receiver.behave('/hook', { status: 200, body: 'thanks' })
    await page.getByRole('button', { name: 'Send again' }).click()
    await rows().first().getByText('Delivered').waitFor()
    await rows().first().getByText('thanks').waitFor()
    await page.getByLabel('State', { exact: true }).selectOption('exhausted')
    await expect.poll(() => rows().count()).toBe(1)
    expect(page.url()).toContain('status=exhausted')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Event', { exact: true }).selectOption('project.created')
    await expect.poll(() => rows().getByText('A project was created').count()).toBe(1)
  })

  byNight(
    'an example of an event that the endpoint is told arrives, and says that it is a test',
    async () => {
      const before = receiver.requests.length
      await page.getByRole('button', { name: 'Send an example of an event' }).click()
      const choices = page.getByRole('menuitem')
      await choices.first().waitFor()
      expect.soft(await violationsByNight(page)).toEqual([])
      expect(await choices.allInnerTexts()).toEqual([
        'A transcript is ready',
        'A project was created',
      ])
      await choices.last().click()
      await receiver.received(before + 1)
      const sent = JSON.parse(String(receiver.requests.at(-1)?.body))
      expect(sent).toMatchObject({ event: 'project.created', is_test: true })
    },
  )

  test('the list says how the latest deliveries went', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
    // The example of by night is one of them.
    await page.getByText(isNightly ? '3 of 4 arrived' : '2 of 3 arrived').waitFor()
    await page.getByText('1 given up').waitFor()
    expect.soft(await violationsByNight(page)).toEqual([])
    expect(ui.complaints).toEqual([])
  })
})
