import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { Encryption } from 'earshot/client'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../../renderer/api/query-client.ts'
import {
  ChangeFailure,
  ChangeProgress,
} from '../../../../renderer/features/encryption/change-progress.tsx'
import {
  EncryptionOff,
  FirstRunEncryption,
} from '../../../../renderer/features/encryption/encryption-off.tsx'
import { EncryptionOn } from '../../../../renderer/features/encryption/encryption-on.tsx'
import {
  ChangeForm,
  RekeyForm,
} from '../../../../renderer/features/encryption/passphrase-dialogs.tsx'
import { UnlockForm } from '../../../../renderer/features/encryption/unlock-form.tsx'

const off: Encryption = {
  state: 'off',
  opened_by: [],
  has_keychain: false,
  work: null,
  recordings: null,
  readable_copies: [],
}
const on: Encryption = {
  ...off,
  state: 'on',
  opened_by: ['passphrase', 'recovery_code'],
  recordings: { count: 300, encrypted_count: 12 },
}

function shown(part: ReactNode, known?: Encryption): string {
  const queries = createQueryClient()
  if (known) queries.setQueryData(['encryption'], known)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MantineProvider>{part}</MantineProvider>
    </QueryClientProvider>,
  )
}

const stay = (): void => {}

test('off, it says what encryption protects from and what not', () => {
  const section = shown(<EncryptionOff encryption={off} onClosing={stay} />)
  expect(section).toContain('lost, stolen or given away')
  expect(section).toContain('against somebody who sits at this computer')
  expect(section).toContain('Encrypt the library…')
})

test('on, it tells what opens the library and how far its recordings are', () => {
  const section = shown(<EncryptionOn encryption={on} onClosing={stay} />)
  expect(section).toContain('12 of 300 recordings encrypted')
  expect(section.match(/(?<=<li>)[^<]*/g)).toEqual(['the passphrase', 'the recovery code'])
  for (const action of [
    'Lock now',
    'Change the passphrase…',
    'New key…',
    'New recovery code…',
    'Decrypt…',
  ]) {
    expect(section).toContain(action)
  }
})

test('changing the passphrase and making a new key say what they do and what they do not', () => {
  const changing = shown(<ChangeForm onDone={stay} />)
  expect(changing).toContain('Nothing is encrypted anew.')
  expect(changing).toContain('can use them to open this library, too')
  const rekeying = shown(<RekeyForm onDone={stay} onCancel={stay} />)
  expect(rekeying).toContain('no older copy opens this library any more')
  expect(rekeying).toContain('Backups and replaced libraries stay as they are')
})

test('the keychain is offered where there is one, and can be left where there was one', () => {
  const label = 'role="switch"'
  const withKeychain = { ...on, has_keychain: true }
  const usedElsewhere: Encryption = { ...on, opened_by: ['passphrase', 'keychain'] }
  const section = (encryption: Encryption) =>
    shown(<EncryptionOn encryption={encryption} onClosing={stay} />)
  expect(section(on)).not.toContain(label)
  expect(section(withKeychain)).toContain(label)
  expect(section(usedElsewhere)).toContain('data-checked="true"')
})

test('copies that stay readable are told once the library is encrypted', () => {
  const copies: Encryption['readable_copies'] = [
    { kind: 'replaced_library', count: 2, size_bytes: 1_200_000_000 },
    { kind: 'export', count: 1, size_bytes: 300_000_000 },
  ]
  const section = shown(
    <EncryptionOn encryption={{ ...on, readable_copies: copies }} onClosing={stay} />,
  )
  expect(section).toContain('2 replaced libraries (1.2 GB)')
  expect(section).toContain('1 export (300 MB)')
})

test('while the library changes, it says that nothing is lost', () => {
  const work = { action: 'encrypt', status: 'running', progress: 0.4, error_code: null } as const
  const screen = shown(<ChangeProgress work={work} />)
  expect(screen).toContain('value="40"')
  expect(screen).toContain('nothing is lost if the computer is switched off')
  expect(screen).toContain('recordings follow one by one')
  expect(shown(<ChangeProgress work={{ ...work, action: 'decrypt' }} />)).not.toContain('follow')
})

test('a change that failed says why, and that the code is worth nothing', () => {
  const work = { action: 'encrypt', status: 'failed', progress: 0.4 } as const
  const full = shown(
    <ChangeFailure work={{ ...work, error_code: 'insufficient_storage' }} isLater={false} />,
  )
  expect(full).toContain('The disk is full. The library is as it was.')
  expect(full).toContain('Throw it away.')
  const rekey = { ...work, action: 'rekey', error_code: 'failed' } as const
  expect(shown(<ChangeFailure work={rekey} isLater={false} />)).toContain('Throw it away.')
  const other = { ...work, action: 'decrypt', error_code: 'failed' } as const
  const decrypting = shown(<ChangeFailure work={other} isLater />)
  expect(decrypting).toContain('The last attempt to decrypt the library failed.')
  expect(decrypting).not.toContain('Throw it away.')
})

test('one field opens a locked library, with the other way beside it', () => {
  const form = shown(<UnlockForm isChanging={false} />)
  expect(form.match(/<input/g)).toHaveLength(1)
  expect(form).toContain('type="password"')
  expect(form).toContain('Use the recovery code instead')
})

test('the first steps offer it in a line, and only where it can be told', () => {
  const line = <FirstRunEncryption onClosing={stay} />
  expect(shown(line)).not.toContain('encrypt')
  expect(shown(line, off)).toContain('Encrypt the library…')
  expect(shown(line, on)).toContain('The library is encrypted.')
  expect(shown(line, on)).not.toContain('Encrypt the library…')
})
