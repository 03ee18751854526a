import { expect, test } from 'vitest'
import { usualPromptOfPerson } from '../../../../renderer/features/projects/usual-prompt.ts'

const prompts = (chosen: string) => [
  { id: 'p1', name: 'Sales call', type: 'system' as const, is_default: chosen === 'p1' },
  { id: 'p2', name: 'Meeting', type: 'system' as const, is_default: false },
  { id: 'p3', name: 'Ours', type: 'custom' as const, is_default: chosen === 'p3' },
]

test('a project of a person is about meetings until somebody chose another default', () => {
  expect(usualPromptOfPerson(prompts('p1'))).toBe('p2')
  expect(usualPromptOfPerson(prompts('p3'))).toBeNull()
  expect(usualPromptOfPerson([])).toBeNull()
})
