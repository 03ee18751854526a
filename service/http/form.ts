import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ApiError, errors } from '../core/errors.ts'
import { isFullDisk } from '../core/full-disk.ts'
import { minute } from '../core/time.ts'
import { readTextsOfBodies, type App } from './server.ts'
import { requireStorable } from './text.ts'

/** What a route does with the bytes of a file as they come; `discard` removes what came of them. */
export type Held = { discard: () => Promise<void> }
export type FormFile<H extends Held> = { filename: string; contentType: string; held: H }

export type FormOptions<H extends Held> = {
  /** The name of the field with the one file. */
  field: string
  /** The longest file. */
  mostBytes: number
  /** @param announcedBytes of the whole form; undefined where the sender does not tell */
  receive: (bytes: Readable, announcedBytes: number | undefined) => Promise<H>
  /** Names of lists that end with `[]`; `name`, `name[0]` and JSON are read as the same list. */
  lists?: readonly string[]
  /** Whether a text is passed over as if it had not been sent. */
  isPassedOver?: (name: string, text: string) => boolean
}

/** Choice: a prompt is the longest text of a form; none of ours has half as many fields. */
const mostFieldBytes = 64 << 10
const mostParts = 50
/** The boundaries, headers and texts around a file. */
const formBytes = 1 << 20
/** A sender that sends nothing for so long is gone. */
const idleMs = minute

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a form (multipart/form-data) and not JSON. */
    form?: true
  }
}

/**
 * For routes whose body is a form with one file, which goes on as it comes and is never collected in
 * memory. The body that the route's schema checks has the texts by their names, a list for a name
 * that ends with `[]`, and the file's name in the place of the file. A text that is sent empty counts
 * as left out, as programs send all fields that they know, and one that is repeated counts once.
 * Whatever becomes of the request, the file is discarded once it is answered or its client is gone.
 * Use it inside a `register` scope of its own.
 */
export async function takeForm<H extends Held>(scope: App, options: FormOptions<H>) {
  const files = new WeakMap<FastifyRequest, FormFile<H>>()
  readTextsOfBodies(scope)
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    limits: { fileSize: options.mostBytes, fieldSize: mostFieldBytes, parts: mostParts },
    isPartAFile,
  })
  scope.addHook('preValidation', async (request, reply) => {
    const body = await readForm(request, options)
    const { file } = body
    if (file) {
      files.set(request, file)
      const discard = () => {
        file.held.discard().catch((error: unknown) => {
          request.log.warn({ err: error }, 'a temporary file was not removed')
        })
      }
      if (reply.raw.destroyed) discard()
      else reply.raw.once('close', discard)
    }
    requireStorable(body.fields)
    request.body = body.fields
  })
  return {
    /** 400 where the form has no file. */
    requireFile: (request: FastifyRequest): FormFile<H> => {
      const file = files.get(request)
      if (file) return file
      const { field } = options
      throw errors.invalid(field, 'invalid', `${field}: send the recording itself, as a file.`)
    },
  }
}

/** Some programs send sound without the name of a file. */
const isPartAFile = (
  _field: string | undefined,
  contentType: string | undefined,
  filename: string | undefined,
): boolean =>
  filename !== undefined || /^(?:audio|video)\/|^application\/octet-stream/i.test(contentType ?? '')

type Fields = Record<string, string | string[]>
type Form<H extends Held> = { fields: Fields; file: FormFile<H> | undefined }

async function readForm<H extends Held>(
  request: FastifyRequest,
  options: FormOptions<H>,
): Promise<Form<H>> {
  const form: Form<H> = { fields: {}, file: undefined }
  if (!request.isMultipart()) return form
  const announcedBytes = requireSize(request, options.mostBytes)
  request.raw.setTimeout(idleMs, () => request.raw.destroy())
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') addField(form.fields, part, options)
      else if (part.fieldname !== options.field || form.file) {
        throw errors.invalid(part.fieldname, 'unknown_field', 'One file is taken, as `file`.')
      } else {
        const filename = part.filename || options.field
        const held = await options.receive(part.file, announcedBytes)
        form.file = { filename, contentType: part.mimetype, held }
        form.fields[options.field] = filename
      }
    }
    return form
  } catch (error) {
    await form.file?.held.discard()
    takeTheRest(request.raw)
    throw toRefusal(error)
  } finally {
    request.raw.setTimeout(0)
  }
}

function requireSize({ headers }: FastifyRequest, mostBytes: number): number | undefined {
  const length = headers['content-length']
  if (length === undefined) return undefined
  if (Number(length) > mostBytes + formBytes) throw tooLarge()
  return Number(length)
}

type Part = { fieldname: string; value: unknown; valueTruncated: boolean }

function addField<H extends Held>(
  fields: Fields,
  { fieldname, value, valueTruncated }: Part,
  { lists = [], isPassedOver }: FormOptions<H>,
): void {
  // A field that says it is JSON arrives parsed.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === '' || isPassedOver?.(fieldname, text)) return
  if (valueTruncated)
    throw errors.invalid(fieldname, 'too_long', `${fieldname} is longer than 64 KB.`)
  const list = fieldname.replace(/(?:\[\d*\])?$/, '[]')
  const isList = lists.includes(list)
  const name = isList ? list : fieldname
  const values = isList ? readList(text) : [text]
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (name.endsWith('[]')) fields[name] = [...new Set([...[known ?? []].flat(), ...values])]
  else if (known === undefined) fields[name] = text
  else if (known !== text) throw errors.invalid(name, 'duplicate', `${name} is sent twice.`)
}

/** The values of a list that is sent in one field: as JSON, or with commas between them. */
function readList(text: string): string[] {
  const inside = /^\[(.*)\]$/s.exec(text.trim())?.[1] ?? text
  return inside.split(',').map((value) => value.trim().replace(/^(["'])(.*)\1$/, '$2'))
}

/** Most clients read their answer only once all is sent. */
function takeTheRest(raw: IncomingMessage): void {
  raw.unpipe()
  raw.resume()
}

const tooLarge = () => new ApiError('payload_too_large', 'A recording may have at most 5 GB.')

/** What the parser throws tells no status of its own, or one that is not in the catalogue. */
function toRefusal(error: unknown): unknown {
  if (error instanceof ApiError || isFullDisk(error)) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  return errors.invalid('body', 'invalid', 'The body is no readable multipart/form-data.')
}
