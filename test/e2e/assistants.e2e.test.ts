import { expect, test } from 'vitest'
import { callTool, connectAssistant } from '../support/assistant.ts'
import { givenKey } from '../support/factory.ts'
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

    await page.getByLabel('Assistant', { exact: true }).selectOption('Cursor')
    await page.getByRole('button', { name: 'Copy for Cursor' }).click()
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied.mcpServers.earshot.url).toBe(`${app.baseUrl}/mcp`)

    await page.getByRole('switch', { name: 'Assistants may make changes' }).click()
    const mayWrite = async () =>
      (await app.call('GET', '/v1/org')).body.data.settings.assistants_may_write
    await expect.poll(mayWrite).toBe(true)
    expect(complaints).toEqual([])
    await stop()
  },
)
