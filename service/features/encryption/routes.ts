import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import {
  beginEncryption,
  changeEncryption,
  endEncryption,
  lockLibrary,
  readEncryption,
  rekeyLibrary,
  renewRecoveryCode,
  unlockLibrary,
  type EncryptionDeps,
} from './encryption.ts'
import {
  Encryption,
  EncryptionBegun,
  EncryptionChange,
  NewEncryption,
  NewRecoveryCode,
  Rekeying,
  Unlocking,
} from './schema.ts'

const tags = ['machine']
const here = 'Takes the key of the app and the command line on this machine only.'
const errors = ['encryption_not_possible'] as const

/** Those that are answered while the library is locked, too. */
export function unlockRoutes(app: App, deps: EncryptionDeps): void {
  app.get(
    '/v1/encryption',
    {
      config: { scope: 'read', concerns: 'library' },
      schema: {
        operationId: 'getEncryption',
        summary: 'Whether the library is encrypted, and whether it is open',
        ...addition,
        description:
          'While an encrypted library is locked, the service answers this address and `unlock`, and every ' +
          'other one with 423 `library_locked`. Needs an admin’s key that is not restricted to projects.',
        tags,
        response: { 200: Data(Encryption) },
      },
    },
    async (request) => ok(request, await readEncryption(deps, request.caller)),
  )

  app.post(
    '/v1/encryption/unlock',
    {
      // The log lies in the library, which is closed.
      config: {
        scope: 'write',
        concerns: 'library',
        audit: null,
        errors: [...errors, 'wrong_passphrase'],
      },
      schema: {
        operationId: 'unlockLibrary',
        summary: 'Open a locked library with its passphrase or recovery code',
        ...addition,
        description: `It opens after the answer. ${here}`,
        tags,
        body: Unlocking,
        response: { 202: Data(Encryption) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await unlockLibrary(deps, request.caller, request.body))
    },
  )
}

export function encryptionRoutes(app: App, deps: EncryptionDeps): void {
  unlockRoutes(app, deps)

  app.post(
    '/v1/encryption',
    {
      config: {
        scope: 'write',
        concerns: 'library',
        audit: 'encryption.begun',
        errors: [...errors],
      },
      schema: {
        operationId: 'encryptLibrary',
        summary: 'Encrypt the library where it lies',
        ...addition,
        description:
          'The library closes while its database is encrypted; recordings follow one by one once it is open ' +
          `again. Safe to interrupt. Without the passphrase and the recovery code nobody opens it any more. ${here}`,
        tags,
        body: NewEncryption,
        response: { 202: Data(EncryptionBegun) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await beginEncryption(deps, request.caller, request.body))
    },
  )

  app.patch(
    '/v1/encryption',
    {
      config: {
        scope: 'write',
        concerns: 'library',
        audit: 'encryption.changed',
        errors: [...errors],
      },
      schema: {
        operationId: 'changeEncryption',
        summary: 'Change what opens the library',
        ...addition,
        description:
          'What is encrypted stays as it is: the same library key opens it, and every backup. Whoever has an older ' +
          `copy of the library and its passphrase of then can still open this one; \`rekey\` ends that. ${here}`,
        tags,
        body: EncryptionChange,
        response: { 200: Data(Encryption) },
      },
    },
    async (request) => ok(request, await changeEncryption(deps, request.caller, request.body)),
  )

  app.delete(
    '/v1/encryption',
    {
      config: {
        scope: 'write',
        concerns: 'library',
        audit: 'encryption.ended',
        errors: [...errors],
      },
      schema: {
        operationId: 'decryptLibrary',
        summary: 'Make the library readable without a key again',
        ...addition,
        description: `The library closes meanwhile. ${here}`,
        tags,
        response: { 202: Data(Encryption) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await endEncryption(deps, request.caller))
    },
  )

  app.post(
    '/v1/encryption/rekey',
    {
      config: {
        scope: 'write',
        concerns: 'library',
        audit: 'encryption.rekeyed',
        errors: [...errors],
      },
      schema: {
        operationId: 'rekeyLibrary',
        summary: 'Give the library another key, and seal everything in it anew',
        ...addition,
        description:
          'What opened the library or a copy of it until now opens it no more. The library closes while its ' +
          'database is sealed anew; recordings follow one by one once it is open again. Safe to interrupt. ' +
          'Backups stay as they are: they are restored here without a passphrase, and elsewhere with the ' +
          `passphrase or the recovery code of then. ${here}`,
        tags,
        body: Rekeying,
        response: { 202: Data(EncryptionBegun) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await rekeyLibrary(deps, request.caller, request.body))
    },
  )

  app.post(
    '/v1/encryption/lock',
    {
      config: {
        scope: 'write',
        concerns: 'library',
        audit: 'encryption.locked',
        errors: [...errors],
      },
      schema: {
        operationId: 'lockLibrary',
        summary: 'Close the library until somebody opens it',
        ...addition,
        description: here,
        tags,
        response: { 202: Data(Encryption) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await lockLibrary(deps, request.caller))
    },
  )

  app.post(
    '/v1/encryption/recovery-code',
    {
      config: {
        scope: 'write',
        concerns: 'library',
        audit: 'encryption.recovery_code_renewed',
        errors: [...errors],
      },
      schema: {
        operationId: 'renewRecoveryCode',
        summary: 'Make a new recovery code in the place of the one there was',
        ...addition,
        description: here,
        tags,
        response: { 200: Data(NewRecoveryCode) },
      },
    },
    async (request) => ok(request, await renewRecoveryCode(deps, request.caller)),
  )
}
