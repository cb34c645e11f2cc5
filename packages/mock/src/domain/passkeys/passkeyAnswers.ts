import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import { defined } from '@latchkey/base/defined'
import { everyValue } from '@latchkey/base/everyValue'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { loadWebAuthn } from '../../effects/decoratedLibraries.ts'
import type { User } from '../../store/records.ts'
import type { Passkey } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, DomainError, type FailureKey } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'
import { assertCanonicalSignature, assertUsableKey } from './passkeyKeys.ts'

type Schemas = components['schemas']
type Transport = Schemas['PasskeyTransport']

/** The accepted COSE algorithms of keys: ES256, EdDSA and RS256 (RFC 9053; RFC 8812). */
export const algorithms = [-7, -8, -257]

/** 1023 bytes in base64url (WebAuthn, section 7.1). */
const maximumCredentialIdLength = 1364

/** The answer of `navigator.credentials.create()`. */
export type RegistrationCredential = Omit<Schemas['PasskeyRegisterVerifyRequest'], 'response'> & {
  readonly response: Schemas['AuthenticatorAttestationResponse'] & { readonly transports?: readonly string[] }
}

/** The values that an answer must match. */
export interface ExpectedAnswer {
  /** Base64url. */
  readonly expectedChallenge: string
  readonly expectedOrigin: string
  /** The relying party, or those that may be it. */
  readonly expectedRPID: string | string[]
}

/** A key whose creation was verified. */
export type AttestedKey = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'isBackupEligible' | 'rpId' | 'origin' | 'transports' | 'aaguid'
>

interface AttestationInput {
  readonly credential: RegistrationCredential
  readonly requireUserVerification: boolean
}

/**
 * Verifies the creation of a passkey (WebAuthn, section 7.1). Whether the challenge is a good one is up to the caller.
 *
 * @throws {@link DomainError} `invalidPasskey`
 */
export async function verifyAttestation(
  expected: ExpectedAnswer,
  { credential, requireUserVerification }: AttestationInput,
): Promise<AttestedKey> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { transports: named, ...rest } = credential.response
  const transports = readTransports(named)
  const response = { ...credential, response: { ...rest, ...defined({ transports }) } }
  const { registrationInfo } = await attempt('invalidPasskey', () =>
    verifyRegistrationResponse({ ...expected, response, supportedAlgorithmIDs: algorithms, requireUserVerification }),
  )
  assert(registrationInfo?.credential.id === credential.id, 'invalidPasskey')
  assert(credential.id.length <= maximumCredentialIdLength, 'invalidPasskey')
  const { publicKey, counter } = registrationInfo.credential
  await attempt('invalidPasskey', () => assertUsableKey(publicKey))
  return {
    credentialId: credential.id,
    publicKey: encodeBase64url(publicKey),
    counter,
    isBackupEligible: registrationInfo.credentialDeviceType === 'multiDevice',
    rpId: registrationInfo.rpID ?? '',
    origin: expected.expectedOrigin,
    ...defined({ transports, aaguid: registrationInfo.aaguid === unknownModel ? undefined : registrationInfo.aaguid }),
  }
}

/** The AAGUID of an authenticator that does not tell its model. */
const unknownModel = '00000000-0000-0000-0000-000000000000'

interface NewPasskey {
  readonly attested: AttestedKey
  readonly request: Pick<RequestContext, 'userAgent'>
  /** Whether the user can sign in with it. */
  readonly signInEnabled: boolean
}

/**
 * Stores a passkey with its credential.
 *
 * @throws {@link DomainError} `duplicateExists`
 */
export function storePasskey(backend: Backend, user: User, { attested, request, signInEnabled }: NewPasskey): Passkey {
  const { store, clock } = backend
  const { environmentId, id: userId } = user
  assert(!store.passkeys.find('byCredentialId', [environmentId, attested.credentialId]), 'duplicateExists', {
    message: 'This passkey is registered already.',
  })
  const passkey = store.passkeys.insert({
    ...newRecord(backend),
    updatedAt: clock.iso(),
    environmentId,
    userId,
    ...attested,
    ...defined({ userAgent: request.userAgent }),
  })
  store.credentials.insert({
    ...newRecord(backend),
    environmentId,
    userId,
    format: 'passkey',
    key: passkey.credentialId,
    passkeyId: passkey.id,
    signInEnabled,
    verifiedAt: clock.iso(),
  })
  return passkey
}

interface AssertionInput {
  readonly expected: ExpectedAnswer
  readonly credential: Omit<Schemas['PasskeyAuthRequest'], 'createMfaToken'>
  readonly requireUserVerification: boolean
  readonly failure: FailureKey
}

/**
 * Verifies the signature of a passkey and stores its counter (WebAuthn, section 7.2).
 *
 * @throws {@link DomainError} `failure`
 */
export async function verifyAssertion(
  backend: Backend,
  passkey: Passkey,
  { expected, credential, requireUserVerification, failure }: AssertionInput,
): Promise<Passkey> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const storedKey = { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter }
  const { verified, authenticationInfo } = await attempt(failure, async () => {
    await assertCanonicalSignature(storedKey.publicKey, credential.response.signature)
    return verifyAuthenticationResponse({
      ...expected,
      response: credential,
      credential: storedKey,
      requireUserVerification,
    })
  })
  // WebAuthn, section 7.2: a single-device key never becomes a multi-device one, nor the reverse.
  const isBackupEligible = authenticationInfo.credentialDeviceType === 'multiDevice'
  assert(verified && isBackupEligible === passkey.isBackupEligible, failure, { message: wrongAnswer })
  return backend.store.passkeys.put({ ...passkey, counter: authenticationInfo.newCounter })
}

const wrongAnswer =
  'The answer of the passkey does not fit the challenge, the site or its key, or the user was not verified.'

/** Refuses what the library rejects. The library's own messages are not passed on, since they repeat what was sent. */
async function attempt<T>(failure: FailureKey, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new DomainError(failure, { message: wrongAnswer })
  }
}

const transportNames: ReadonlySet<string> = new Set(
  everyValue<Transport>({ usb: true, nfc: true, ble: true, internal: true, hybrid: true }),
)

/** Browsers have more transports than the interface. */
function readTransports(transports: readonly string[] | undefined): Transport[] | undefined {
  return Array.isArray(transports)
    ? transports.filter((name): name is Transport => transportNames.has(name))
    : undefined
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64url(text)
  assert(bytes, 'internal')
  return bytes
}
