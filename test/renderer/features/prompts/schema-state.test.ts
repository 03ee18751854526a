import { expect, test } from 'vitest'
import { newField } from '../../../../renderer/features/prompts/schema-draft.ts'
import {
  hasNameFault,
  schemaFrom,
  schemaReducer,
} from '../../../../renderer/features/prompts/schema-state.ts'

const withFields = (...names: string[]) => {
  const state = schemaFrom('')
  const draft = { ...state.draft, fields: names.map(newField) }
  return schemaReducer(state, { do: 'draft', draft })
}

test('no text is an empty list of fields, and an empty list of fields is no text', () => {
  expect(schemaFrom('  ')).toMatchObject({ view: 'fields', draft: { fields: [] } })
  const one = withFields('price')
  expect(JSON.parse(one.text)).toMatchObject({ properties: { price: { type: 'string' } } })
  expect(schemaReducer(one, { do: 'draft', draft: { ...one.draft, fields: [] } }).text).toBe('')
})

test('two fields of one name keep the last text, until they differ', () => {
  const one = withFields('price')
  const fields = [...(one.draft.fields ?? []), newField('price')]
  const two = schemaReducer(one, { do: 'draft', draft: { ...one.draft, fields } })
  expect(hasNameFault(two)).toBe(true)
  expect(two.text).toBe(one.text)
  // The JSON shown has no such fault.
  expect(hasNameFault(schemaReducer(two, { do: 'view', view: 'json' }))).toBe(false)
})

test('what is written as JSON appears as fields; what fields cannot show stays JSON', () => {
  const json = schemaReducer(withFields('price'), { do: 'view', view: 'json' })
  const written = schemaReducer(json, {
    do: 'text',
    text: '{"type":"object","properties":{"until":{"type":"string"}}}',
  })
  const fields = schemaReducer(written, { do: 'view', view: 'fields' })
  expect(fields.draft.fields?.map(({ name }) => name)).toEqual(['until'])
  expect(fields.text).toBe(written.text)
  const broken = schemaReducer(json, { do: 'text', text: '{"type":' })
  expect(schemaReducer(broken, { do: 'view', view: 'fields' })).toMatchObject({
    view: 'json',
    text: '{"type":',
    isOnlyJson: true,
  })
  expect(schemaFrom('["no object"]').view).toBe('json')
})
