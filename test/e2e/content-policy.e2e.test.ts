import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'

/** What an injected text could try, each run inside the page; `about` is the rule that stops it. */
const violations: Record<string, { rule: string; code: string }> = {
  'a script in the page': {
    rule: 'script-src-elem',
    code: `const s = document.createElement('script'); s.textContent = 'window.broken = 1'; document.head.append(s)`,
  },
  'a script of another origin': {
    rule: 'script-src-elem',
    code: `const s = document.createElement('script'); s.src = 'http://127.0.0.1:9/x.js'; document.head.append(s)`,
  },
  'a script as data': {
    rule: 'script-src-elem',
    code: `const s = document.createElement('script'); s.src = 'data:text/javascript,window.broken=1'; document.head.append(s)`,
  },
  'text run as code': {
    rule: 'script-src',
    code: `try { Function('window.broken = 1')() } catch {}`,
  },
  'a handler in an attribute': {
    rule: 'script-src-attr',
    code: `const d = document.createElement('div'); d.setAttribute('onclick', 'window.broken = 1'); document.body.append(d); d.click()`,
  },
  'a link that is a script': {
    rule: 'script-src-elem',
    code: `const a = document.createElement('a'); a.href = 'javascript:window.broken=1'; document.body.append(a); a.click()`,
  },
  'a style element without the nonce': {
    rule: 'style-src-elem',
    code: `const s = document.createElement('style'); s.textContent = 'body{display:none}'; document.head.append(s)`,
  },
  'a style in an attribute': {
    rule: 'style-src-attr',
    code: `document.body.insertAdjacentHTML('beforeend', '<p style="position:fixed">x</p>')`,
  },
  'a style sheet of another origin': {
    rule: 'style-src-elem',
    code: `const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'http://127.0.0.1:9/x.css'; document.head.append(l)`,
  },
  'an image of another origin': {
    rule: 'img-src',
    code: `new Image().src = 'http://127.0.0.1:9/x.png'`,
  },
  'sound of another origin': {
    rule: 'media-src',
    code: `const a = document.createElement('audio'); a.src = 'http://127.0.0.1:9/x.mp3'; a.load()`,
  },
  'a font of another origin': {
    rule: 'font-src',
    code: `new FontFace('x', 'url(http://127.0.0.1:9/x.woff2)').load().catch(() => {})`,
  },
  'a call to another origin': {
    rule: 'connect-src',
    code: `fetch('http://127.0.0.1:9/').catch(() => {})`,
  },
  'a beacon to another origin': {
    rule: 'connect-src',
    code: `navigator.sendBeacon('http://127.0.0.1:9/', 'x')`,
  },
  'a socket to another origin': {
    rule: 'connect-src',
    code: `try { new WebSocket('ws://127.0.0.1:9/') } catch {}`,
  },
  'a frame': {
    rule: 'frame-src',
    code: `const f = document.createElement('iframe'); f.src = 'http://127.0.0.1:9/'; document.body.append(f)`,
  },
  'a worker of text': {
    rule: 'worker-src',
    code: `try { new Worker(URL.createObjectURL(new Blob(['1']))) } catch {}`,
  },
  'another base for all links': {
    rule: 'base-uri',
    code: `const b = document.createElement('base'); b.href = 'http://127.0.0.1:9/'; document.head.append(b)`,
  },
  'a form sent elsewhere': {
    rule: 'form-action',
    code: `const f = document.createElement('form'); f.action = 'http://127.0.0.1:9/'; document.body.append(f); f.submit()`,
  },
  'an object': {
    rule: 'object-src',
    code: `const o = document.createElement('object'); o.data = 'http://127.0.0.1:9/'; document.body.append(o)`,
  },
}

describe.skipIf(!hasChromium)('the content policy of the page (reliability.md E-2)', () => {
  let ui: ScriptedPage
  beforeAll(async () => {
    ui = await openScriptedPage()
    await ui.page.getByRole('navigation').waitFor()
  })
  afterAll(() => ui?.stop())

  test('the page itself breaks no rule, dialogs and their styles included', async () => {
    const { page, complaints } = ui
    await ui.open('/projects')
    await page.getByRole('button', { name: 'New project' }).first().click()
    await page.getByLabel('Name').waitFor()
    const dialog = page.getByRole('dialog')
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
    const lacking = await page.evaluate(
      () => [...document.querySelectorAll('style')].filter((style) => !style.nonce).length,
    )
    expect(lacking).toBe(0)
  })

  test('the frame is painted before the code of the app, in the chosen look', async () => {
    const page = await ui.page.context().newPage()
    await page.route(/\/assets\/index-.*\.js/, (route) => route.abort())
    await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
    await page.goto(`${ui.app.baseUrl}/app/`)
    const frame = page.locator('.starting')
    expect(await frame.textContent()).toBe('Earshot')
    const colour = await frame.evaluate((shown) => getComputedStyle(shown).backgroundColor)
    expect(colour).toBe('rgb(21, 24, 26)')
    await page.close()
  })

  test.each(Object.entries(violations))('%s is blocked', async (_name, { rule, code }) => {
    const told = ui.page.evaluate(
      (wanted) =>
        new Promise<string[]>((resolve) => {
          const rules: string[] = []
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            rules.push(effectiveDirective)
            if (effectiveDirective === wanted) resolve(rules)
          })
          setTimeout(() => resolve(rules), 5_000)
        }),
      rule,
    )
    // Later than the call that brings it in: for the time of that call the rule on eval is lifted.
    await ui.page.evaluate(`setTimeout(() => { ${code} }, 50)`)
    expect(await told).toContain(rule)
    expect(await ui.page.evaluate(() => Reflect.get(globalThis, 'broken'))).toBeUndefined()
  })
})
