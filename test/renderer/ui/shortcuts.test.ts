import { expect, test } from 'vitest'
import { asksForHelp } from '../../../renderer/ui/shortcuts.ts'

const key = { key: '?', ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false }
const inside = (isTyping: boolean) => ({ closest: () => (isTyping ? {} : null) })

test('a question mark asks for the help, but not where it is typed or meant otherwise', () => {
  expect(asksForHelp(key, inside(false))).toBe(true)
  expect(asksForHelp(key, null)).toBe(true)
  expect(asksForHelp(key, inside(true))).toBe(false)
  expect(asksForHelp({ ...key, key: '!' }, null)).toBe(false)
  expect(asksForHelp({ ...key, ctrlKey: true }, null)).toBe(false)
  expect(asksForHelp({ ...key, defaultPrevented: true }, null)).toBe(false)
})
