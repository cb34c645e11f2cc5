import { decodeBase64url, encodeTextBase64url } from '@latchkey/base/base64url'
import { trimEnd } from '@latchkey/base/trimEnd'
import { isSignedByP256, readP256Key } from '@latchkey/crypto/p256Keys'
import type { components } from '@latchkey/types'
import type { VendorWallet } from '../../store/vendorRecords.ts'
import { verifyAssertion } from '../passkeys/passkeyAnswers.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'
import { stampingKeysOf } from './stampingKeys.ts'
import { expectedAnswer } from './walletPasskeys.ts'

type Schemas = components['schemas']

interface StampedRequest {
  readonly signed: Schemas['VendorSignedRequest']
  /** The end of the vendor's URL for it, such as `delete_wallets`. */
  readonly activity: string
  readonly request: Pick<RequestContext, 'origin'>
}

type Verify = (backend: Backend, vendorWallet: VendorWallet, input: Stamped) => Promise<boolean>

interface Stamped {
  readonly body: string
  /** Value of the header. */
  readonly value: string
  readonly request: Pick<RequestContext, 'origin'>
}

/** By the name of the header, in lower case. */
const verifiers: ReadonlyMap<string, Verify> = new Map<string, Verify>([
  ['x-stamp', isStampedByKey],
  ['x-stamp-webauthn', isStampedByPasskey],
])

/**
 * Refuses a request that no passkey, API key or session key of the wallet has signed, and one for another URL.
 *
 * @throws {@link DomainError} `invalidSignature`, `invalidPasskey`, `badRequest`
 */
export async function assertStamped(
  backend: Backend,
  vendorWallet: VendorWallet,
  { signed: { body, url, stamp }, activity, request }: StampedRequest,
): Promise<void> {
  assert(isUrlOf(url, activity), 'invalidSignature', {
    message: `vendorSignedRequest.url must end with /public/v1/submit/${activity}.`,
  })
  const verify = verifiers.get(stamp.stampHeaderName.toLowerCase())
  assert(verify, 'invalidSignature', {
    message: 'vendorSignedRequest.stamp.stampHeaderName must be X-Stamp or X-Stamp-Webauthn.',
  })
  const isStamped = await verify(backend, vendorWallet, { body, value: stamp.stampHeaderValue, request })
  assert(isStamped, 'invalidSignature', {
    message: 'vendorSignedRequest.stamp must be a signature over the body by a passkey or key of the wallet.',
  })
}

/** The vendor has several hosts, so the path decides. */
function isUrlOf(url: string, activity: string): boolean {
  return URL.canParse(url) && new URL(url).pathname.endsWith(`/public/v1/submit/${activity}`)
}

const keyScheme = /^SIGNATURE_SCHEME_(?:[A-Z]+_)*API_P256$/

/** Base64url of JSON: `publicKey`, `scheme` and `signature`. */
async function isStampedByKey(
  backend: Backend,
  vendorWallet: VendorWallet,
  { body, value }: Stamped,
): Promise<boolean> {
  const bytes = decodeBase64url(trimEnd(value, '='))
  const stamp = readFields(bytes && new TextDecoder().decode(bytes), ['publicKey', 'scheme', 'signature'])
  if (!stamp || !keyScheme.test(stamp.scheme)) return false
  const publicKey = await readP256Key(stamp.publicKey)
  if (publicKey === undefined || !stampingKeysOf(backend, vendorWallet).has(publicKey)) return false
  return isSignedByP256(publicKey, { text: body, signature: stamp.signature, format: 'der' })
}

/** JSON of a passkey's answer over the SHA-256 of the body, whose hex is the challenge. */
async function isStampedByPasskey(
  backend: Backend,
  vendorWallet: VendorWallet,
  { body, value, request }: Stamped,
): Promise<boolean> {
  const { environmentId, passkeyIds } = vendorWallet
  const stamp = readFields(value, ['credentialId', 'clientDataJson', 'authenticatorData', 'signature'])
  if (!stamp) return false
  const { credentialId: id, clientDataJson, authenticatorData, signature } = stamp
  const passkey = backend.store.passkeys.find('byCredentialId', [environmentId, id])
  if (!passkey || !passkeyIds.includes(passkey.id)) return false
  const challenge = encodeTextBase64url(sha256Hex(body))
  const expected = expectedAnswer(backend, environmentId, { clientDataJson, challenge, request })
  await verifyAssertion(backend, passkey, {
    expected: { ...expected, expectedRPID: passkey.rpId },
    credential: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, authenticatorData, signature },
    },
    requireUserVerification: false,
    failure: 'invalidPasskey',
  })
  return true
}

/** The named texts of a JSON object, or `undefined` if one is missing. */
function readFields<const F extends string>(
  text: string | undefined,
  names: readonly F[],
): Record<F, string> | undefined {
  const value = parse(text)
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<F, unknown>
  return names.every((name) => typeof fields[name] === 'string') ? (fields as Record<F, string>) : undefined
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
