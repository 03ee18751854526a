import { expect, test } from 'vitest'
import { scriptedTranscriber, spoken } from '../support/engine.ts'
import { givenProject, givenRecording } from '../support/factory.ts'
import { openScriptedPage, recordingPlace } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'

const toStamp = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const event = (title: string, start: Date, ...more: string[]) => [
  'BEGIN:VEVENT',
  `UID:${title}`,
  `DTSTART:${toStamp(start)}`,
  'DURATION:PT1H',
  `SUMMARY:${title}`,
  ...more,
  'END:VEVENT',
]

test.skipIf(!hasChromium)(
  'a calendar is added from a file; its meetings name a recording, offer who speaks, and remind',
  async () => {
    const transcriber = scriptedTranscriber(async () => ({ ...spoken(), durationSeconds: 1_800 }))
    const { app, page, complaints, open, stop } = await openScriptedPage({ transcriber })
    const { id: projectId } = await givenProject(app)
    const start = new Date(Date.now() - 3 * 3_600_000)
    const name = `GMT${toStamp(start).replace('T', '-').replace('Z', '')}_Recording.wav`
    const id = await givenRecording(app, projectId, { filename: name })
    const lines = [
      ...['BEGIN:VCALENDAR', 'X-WR-CALNAME:Work'],
      ...event('Weekly sync', start, 'ATTENDEE;CN=Mary Smith:mailto:mary@example.org'),
      ...event('Stand-up', new Date(start.getTime() - 2_700_000)),
      ...event(
        'Interview',
        new Date(Date.now() - 60_000),
        ...['Mary Smith', 'Ada King'].map((who) => `ATTENDEE;CN=${who}:mailto:${who.length}@x.org`),
      ),
      'END:VCALENDAR',
    ]
    await open('/settings?section=calendars')
    await page.locator('input[type=file]').setInputFiles({
      name: 'work.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(lines.join('\r\n')),
    })
    await page.getByText('from a file · 3 events').waitFor()

    await open(recordingPlace(projectId, id))
    await page.getByRole('heading', { level: 1, name: 'Weekly sync' }).waitFor()
    await page
      .getByRole('button', { name: /^Speaker 1/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: /^Rename/ }).click()
    await page.getByRole('option', { name: 'Mary Smith' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page
      .getByRole('button', { name: /^Mary Smith/ })
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'From your calendar: Weekly sync' }).click()
    await page.getByRole('menuitem', { name: /^Stand-up/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Stand-up' }).waitFor()
    await page.getByRole('button', { name: 'From your calendar: Stand-up' }).click()
    await page.getByRole('menuitem', { name: 'Not this event' }).click()
    await page.getByRole('button', { name: 'Choose an event of your calendar' }).waitFor()

    await page.getByRole('button', { name: 'Record Interview…' }).click()
    const field = page.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => field.inputValue()).toBe('Interview')
    expect(await page.getByRole('region', { name: 'Meetings that begin now' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await stop()
  },
)
