import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { readMachine, tryGraphics } from './machine.ts'
import { readPrivacy } from './privacy.ts'
import { Machine, Privacy, Storage } from './schema.ts'
import { readStorage } from './storage.ts'

const tags = ['machine']

export function machineRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/machine',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMachine',
        summary: 'This software, what is inside it, and the machine it runs on',
        ...addition,
        tags,
        response: { 200: Data(Machine) },
      },
    },
    async (request) => ok(request, await readMachine(deps, request.caller)),
  )

  app.register(async (scope: App) => {
    takeNoBody(scope)
    tryGraphicsRoute(scope, deps)
  })

  app.get(
    '/v1/storage',
    {
      config: { scope: 'read', concerns: 'installation' },
      schema: {
        operationId: 'getStorage',
        summary: 'What recordings, models and the database take on this disk',
        ...addition,
        description: 'Measured when it is asked for. Needs an admin’s key.',
        tags,
        response: { 200: Data(Storage) },
      },
    },
    async (request) => ok(request, await readStorage(deps, request.caller)),
  )

  app.get(
    '/v1/privacy',
    {
      config: { scope: 'read', errors: ['storage_unavailable'] },
      schema: {
        operationId: 'getPrivacy',
        summary: 'Every way by which anything leaves this machine',
        ...addition,
        description:
          'As it is set up now; nothing else leaves, and nobody is told how the software is ' +
          'used. Needs an admin’s key.',
        tags,
        response: { 200: Data(Privacy) },
      },
    },
    async (request) => ok(request, await readPrivacy(deps, request.caller)),
  )
}

function tryGraphicsRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/machine/try-graphics',
    {
      config: { scope: 'write', concerns: 'installation', audit: null },
      schema: {
        operationId: 'tryGraphics',
        summary: 'Let language models use the graphics processor again',
        ...addition,
        description:
          'After a failure, which `graphics_failure` of the machine tells. Where it fails once ' +
          'more, the analysis is written on the processor all the same. Needs an admin’s key.',
        tags,
        response: { 200: Data(Machine) },
      },
    },
    async (request) => ok(request, await tryGraphics(deps, request.caller)),
  )
}
