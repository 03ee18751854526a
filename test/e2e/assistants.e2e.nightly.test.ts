import OpenAI, { toFile } from 'openai'
import { expect, test } from 'vitest'
import { callTool, connectAssistant } from '../support/assistant.ts'
import { givenKey } from '../support/factory.ts'
import { violationsOf } from './violations.ts'
import { openScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'

test.skipIf(!hasChromium)(
  'Settings tells how to connect an assistant, what it did, and lets it write',
  async () => {
    const { app, page, complaints, open, stop } = await openScriptedPage()
    const key = await givenKey(app, { scopes: ['read'] })
    const client = await connectAssistant(app, { key })
    await callTool(client, 'list_recordings')
    await client.close()
    await open('/settings?section=assistants')
    await page.getByText('An assistant used list_recordings').waitFor()
    await page.getByText('with the key “A key”').waitFor()

    await page.getByLabel('Assistant', { exact: true }).selectOption('Cursor')
    await page.getByRole('button', { name: 'Copy for Cursor' }).click()
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied.mcpServers.earshot.url).toBe(`${app.baseUrl}/mcp`)

    await page.getByRole('switch', { name: 'Assistants may make changes' }).click()
    const mayWrite = async () =>
      (await app.call('GET', '/v1/org')).body.data.settings.assistants_may_write
    await expect.poll(mayWrite).toBe(true)

    await page.getByRole('button', { name: 'Make a key' }).click()
    const apiKey = (await page.getByTestId('secret-value').textContent()) ?? ''
    const baseURL = await page.getByText(/^http.*\/v1$/).textContent()
    const speech = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
    const file = await toFile(Buffer.from('some recorded bytes'), 'call.mp3')
    const { text } = await speech.audio.transcriptions.create({ file, model: 'whisper-1' })
    expect(text).toBe('We will send the contract on Friday.')
    await page.getByLabel('Program', { exact: true }).selectOption('Home Assistant')
    await page.getByText(`api_url: ${baseURL}`).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await stop()
  },
)
