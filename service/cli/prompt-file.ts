import { readFile } from 'node:fs/promises'
import type { PromptChange } from 'earshot/client'

/** Where a prompt's fields come from, as the options below give it. */
export type PromptFile = {
  name?: string
  description?: string
  schema?: string
  file?: string
  resultLanguage?: string
}

/** For what is written into a result, and in which language. */
export const promptFields = [
  ['--schema <file>', 'JSON Schema of the result; "none" for free text'],
  ['--result-language <code>', 'of the result, as en or de; "speech" for that of the speech'],
] as const

/** The language of a result as a body has it; `speech` is the word that stands for null. */
export const toResultLanguage = (code: string | undefined) =>
  code === undefined ? {} : { result_language: code === 'speech' ? null : code }

/** The fields of a prompt that a file and the options name. */
export async function readPrompt(options: PromptFile): Promise<PromptChange> {
  const { file, schema, name, description, resultLanguage } = options
  const text = file === undefined ? undefined : await readFile(file, 'utf8')
  return {
    ...(text !== undefined && (file?.endsWith('.json') ? toObject(text) : { template: text })),
    ...(schema === 'none' && { output_schema: null }),
    ...(schema && schema !== 'none' && { output_schema: toObject(await readFile(schema, 'utf8')) }),
    ...toResultLanguage(resultLanguage),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
}

function toObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('The file holds no JSON object.')
  return { ...value }
}
