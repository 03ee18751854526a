import type { Earshot, Encryption } from 'earshot/client'
import { setTimeout as pause } from 'node:timers/promises'
import { command, group, type Tools } from './command.ts'
import { UsageError } from './errors.ts'
import { confirm, type Io } from './io.ts'
import { operation } from './operation.ts'
import {
  askSecretly,
  passphraseOption,
  readPassphrase,
  type PassphraseOptions,
} from './passphrase.ts'

const variable = 'EARSHOT_PASSPHRASE'

type Beginning = PassphraseOptions & { keychain?: boolean; removeCopies?: boolean; yes?: boolean }

/** earshot encryption … */
export const encryption = group('encryption', 'the library, encrypted where it lies', [
  operation('getEncryption', 'show', 'say whether it is encrypted, and what opens it', {
    lines: toLines,
  }),
  command<Beginning>({
    line: 'on',
    about: 'encrypt it; without the passphrase and the recovery code nobody opens it any more',
    options: [
      ['--keychain', 'let the keychain of the system open it, too'],
      [
        '--remove-copies',
        'delete replaced libraries and exports in the data folder, which stay readable',
      ],
      passphraseOption(),
      ['-y, --yes', 'do not ask'],
    ],
    examples: ['encryption on', 'encryption on --remove-copies'],
    run: async (tools, { keychain, removeCopies, yes, ...given }) => {
      const { io, out } = tools
      if (!yes) await confirm(io, 'Encrypt the library? It is closed for as long as that takes.')
      const passphrase = await readNew(io, given)
      const api = await tools.api()
      const body = {
        passphrase,
        ...(keychain && { use_keychain: true }),
        ...(removeCopies && { remove_readable_copies: true }),
      }
      const { data } = await api.encryptLibrary({ body })
      await untilChanged(tools, api)
      out.result(data, [`Recovery code: ${data.recovery_code}`, ...codeAdvice])
    },
  }),
  command<{ yes?: boolean }>({
    line: 'off',
    about: 'make it readable without a key again',
    options: [['-y, --yes', 'do not ask']],
    run: async (tools, { yes }) => {
      if (!yes) await confirm(tools.io, 'Decrypt the library? Who has its folder can read it then.')
      const api = await tools.api()
      const { data } = await api.decryptLibrary()
      await untilChanged(tools, api)
      tools.out.result(data, ['The library is readable without a key.'])
    },
  }),
  command<PassphraseOptions & { yes?: boolean }>({
    line: 'rekey',
    about: 'give it another key, passphrase and recovery code, and seal everything anew',
    options: [passphraseOption(), ['-y, --yes', 'do not ask']],
    run: async (tools, { yes, ...given }) => {
      const { io, out } = tools
      if (!yes) await confirm(io, 'Rekey the library? It is closed while its database is sealed.')
      const passphrase = await readNew(io, given)
      const api = await tools.api()
      const { data } = await api.rekeyLibrary({ body: { passphrase } })
      await untilChanged(tools, api)
      out.result(data, [
        `Recovery code: ${data.recovery_code}`,
        ...codeAdvice,
        'The recordings follow while the library is open. Backups of before open with what opened them then.',
      ])
    },
  }),
  operation('lockLibrary', 'lock', 'close it until somebody opens it', {
    lines: () => ['The library is locked. earshot encryption unlock opens it.'],
  }),
  command<PassphraseOptions & { recoveryCode?: boolean }>({
    line: 'unlock',
    about: 'open a locked library',
    options: [['--recovery-code', 'with the recovery code'], passphraseOption()],
    examples: ['encryption unlock', 'encryption unlock --recovery-code'],
    run: async (tools, { recoveryCode, ...given }) => {
      const { io, out } = tools
      const body = recoveryCode
        ? { recovery_code: await askSecretly(io, 'Recovery code') }
        : { passphrase: await readPassphrase(io, given, { variable }) }
      const api = await tools.api()
      await api.unlockLibrary({ body })
      out.result(await untilOpen(io, api), ['The library is open.'])
    },
  }),
  command<PassphraseOptions & { keychain?: boolean }>({
    line: 'change',
    about: 'change the passphrase, or whether the keychain opens it; rekey makes another key',
    options: [
      ['--keychain', 'let the keychain open it'],
      ['--no-keychain', 'let it no longer'],
      passphraseOption(),
    ],
    examples: ['encryption change', 'encryption change --no-keychain'],
    run: async ({ io, out, api }, { keychain, ...given }) => {
      const body =
        keychain === undefined
          ? { passphrase: await readNew(io, given) }
          : { use_keychain: keychain }
      const { data } = await (await api()).changeEncryption({ body })
      out.result(data, toLines(data))
    },
  }),
  operation('renewRecoveryCode', 'recovery-code', 'make a new recovery code; the old one ends', {
    lines: ({ recovery_code }) => [`Recovery code: ${recovery_code}`, ...codeAdvice],
  }),
])

