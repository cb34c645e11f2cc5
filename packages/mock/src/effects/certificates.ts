import { loadX509 } from './decoratedLibraries.ts'

type X509 = typeof import('@peculiar/x509')

/** The authority of a machine: its certificate, which clients trust, and its key, which signs those of servers. */
export interface Authority {
  /** PEM. */
  readonly certificate: string
  /** PEM, of PKCS #8. */
  readonly key: string
}

/** A certificate by which a server proves its names, and its key. */
export interface ServerCertificate {
  /** PEM: the server's own certificate, and then those of whoever has signed it. */
  readonly cert: string
  /** PEM. */
  readonly key: string
  /** From when on another one should replace it. @default never */
  readonly renewAt?: Date | undefined
}

const dayMs = 86_400_000
const authorityDays = 3650
/** An authority that ends sooner is replaced, so that nobody who trusts it is surprised while working. */
const authorityReserveDays = 90
const serverDays = 30
const serverReserveDays = 10
/** Machines whose clocks are late accept the certificate, too. */
const startsBeforeMs = dayMs

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }

/**
 * Creates an authority, which signs certificates of servers and nothing else.
 *
 * @param owner - Whose it is: the person who looks through a list of authorities reads it.
 */
export async function createAuthority(owner: string, now = new Date()): Promise<Authority> {
  const x509 = await loadX509()
  const keys = await createKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['Latchkey local authority'] }, { O: [owner] }],
    ...validFor(authorityDays, now),
    keys,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, key: await pemOf(x509, keys.privateKey) }
}

/**
 * Whether an authority can still be used.
 *
 * @throws Error when it is not in PEM
 */
export async function isLasting({ certificate }: Authority, now = new Date()): Promise<boolean> {
  const { X509Certificate } = await loadX509()
  return new X509Certificate(certificate).notAfter.getTime() - now.getTime() > authorityReserveDays * dayMs
}

/**
 * Issues a certificate for a server, with a key of its own.
 *
 * @param names - Names and addresses of the server. IPv6 has no brackets.
 * @throws Error when the authority is not in PEM
 */
export async function issueCertificate(
  authority: Authority,
  names: readonly string[],
  now = new Date(),
): Promise<ServerCertificate> {
  const x509 = await loadX509()
  const issuer = new x509.X509Certificate(authority.certificate)
  const keys = await createKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [names[0] ?? 'localhost'] }],
    issuer: issuer.subjectName,
    ...validFor(serverDays, now),
    publicKey: keys.publicKey,
    signingKey: await signingKeyOf(x509, authority),
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isAddress(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  })
  return {
    cert: `${certificate.toString('pem')}\n${authority.certificate}`,
    key: await pemOf(x509, keys.privateKey),
    renewAt: new Date(now.getTime() + (serverDays - serverReserveDays) * dayMs),
  }
}

/** Whether a certificate should be replaced by now. */
export function isDue({ renewAt }: ServerCertificate): boolean {
  return renewAt !== undefined && renewAt.getTime() <= Date.now()
}

const validFor = (days: number, now: Date) => ({
  notBefore: new Date(now.getTime() - startsBeforeMs),
  notAfter: new Date(now.getTime() + days * dayMs),
})

const isAddress = (name: string) => name.includes(':') || /^\d+(\.\d+){3}$/.test(name)

const createKeys = () => crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify'])

async function pemOf({ PemConverter }: X509, key: CryptoKey): Promise<string> {
  return `${PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag)}\n`
}

function signingKeyOf({ PemConverter }: X509, { key }: Authority): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(key), keyAlgorithm, false, ['sign'])
}
