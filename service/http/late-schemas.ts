import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/** What Fastify calls; it reads the reasons of a refusal from the function itself. */
type Validator = ((data: unknown) => boolean) & { errors: ErrorObject[] | null }

/**
 * Compilers that build the code of a schema when it is first used: all routes together take 0.8 s
 * of processor time, which was most of a start. test/service/http/authorization.test.ts calls each
 * operation, so that none waits broken.
 */
export const validateLate =
  (choose: (httpPart: string | undefined) => Ajv): FastifySchemaCompiler<object> =>
  ({ schema, httpPart }) => {
    let built: ValidateFunction | undefined
    const validate: Validator = (data) => {
      built ??= choose(httpPart).compile(schema)
      // A promise only for schemas marked $async, of which there are none.
      const isValid = built(data) === true
      validate.errors = built.errors ?? null
      return isValid
    }
    validate.errors = null
    return validate
  }

export const serializeLate: FastifySerializerCompiler<object> = ({ schema }) => {
  let built: ReturnType<typeof fastJsonStringify> | undefined
  return (data) => {
    built ??= fastJsonStringify(schema)
    return built(data)
  }
}
