import { Type, type Static } from 'typebox'
import { encryptionFailures } from '../../encryption/host.ts'
import { Nullable, StringEnum } from '../../http/shapes.ts'

const passphrase = (description: string) =>
  Type.String({
    description,
    minLength: 8,
    maxLength: 1_000,
    examples: ['seven otters cross the old bridge'],
  })

const RecoveryCode = Type.String({
  description: 'Opens the library where the passphrase is forgotten. Told once; write it down.',
  examples: ['7K3M-Q9TD-0VXE-4HZB-R2NA-8CYW'],
})

export const Encryption = Type.Object(
  {
    state: StringEnum(['off', 'on', 'locked', 'changing'], {
      description:
        'locked: encrypted, and closed until somebody opens it; changing: it is being opened or closed, or `work` runs',
    }),
    opened_by: Type.Array(StringEnum(['passphrase', 'recovery_code', 'keychain']), {
      description: 'What opens the library',
    }),
    has_keychain: Type.Boolean({
      description: 'Whether the system’s keychain can open the library without a passphrase',
    }),
    work: Nullable(
      Type.Object(
        {
          action: StringEnum(['encrypt', 'decrypt', 'rekey']),
          status: StringEnum(['running', 'completed', 'failed']),
          progress: Nullable(Type.Number({ description: 'From 0 to 1', examples: [0.4] })),
          error_code: Nullable(StringEnum(encryptionFailures)),
        },
        { description: 'The change that runs, or the last one since the process started' },
      ),
    ),
    recordings: Nullable(
      Type.Object(
        {
          count: Type.Integer({ examples: [312] }),
          encrypted_count: Type.Integer({ examples: [312] }),
        },
        {
          description:
            'After the database, recordings are encrypted one by one while the library is open, after a rekey ' +
            'with their new keys. ' +
            'Null where it is not encrypted or not open.',
        },
      ),
    ),
    readable_copies: Type.Array(
      Type.Object({
        kind: StringEnum(['replaced_library', 'export']),
        count: Type.Integer({ examples: [1] }),
        size_bytes: Type.Integer({ format: 'int64', examples: [8_192_000_000] }),
      }),
      {
        description:
          'What else in the data folder holds recordings or words, and can be read without the key',
      },
    ),
  },
  { title: 'Encryption' },
)
export type Encryption = Static<typeof Encryption>

export const NewEncryption = Type.Object(
  {
    passphrase: passphrase('Opens the library from now on. It is not kept.'),
    use_keychain: Type.Optional(
      Type.Boolean({ description: 'Lets the system’s keychain open the library, too' }),
    ),
    remove_readable_copies: Type.Optional(
      Type.Boolean({
        description: 'Deletes `readable_copies` for good, once the library is encrypted',
      }),
    ),
  },
  { additionalProperties: false, title: 'EncryptionInput' },
)
export type NewEncryption = Static<typeof NewEncryption>

export const EncryptionBegun = Type.Object(
  { recovery_code: RecoveryCode, encryption: Encryption },
  { title: 'EncryptionBegun' },
)
export type EncryptionBegun = Static<typeof EncryptionBegun>

export const EncryptionChange = Type.Object(
  {
    passphrase: Type.Optional(passphrase('In the place of the one there was')),
    use_keychain: Type.Optional(
      Type.Boolean({ description: 'Whether the system’s keychain opens the library' }),
    ),
  },
  { additionalProperties: false, minProperties: 1, title: 'EncryptionChange' },
)
export type EncryptionChange = Static<typeof EncryptionChange>

export const Rekeying = Type.Object(
  { passphrase: passphrase('Opens the library from now on; it may be the one of before') },
  { additionalProperties: false, title: 'Rekeying' },
)
export type Rekeying = Static<typeof Rekeying>

export const NewRecoveryCode = Type.Object(
  { recovery_code: RecoveryCode },
  { title: 'NewRecoveryCode' },
)

const typed = (description: string, example: string) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength: 1_000, examples: [example] }))

export const Unlocking = Type.Object(
  {
    passphrase: typed('One of the two is needed', 'seven otters cross the old bridge'),
    recovery_code: typed('In any case and spacing', '7K3M-Q9TD-0VXE-4HZB-R2NA-8CYW'),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    examples: [{ passphrase: 'seven otters cross the old bridge' }],
    title: 'Unlocking',
  },
)
export type Unlocking = Static<typeof Unlocking>
