import type { Page } from 'playwright'
import { de } from '../../renderer/i18n/de/de.ts'
import { en } from '../../renderer/i18n/en/en.ts'

type Walked = { reached: number; unreached: string[]; unmarked: string[] }

/**
 * Walks the main part of the screen by Tab; answers what it does not reach and what does not show
 * that it has the focus.
 */
export async function walkByTab(page: Page): Promise<Walked> {
  const count = await page.evaluate(watchFocus)
  for (let presses = 0; presses < count; presses++) await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const { wanted, unmarked } = Reflect.get(window, 'walk') as Walk // made by watchFocus
    const unreached = [...wanted.keys()].filter(
      (element) => element.isConnected && wanted.get(element) === false,
    )
    const reached = [...wanted.values()].filter(Boolean).length
    return { reached, unreached: unreached.map(describe), unmarked: [...unmarked] }

    function describe(element: Element): string {
      return element.outerHTML.slice(0, 160)
    }
  })
}

type Walk = { wanted: Map<Element, boolean>; unmarked: Set<string> }

/** Runs in the page: says how often to press Tab to have been everywhere in main. */
function watchFocus(): number {
  const main = document.querySelector<HTMLElement>('main')
  if (!main) return 0
  const tabbable =
    'a[href],button,input,select,textarea,summary,[tabindex]:not([tabindex="-1"]),[contenteditable=true]'
  const isWanted = (element: HTMLElement): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled, [type=file], [type=hidden]') &&
    element.closest('[inert]') === null
  const elements = [...main.querySelectorAll<HTMLElement>(tabbable)].filter(isWanted)
  // Of radio buttons one is reached by Tab, the others by arrows.
  const groups = new Set<string>()
  const wanted = new Map<Element, boolean>()
  for (const element of elements) {
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      if (groups.has(element.name)) continue
      groups.add(element.name)
      continue
    }
    wanted.set(element, false)
  }
  const around = (element: Element): Element[] =>
    [element, element.parentElement, element.nextElementSibling, element.closest('label')].filter(
      (one) => one !== null,
    )
  const look = (element: Element): string =>
    around(element)
      .map((one) => {
        const style = getComputedStyle(one)
        return `${style.outline}|${style.boxShadow}|${style.borderColor}|${style.backgroundColor}`
      })
      .join()
  const before = new Map(elements.map((element) => [element, look(element)]))
  const unmarked = new Set<string>()
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    if (wanted.has(target)) wanted.set(target, true)
    const calm = before.get(target)
    if (calm !== undefined && look(target) === calm) unmarked.add(target.outerHTML.slice(0, 160))
  })
  Reflect.set(window, 'walk', { wanted, unmarked })
  main.focus()
  // Fields of a day have a stop for each of their parts, and so have regions that scroll.
  const days = elements.filter((element) => element.matches('[type=date]')).length
  return elements.length + days * 3 + 8
}

/** By how many pixels the page has to be scrolled sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What of a screen in German is English: a text of ours, or a sentence with an English word. */
export async function englishOn(page: Page, data: readonly string[]): Promise<string[]> {
  const shown = new Set(await page.evaluate(readTexts))
  const without = (text: string) => data.reduce((rest, word) => rest.replaceAll(word, ''), text)
  return [...shown].filter((text) => isEnglish(without(text).trim()))
}

/** Runs in the page: what is read or heard of it. */
function readTexts(): string[] {
  const found: string[] = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof HTMLElement) || node.closest('code, pre, script, style')) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      found.push(node.getAttribute(name) ?? '')
    }
    if (!node.checkVisibility()) continue
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) found.push(child.textContent ?? '')
    }
  }
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

function isEnglish(text: string): boolean {
  return englishTexts.has(text) || englishWords.test(text)
}

// Words that German has not.
const englishWords =
  /\b(the|and|of|with|this|that|these|is|are|your|from|has|have|been|it|you|will|when|which|yet)\b/i

const leaves = (value: unknown, key = ''): [string, string][] =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value ?? {}).flatMap(([name, inner]) => leaves(inner, `${key}/${name}`))

const german = new Map(leaves(de))
const germanTexts = new Set(german.values())
const englishTexts = new Set(
  leaves(en)
    .filter(([key, text]) => german.get(key) !== text && !germanTexts.has(text))
    .map(([, text]) => text),
)
