/**
 * The ways of asking a server for JSON, the strictest first. No server says which it knows; one
 * that refuses a request gets the next form, and what it took is remembered.
 */
import type { Plan } from '../schema-plan.ts'
import { schemaOf } from './plan-schema.ts'

export type AnswerForm = 'schema' | 'plain-schema' | 'json' | 'text'

export const answerForms: readonly AnswerForm[] = ['schema', 'plain-schema', 'json', 'text']

/** The parameters of a form, besides the messages. */
export function formParameters(form: AnswerForm, plan: Plan): Record<string, unknown> {
  switch (form) {
    case 'schema':
      // llama-server and vLLM hand the last parameter to the template of a model that thinks;
      // Ollama and LM Studio ignore it.
      return {
        response_format: schemaFormat(plan),
        chat_template_kwargs: { enable_thinking: false },
      }
    case 'plain-schema':
      return { response_format: schemaFormat(plan) }
    case 'json':
      // `schema` here is llama.cpp's older form, which llama-cpp-python still has.
      return {
        response_format: { type: 'json_object', schema: schemaOf(plan) },
      }
    case 'text':
      return {}
  }
}

function schemaFormat(plan: Plan) {
  const json_schema = { name: 'result', strict: true, schema: schemaOf(plan) }
  return { type: 'json_schema', json_schema }
}
