import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import {
  changePrompt,
  createPrompt,
  listPrompts,
  readPrompt,
  removePrompt,
  listVersions,
} from './prompts.ts'
import { describeFields } from './built-in.ts'
import {
  FieldsRequest,
  NewPrompt,
  Prompt,
  PromptFields,
  PromptChange,
  PromptVersion,
} from './schema.ts'

const tags = ['prompts']
const params = Type.Object({ promptId: Type.String() })

export function promptRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/prompts',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listPrompts',
        summary: 'System and custom prompts, newest first',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Prompt) },
      },
    },
    async (request) => page(request, await listPrompts(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/prompts',
    {
      config: { scope: 'write', audit: 'prompt.created' },
      schema: {
        operationId: 'createPrompt',
        summary: 'Create a custom prompt',
        tags,
        body: NewPrompt,
        response: { 201: Data(Prompt) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(ok(request, await createPrompt(deps, request.caller, request.body))),
  )

  app.get(
    '/v1/prompts/:promptId',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getPrompt',
        summary: 'One prompt',
        tags,
        params,
        response: { 200: Data(Prompt) },
      },
    },
    async (request) => ok(request, await readPrompt(deps, request.caller, request.params.promptId)),
  )

  app.patch(
    '/v1/prompts/:promptId',
    {
      config: { scope: 'write', audit: 'prompt.updated', errors: ['resource_protected'] },
      schema: {
        operationId: 'updatePrompt',
        summary: 'Change the given fields of a custom prompt',
        tags,
        params,
        body: PromptChange,
        response: { 200: Data(Prompt) },
      },
    },
    async (request) => {
      const {
        caller,
        body,
        params: { promptId },
      } = request
      return ok(request, await changePrompt(deps, caller, promptId, body))
    },
  )

  app.delete(
    '/v1/prompts/:promptId',
    {
      config: {
        scope: 'write',
        audit: 'prompt.deleted',
        errors: ['resource_protected', 'prompt_in_use'],
      },
      schema: {
        operationId: 'deletePrompt',
        summary: 'Delete a custom prompt',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removePrompt(deps, request.caller, request.params.promptId)),
  )

  versionsRoute(app, deps)
  fieldsRoute(app, deps)
}

function fieldsRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/prompts/fields',
    {
      config: { scope: 'read', audit: null },
      schema: {
        operationId: 'describePromptFields',
        summary: 'Which fields of an answer the built-in analyser fills',
        description:
          'An addition of ours. Nothing is saved: a prompt that is still being written is described, ' +
          'as the built-in analyser itself would fill it. An outer field comes before those in it.',
        tags,
        body: FieldsRequest,
        response: { 200: Data(PromptFields) },
      },
    },
    async (request) => ok(request, describeFields(deps, request.body)),
  )
}

function versionsRoute(app: App, deps: Deps): void {
  app.get(
    '/v1/prompts/:promptId/versions',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listPromptVersions',
        summary: 'Every text and schema that a prompt had, newest first',
        description:
          'An addition of ours. To return to an earlier one, update the prompt with its template ' +
          'and schema: that makes a new version, and nothing is lost. Versions go with the prompt.',
        tags,
        params,
        querystring: PagingQuery,
        response: { 200: Page(PromptVersion) },
      },
    },
    async (request) => {
      const { caller, params: at, query } = request
      return page(request, await listVersions(deps, caller, at.promptId, query))
    },
  )
}
