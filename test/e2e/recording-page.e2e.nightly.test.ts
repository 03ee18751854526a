import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transcription, Waveform } from '../../service/engine/engine.ts'
import { longConversation } from '../support/conversation.ts'
import { scriptedTranscriber } from '../support/engine.ts'
import { givenProject, givenRecording } from '../support/factory.ts'
import { makeWav, sine } from '../support/sound.ts'
import { photographPage } from './photograph-page.ts'
import { openScriptedPage, recordingPlace, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// The player with its picture of the recording: by pointer, by key, and what it remembers.

const seconds = 600

/** A hundred lines of six seconds each; nobody speaks from 60 s to 120 s, and both do in the first. */
function longCall(): Transcription {
  const { segments, ...call } = longConversation(seconds / 6)
  const isSaid = ({ start }: { start: number }) => start < 58 || start > 121
  const overlaps = [{ start: 2, end: 4, speaker: 1 }]
  const said = segments.filter(isSaid).map((one) => (one.start < 2 ? { ...one, overlaps } : one))
  return { ...call, durationSeconds: seconds, segments: said }
}

const isQuiet = (time: number) => time >= 60 && time < 120
const drawn: Waveform = {
  secondsPerPeak: 0.5,
  peaks: [Array.from({ length: seconds * 2 }, (_, at) => (isQuiet(at / 2) ? 0 : 20 + (at % 80)))],
  quiet: [{ start: 60, end: 120 }],
}

/** Every colour of the left part of a picture, as the page's own canvas reads it. */
const coloursOf = (page: Page, picture: Buffer, share: number): Promise<string[]> =>
  page.evaluate(
    async ([bytes, part]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width * part, image.height)
      const colours = new Set<string>()
      for (let at = 0; at < data.length; at += 4) {
        colours.add([...data.slice(at, at + 3)].join(' '))
      }
      return [...colours]
    },
    [Array.from(picture), share] as const,
  )

/** The value of a colour of tokens.css, as `coloursOf` writes it. */
const valueOf = (page: Page, name: string): Promise<string> =>
  page.evaluate((property) => {
    const element = document.createElement('i')
    element.style.color = `var(${property})`
    document.body.append(element)
    const { color } = getComputedStyle(element)
    element.remove()
    return color.replace(/[^\d ]/g, '')
  }, name)

