import { afterEach, expect, test } from 'vitest'
import { prompts as english } from '../../../renderer/i18n/en/prompts.ts'
import {
  promptName,
  shownPrompt,
  shownText,
  speakerName,
  storedSpeaker,
} from '../../../renderer/ui/own-words.ts'
import { systemPrompts } from '../../../service/features/prompts/system-prompts.ts'
import { labelOf } from '../../../service/features/transcripts/segments.ts'
import { speakAs } from '../../support/page-language.ts'

afterEach(() => speakAs('en'))

test('whom nobody has named is told in the language of the page; given names stay', async () => {
  await speakAs('de')
  const shown = [labelOf(1), 'Mary', 'Speaker Smith'].map(speakerName)
  expect(shown).toEqual(['Sprecher 2', 'Mary', 'Speaker Smith'])
  expect(shown.map(storedSpeaker)).toEqual([labelOf(1), 'Mary', 'Speaker Smith'])
  expect(storedSpeaker('sprecher 2')).toBe(labelOf(1))
})

test('what an analysis wrote has days and speakers as the page shows them', async () => {
  const text = 'Speaker 2 will send Mary the plan by Friday (2026-11-27), not (2026-99-99)'
  expect(shownText(text)).toBe(
    'Speaker 2 will send Mary the plan by Friday (Nov 27, 2026), not (2026-99-99)',
  )
  await speakAs('de')
  expect(shownText('Speaker 2: Freitag (2026-11-27)')).toBe('Sprecher 2: Freitag (27.11.2026)')
})

test('every built-in prompt has its words, and in English those of the service', async () => {
  const own = systemPrompts.map(({ name, description }) => ({ name, description }))
  expect(Object.values(english.builtInNames)).toEqual(own.map(({ name }) => name))
  expect(Object.values(english.builtInTexts)).toEqual(own.map(({ description }) => description))
  await speakAs('de')
  for (const { name, description } of own) {
    const shown = shownPrompt({ type: 'system', name, description })
    expect(shown.description).not.toBe(description)
    expect(shown.name).toBe(promptName(name))
  }
  const custom = { type: 'custom' as const, name: 'Meeting', description: 'Ours' }
  expect(shownPrompt(custom)).toBe(custom)
})