const codeAdvice = [
  'Write it down and keep it elsewhere: it opens the library where the passphrase is forgotten.',
  'It is not shown again.',
]

/** Asked twice where somebody types it: a slip would lock them out. */
async function readNew(io: Io, given: PassphraseOptions): Promise<string> {
  const isTyped = !io.env[variable] && given.passphraseFd === undefined
  const passphrase = await readPassphrase(io, given, { variable, question: 'New passphrase' })
  if (isTyped && (await askSecretly(io, 'Once more')) !== passphrase) {
    throw new UsageError('The two are not the same; nothing was changed.')
  }
  return passphrase
}

async function untilChanged({ io, out }: Tools, api: Earshot): Promise<void> {
  const onStep = out.step('library')
  for (;;) {
    // Nobody answers while one takes the place of the other.
    const work = (await api.getEncryption().catch(() => null))?.data.work
    if (work?.status === 'completed') return
    if (work?.status === 'failed') throw new Error(failures[work.error_code ?? 'failed'])
    onStep(steps[work?.action ?? 'encrypt'], work?.progress ?? 0)
    await pause(300, undefined, { signal: io.signal })
  }
}

const steps = { encrypt: 'encrypting', decrypt: 'decrypting', rekey: 'sealing anew' } as const

const failures = {
  insufficient_storage: 'The disk is full; the library is as it was.',
  failed: 'It failed, and the library is as it was; the log says why.',
} as const

async function untilOpen(io: Io, api: Earshot): Promise<Encryption> {
  for (;;) {
    const found = (await api.getEncryption().catch(() => null))?.data
    if (found?.state === 'on') return found
    await pause(200, undefined, { signal: io.signal })
  }
}

const states: Readonly<Record<Encryption['state'], string>> = {
  off: 'The library is not encrypted.',
  on: 'The library is encrypted, and open.',
  locked: 'The library is locked. earshot encryption unlock opens it.',
  changing: 'The library is being changed.',
}

const openers: Readonly<Record<Encryption['opened_by'][number], string>> = {
  passphrase: 'the passphrase',
  recovery_code: 'the recovery code',
  keychain: 'the keychain of this system',
}

const copies: Readonly<Record<Encryption['readable_copies'][number]['kind'], string>> = {
  replaced_library: 'replaced libraries',
  export: 'exports',
}

function toLines({ state, opened_by, recordings, readable_copies }: Encryption): string[] {
  const isPartly = recordings !== null && recordings.encrypted_count < recordings.count
  return [
    states[state],
    ...(opened_by.length > 0
      ? [`It is opened by ${opened_by.map((kind) => openers[kind]).join(', ')}.`]
      : []),
    ...(isPartly
      ? [`${recordings.encrypted_count} of ${recordings.count} recordings are encrypted so far.`]
      : []),
    ...readable_copies.map(
      ({ kind, count }) => `Readable without a key, in the data folder: ${count} ${copies[kind]}.`,
    ),
  ]
}