describe.skipIf(!hasChromium)('a recording is listened to', () => {
  let ui: ScriptedPage
  let page: Page
  let place = ''
  const position = () => page.getByRole('slider', { name: 'Position' })
  const at = () =>
    page.locator('video').evaluate((media) => Number(Reflect.get(media, 'currentTime')))
  const isPaused = () => page.locator('video').evaluate((media) => Reflect.get(media, 'paused'))

  beforeAll(async () => {
    const transcriber = scriptedTranscriber(async (_request, options) => {
      await options.onWaveform?.(drawn)
      return longCall()
    })
    ui = await openScriptedPage({ transcriber })
    page = ui.page
    const { id } = await givenProject(ui.app)
    const bytes = new Uint8Array(makeWav({ rate: 8_000, bits: 8 }, seconds, sine(200, 0.1)))
    const recording = await givenRecording(ui.app, id, { bytes })
    const notes = { text: '', markers: [{ at_seconds: 300, label: 'Price' }] }
    await ui.app.call('PUT', `/v1/projects/${id}/content/${recording}/notes`, { body: notes })
    place = recordingPlace(id, recording)
    await ui.open(place)
    await position().waitFor()
  })
  afterAll(() => ui?.stop())

  test('the picture is drawn, and everybody can use the screen', async () => {
    await expect.poll(() => position().getAttribute('aria-valuetext')).toBe('0:00 of 10:00')
    await page.locator('[data-scheme] canvas').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('who speaks at the same time is told, and plays from there', async () => {
    const line = page.locator('[data-segment]').first()
    const note = line.getByRole('button', { name: /at the same time: play from 0:02$/ })
    expect(await note.textContent()).toBe('Speaker 2 at the same time')
    await photographPage(page, 'overlap')
    await note.click()
    expect(await at()).toBeGreaterThanOrEqual(2)
    await page.locator('video').evaluate((media) => Reflect.get(media, 'pause').call(media))
    await page.keyboard.press('Home')
  })

  test('a click on the picture goes there, keys go on from there, and so does the text', async () => {
    const box = await position().boundingBox()
    if (!box) throw new Error('the picture has no place')
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
    expect(await at()).toBeGreaterThan(440)
    expect(await at()).toBeLessThan(460)
    const before = await at()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('l')
    await page.keyboard.press('j')
    await page.keyboard.press('PageUp')
    expect(await at()).toBeCloseTo(before + 5 + 30, 0)
    await page.locator('[aria-current=true][data-segment]').waitFor()
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2)
    await page.locator('[data-side]', { hasText: /^(4:59|5:00|5:01)$/ }).waitFor()
    await page.keyboard.press('Home')
    expect(await at()).toBe(0)
  })

  test('a marked moment stands in the picture, and its name leads there', async () => {
    await page.getByRole('button', { name: 'Go to 5:00: Price' }).click()
    expect(await at()).toBe(300)
    await page.getByRole('button', { name: 'Mark the current moment' }).click()
    await page.getByRole('button', { name: 'Go to the mark at 5:00' }).waitFor()
    await position().fill('0')
  })

  test('what was played keeps the colours of who spoke', async () => {
    await position().fill('300')
    const played = await coloursOf(page, await position().screenshot(), 0.45)
    for (const name of ['--speaker-1', '--speaker-2']) {
      expect(played).toContain(await valueOf(page, name))
    }
    await position().fill('0')
  })

  test('space plays from the picture, too; < and > change the speed; ? tells all keys', async () => {
    await position().focus()
    await page.keyboard.press('Space')
    await expect.poll(isPaused).toBe(false)
    await page.keyboard.press('k')
    await expect.poll(isPaused).toBe(true)
    await page.keyboard.press('>')
    expect(await page.getByLabel('Speed').inputValue()).toBe('1.25')
    await page.keyboard.press('<')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Play or pause').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('silence is skipped where that is wished, and what it saved is told', async () => {
    await page.keyboard.press('s')
    expect(await page.getByRole('switch', { name: 'Skip silence' }).isChecked()).toBe(true)
    await position().fill('60')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(at).toBeGreaterThan(119)
    // A busy machine begins to skip a little later.
    await page.getByText(/^(?:5\d|60) s saved$/).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
  })

  test('the text follows, lets go when somebody scrolls, and can be taken up again', async () => {
    const text = page.getByRole('region', { name: 'Transcript text' })
    await position().fill('300')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    const current = text.locator('[aria-current=true]')
    await current.waitFor()
    await text.hover()
    await page.mouse.wheel(0, -20_000)
    const follow = page.getByRole('button', { name: 'Follow playback' })
    await follow.waitFor()
    await current.waitFor({ state: 'detached' })
    await follow.click()
    await current.waitFor()
    await page.mouse.wheel(0, 20_000)
    await follow.waitFor()
    await position().fill('180')
    await follow.waitFor({ state: 'detached' })
    await page.keyboard.press('k')
  })

  test('who comes back goes on where it was, in the same way', async () => {
    const left = Math.round(await at())
    await page.getByRole('button', { name: 'Hide the side column' }).click()
    await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'detached' })
    await ui.open(place)
    await expect.poll(async () => Math.abs((await at()) - left)).toBeLessThan(2)
    await expect
      .poll(() => page.getByRole('switch', { name: 'Skip silence' }).isChecked())
      .toBe(true)
    await page.getByRole('button', { name: 'Show the side column' }).click()
    await page.getByRole('region', { name: 'Analysis' }).waitFor()
    await ui.open(`${place}?at=42`)
    await expect.poll(at).toBe(42)
    expect(ui.complaints).toEqual([])
  })

  test('on a screen without keys of its own ? tells those that work everywhere', async () => {
    await ui.open('/queue')
    await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Search and commands').first().waitFor()
    expect(await dialog.getByText('Play or pause').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
  })
})
