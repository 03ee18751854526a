import { generate } from 'selfsigned'

export type Certificate = { key: string; cert: string }
export type CertificateKind = 'good' | 'expired' | 'wrong-name' | 'unknown-authority'

let authority: Promise<Certificate> | undefined

/** The authority of this test run; trusted only where a test passes its `cert`. */
export function testAuthority(): Promise<Certificate> {
  authority ??= makeAuthority()
  return authority
}

async function makeAuthority(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'Earshot test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { key: made.private, cert: made.cert }
}

/** A server certificate for localhost and one address, or one with the named fault. */
export async function makeCertificate(
  kind: CertificateKind,
  ip = '127.0.0.1',
): Promise<Certificate> {
  const ca = kind === 'unknown-authority' ? await makeAuthority() : await testAuthority()
  const isWrong = kind === 'wrong-name'
  const names = isWrong
    ? [{ type: 2 as const, value: 'elsewhere.example' }]
    : [
        { type: 2 as const, value: 'localhost' },
        { type: 2 as const, value: '*.example.com' },
        { type: 7 as const, ip },
      ]
  const made = await generate([{ name: 'commonName', value: 'Earshot test receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: names },
    ],
    ...(kind === 'expired' && {
      notBeforeDate: new Date('2020-01-01T00:00:00Z'),
      notAfterDate: new Date('2020-02-01T00:00:00Z'),
    }),
  })
  return { key: made.private, cert: made.cert }
}
