import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { appOrigin, from } from './passkeyCeremonies.ts'

type CborValue = Parameters<typeof isoCBOR.encode>[0]
type Host = TestHost & ReturnType<typeof callsOf>

/** The members of a COSE key. */
export type Cose = [number, CborValue][]

export interface KeyPair {
  readonly cose: Cose
  sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> | Uint8Array
}

/** The differences between a forged registration and a proper one. */
export interface Forgery {
  readonly cose?: Cose
  readonly id?: Uint8Array
  readonly clientData?: object
  readonly transports?: string[]
}

const page = from(appOrigin)
const defaultId = new Uint8Array(32).fill(7)

export const bytesOf = (text: string) => decodeBase64url(text) ?? new Uint8Array()
const clientDataOf = (type: string, challenge: string, more: object) =>
  utf8ToBytes(JSON.stringify({ type, challenge, origin: appOrigin, crossOrigin: false, ...more }))

/** The fixed part of authenticator data, with present and verified user. */
function authenticatorData(flags: number): Uint8Array {
  return concatBytes(sha256(utf8ToBytes('app.example.com')), Uint8Array.of(flags, 0, 0, 0, 0))
}

/** The registration of a faulty authenticator, with any key, id and client data. */
export function attest(
  challenge: string,
  { cose = [], id = defaultId, clientData = {}, transports = ['internal'] }: Forgery,
) {
  const credentialId = encodeBase64url(id)
  const authData = concatBytes(
    authenticatorData(0x45),
    new Uint8Array(16),
    Uint8Array.of(id.length >> 8, id.length & 255),
    id,
    isoCBOR.encode(new Map(cose)),
  )
  const attestationObject = encodeBase64url(
    isoCBOR.encode(
      new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    ),
  )
  const client = encodeBase64url(clientDataOf('webauthn.create', challenge, clientData))
  const response = { attestationObject, clientDataJson: client, clientDataJSON: client, transports }
  return { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response } as const
}

/** The request of `passkeys.register` with a forged registration. */
export async function forgeRegistration(host: Host, token: string, forgery: Forgery) {
  const { body } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
  return { token, body: attest(body.challenge, forgery), ...page }
}

/** The request of `passkeys.signIn` with an answer that any function has signed. */
export async function forgeSignIn(
  host: Host,
  userId: string,
  { sign, clientData = {} }: { readonly sign: KeyPair['sign']; readonly clientData?: object },
) {
  const {
    body: { challenge },
  } = await host.call('passkeys.getSignInOptions', page)
  const client = clientDataOf('webauthn.get', challenge, clientData)
  const authData = authenticatorData(5)
  const response = {
    clientDataJSON: encodeBase64url(client),
    authenticatorData: encodeBase64url(authData),
    signature: encodeBase64url(await sign(concatBytes(authData, sha256(client)))),
    userHandle: encodeBase64url(utf8ToBytes(userId)),
  }
  const credentialId = encodeBase64url(defaultId)
  return {
    body: { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response } as const,
    ...page,
  }
}

/** An Ed25519 key. */
export function edwardsKey(): KeyPair {
  const secret = new Uint8Array(32).fill(9)
  return {
    cose: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, ed25519.getPublicKey(secret)],
    ],
    sign: (message) => ed25519.sign(message, secret),
  }
}
