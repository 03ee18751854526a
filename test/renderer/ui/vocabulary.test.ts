import { expect, test } from 'vitest'
import { languageChoices } from '../../../renderer/ui/languages.ts'
import { modelChoices } from '../../../renderer/ui/model-choices.ts'
import { mergeTerms, parseTerms } from '../../../renderer/ui/vocabulary.ts'

test('a list is read with or without spellings, bullets and blank lines', () => {
  const text =
    '- Kubernetes: cuber netes, cooper nettis\r\n\n• Mary Smith\nEarshot => ear shot\nA\tB,C\n:x'
  expect(parseTerms(text)).toEqual([
    { term: 'Kubernetes', heard_as: ['cuber netes', 'cooper nettis'] },
    { term: 'Mary Smith', heard_as: [] },
    { term: 'Earshot', heard_as: ['ear shot'] },
    { term: 'A', heard_as: ['B', 'C'] },
  ])
})

test('what is known of a term twice is joined', () => {
  expect(
    mergeTerms(
      [{ term: 'Earshot', heard_as: ['ear shot'] }],
      [
        { term: 'earshot', heard_as: ['ear shot', 'air shot'] },
        { term: 'Mary', heard_as: [] },
      ],
    ),
  ).toEqual([
    { term: 'Earshot', heard_as: ['ear shot', 'air shot'] },
    { term: 'Mary', heard_as: [] },
  ])
})

test('languages are chosen by name, each once', () => {
  const choices = languageChoices()
  expect(choices).toContainEqual({ value: 'de', label: 'German' })
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
  expect(choices.filter(({ value, label }) => value === label)).toEqual([])
})

test('models that are here come first, with the speed that was measured', () => {
  const model = {
    ...{ object: 'model' as const, created: 0, owned_by: 'earshot' },
    kind: 'speech-to-text' as const,
    languages: ['multilingual'],
    bytes: 59_000_000,
    memory_bytes: 1,
    recommended_ram_bytes: 1,
    sha256: '',
    licence: 'MIT',
    is_default: false,
    speed: 'fast',
    quality: 'good',
    is_removable: false,
    project_count: 0,
    writing_speed: null,
    state: {
      status: 'missing' as const,
      received_bytes: 0,
      fraction: 0,
      bytes_per_second: null,
      verified_at: null,
      problem: null,
    },
    fits: { verdict: 'good' as const, reason: '' },
  }
  expect(
    modelChoices([
      { ...model, id: 'b', name: 'Big', is_installed: false, measured_speed: null },
      {
        ...model,
        id: 's',
        name: 'Small',
        is_installed: true,
        measured_speed: { times_real_time: 11.44, recordings: 3 },
      },
    ]),
  ).toEqual([
    { value: 's', label: 'Small – 11.4× real time here, good quality', disabled: false },
    { value: 'b', label: 'Big – not installed, 59.0 MB', disabled: true },
  ])
})
