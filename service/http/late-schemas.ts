import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { dropNulls } from './absent-values.ts'

/** What Fastify calls; it reads the reasons of a refusal from the function itself. */
type Validator = ((data: unknown) => boolean) & { errors: ErrorObject[] | null }

/** What was built of a schema, by its text: several servers in one process build it once. */
const serializers = new Map<string, ReturnType<typeof fastJsonStringify>>()

/**
 * Compilers that build the code of a schema when it is first used: all routes together take 0.8 s
 * of processor time, which was most of a start. test/service/http/authorization.test.ts calls each
 * operation, so that none waits broken. `textParts` arrive as text.
 */
export const validateLate =
  (
    compile: Compiler,
    readTexts: (schema: object, values: unknown) => void,
    textParts: readonly string[],
  ): FastifySchemaCompiler<object> =>
  ({ schema, httpPart }) => {
    let built: ValidateFunction | undefined
    const validate: Validator = (data) => {
      built ??= compile(schema)
      if (textParts.includes(httpPart ?? '')) readTexts(schema, data)
      if (httpPart === 'body') dropNulls(schema, data)
      // A promise only for schemas marked $async, of which there are none.
      const isValid = built(data) === true
      validate.errors = built.errors ?? null
      return isValid
    }
    validate.errors = null
    return validate
  }

type Compiler = (schema: object) => ValidateFunction

/** Compiles each schema once, known again by its text. */
export function compileOnce(ajv: Ajv): Compiler {
  const built = new Map<string, ValidateFunction>()
  return (schema) => getOrMake(built, JSON.stringify(schema), () => ajv.compile(schema))
}

export const serializeLate: FastifySerializerCompiler<object> = ({ schema }) => {
  let built: ReturnType<typeof fastJsonStringify> | undefined
  return (data) => {
    built ??= getOrMake(serializers, JSON.stringify(schema), () => fastJsonStringify(schema))
    return built(data)
  }
}

function getOrMake<Value>(made: Map<string, Value>, key: string, make: () => Value): Value {
  const value = made.get(key) ?? make()
  made.set(key, value)
  return value
}
