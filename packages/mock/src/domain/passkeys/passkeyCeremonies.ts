import { encodeBase64url } from '@latchkey/base/base64url'
import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { Credential, User } from '../../store/records.ts'
import type { Passkey } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, type FailureKey } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'
import {
  algorithms,
  type RegistrationCredential,
  storePasskey,
  verifyAssertion,
  verifyAttestation,
} from './passkeyAnswers.ts'
import {
  challengeMs,
  type ChallengeScope,
  createChallenge,
  readClientData,
  takeChallenge,
} from './passkeyChallenges.ts'
import { allowedOrigin, isOriginOf, relyingPartyId } from './relyingParty.ts'

type Schemas = components['schemas']

const maximumPasskeys = 10

interface Registration {
  readonly request: RequestContext
  /** The device that the passkey belongs to; absent for a passkey that signs in. */
  readonly mfaDeviceId?: string
}

/**
 * The options of a browser's `navigator.credentials.create()`, with a new challenge that is valid for five minutes.
 *
 * A passkey that signs in must be discoverable and verify its user, so that it counts as two factors. A passkey that is
 * only a second factor need not.
 *
 * @throws {@link DomainError} `tooManyPasskeys`, `badRequest`
 */
export function registrationOptions(
  backend: Backend,
  user: User,
  { request, mfaDeviceId }: Registration,
): Schemas['GetPasskeyRegistrationOptionsResponse'] {
  const { environmentId, id: userId } = user
  assertRoom(backend, user)
  const rpId = relyingPartyId(backend, environmentId, { request })
  const { challenge } = createChallenge(backend, { environmentId, purpose: 'registration', userId, mfaDeviceId }, rpId)
  const name = user.email || user.username || user.phoneNumber || userId
  const need = mfaDeviceId === undefined ? 'required' : 'preferred'
  return {
    challenge,
    rp: { id: rpId, name: backend.store.environments.get(environmentId)?.settings.general.displayName || rpId },
    user: {
      id: userHandleOf(userId),
      name,
      displayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: descriptorsOf(passkeysOfUser(backend, user), rpId),
    authenticatorSelection: { residentKey: need, requireResidentKey: need === 'required', userVerification: need },
    extensions: { credProps: true },
  }
}

/**
 * Verifies the answer to {@link registrationOptions} and stores the passkey with its credential (WebAuthn, section
 * 7.1).
 *
 * The challenge is used up even if the request fails.
 *
 * @throws {@link DomainError} `badRequest`, `invalidVerification`, `invalidPasskey`, `duplicateExists`,
 * `tooManyPasskeys`
 */
export async function verifyRegistration(
  backend: Backend,
  user: User,
  { request, mfaDeviceId, credential }: Registration & { readonly credential: RegistrationCredential },
): Promise<Passkey> {
  const { environmentId, id: userId } = user
  const { clientDataJSON } = credential.response
  const signsIn = mfaDeviceId === undefined
  assertRoom(backend, user)
  const scope = { environmentId, purpose: 'registration', userId, mfaDeviceId } as const
  const expected = takeAnswer(backend, scope, { request, clientDataJSON, failure: 'invalidPasskey' })
  const attested = await verifyAttestation(expected, { credential, requireUserVerification: signsIn })
  return storePasskey(backend, user, { attested, request, signInEnabled: signsIn })
}

/** Who is about to answer with a passkey, and from which page. */
export interface AuthenticationInput {
  /** The user who is signed in; absent for a sign-in. */
  readonly user?: User
  readonly request: RequestContext
  /** The relying party that the page asks for. @default the host of the page */
  readonly relatedOriginRpId?: string | undefined
}

/**
 * The options of a browser's `navigator.credentials.get()`, with a new challenge that is valid for five minutes. For a
 * user they list the user's passkeys; for a sign-in they list none, so that the person picks one.
 *
 * @throws {@link DomainError} `badRequest`
 */
export function authenticationOptions(
  backend: Backend,
  environmentId: string,
  { user, request, relatedOriginRpId }: AuthenticationInput,
): Schemas['GetPasskeyAuthenticationOptionsResponse'] {
  const rpId = relyingPartyId(backend, environmentId, { request, relatedOriginRpId })
  const { challenge } = createChallenge(
    backend,
    { environmentId, purpose: user ? 'authentication' : 'signIn', userId: user?.id },
    rpId,
  )
  const allowCredentials = user ? descriptorsOf(usablePasskeysOf(backend, user), rpId) : []
  return { challenge, timeout: challengeMs, rpId, userVerification: user ? 'preferred' : 'required', allowCredentials }
}

interface Authentication {
  /** The user whose passkey it must be; absent for a sign-in. */
  readonly user?: User
  readonly request: RequestContext
  /** The answer of `navigator.credentials.get()`. */
  readonly credential: Omit<Schemas['PasskeyAuthRequest'], 'createMfaToken'>
  readonly purpose: 'authentication' | 'signIn'
}

/**
 * Verifies the answer to {@link authenticationOptions} and stores the counter (WebAuthn, section 7.2).
 *
 * The challenge is used up even if the request fails. A sign-in requires a passkey that may sign in and has verified
 * its user.
 *
 * @throws {@link DomainError} `badRequest`, `invalidVerification`, `passkeyNotFound`; for an answer that does not prove
 * the passkey `unauthorized` at a sign-in and `invalidPasskey` otherwise
 */
export async function verifyAuthentication(
  backend: Backend,
  environmentId: string,
  { user, request, credential, purpose }: Authentication,
): Promise<Passkey> {
  const { store } = backend
  const isSignIn = purpose === 'signIn'
  const failure = isSignIn ? 'unauthorized' : 'invalidPasskey'
  const { clientDataJSON, userHandle } = credential.response
  const expected = takeAnswer(
    backend,
    { environmentId, purpose, userId: user?.id },
    { request, clientDataJSON, failure },
  )
  const passkey = store.passkeys.find('byCredentialId', [environmentId, credential.id])
  const held = passkey && credentialOf(backend, passkey)
  const isKnown =
    passkey && !passkey.forWallets && (isSignIn ? held?.signInEnabled === true : passkey.userId === user?.id)
  assert(isKnown, 'passkeyNotFound')
  assert(userHandle ? isHandleOf(userHandle, passkey, held) : !isSignIn, failure, {
    message: 'This passkey was made for another user.',
  })
  return verifyAssertion(backend, passkey, { expected, credential, requireUserVerification: isSignIn, failure })
}

/** The credential of a passkey. */
export function credentialOf(
  { store }: Pick<Backend, 'store'>,
  { environmentId, credentialId }: Passkey,
): Credential | undefined {
  return store.credentials.find('byKey', [environmentId, 'passkey', credentialId])
}

interface Answer {
  readonly request: RequestContext
  readonly clientDataJSON: string
  readonly failure: FailureKey
}

/** Uses up the challenge of an answer, and returns what the answer must match. */
function takeAnswer(backend: Backend, scope: ChallengeScope, { request, clientDataJSON, failure }: Answer) {
  const { environmentId } = scope
  const page = allowedOrigin(backend, environmentId, request)
  const { challenge, origin, isCrossOrigin } = readClientData(clientDataJSON)
  const { rpId } = takeChallenge(backend, scope, challenge)
  const isFromAskingPage =
    (page === undefined || page === origin) && isOriginOf(backend, environmentId, { origin, rpId })
  assert(isFromAskingPage, failure, { message: 'The answer comes from another page than the one that asked.' })
  assert(!isCrossOrigin, failure, {
    message: 'The answer comes from a page in a frame of another site, where passkeys are not taken.',
  })
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId }
}

/** Whether the user may have one more passkey. @throws {@link DomainError} `failure` */
export function assertRoom(
  { store }: Backend,
  { id }: User,
  failure: 'tooManyPasskeys' | 'noRoomForPasskey' = 'tooManyPasskeys',
): void {
  assert(store.passkeys.count('byUser', [id]) < maximumPasskeys, failure)
}

function passkeysOfUser({ store }: Backend, { id }: User): Passkey[] {
  return [...store.passkeys.scan('byUser', [id])]
}

/** Those that prove who the user is. */
function usablePasskeysOf(backend: Backend, user: User): Passkey[] {
  return passkeysOfUser(backend, user).filter(({ forWallets }) => !forWallets)
}

/** The passkeys of a relying party, as options name them. */
function descriptorsOf(passkeys: readonly Passkey[], rpId: string) {
  return passkeys
    .filter((passkey) => passkey.rpId === rpId)
    .map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      ...defined({ transports: transports && [...transports] }),
    }))
}

/**
 * The user handle that authenticators store: the bytes of the id, which contain nothing about the person (WebAuthn,
 * section 5.4.3).
 */
function userHandleOf(userId: string): string {
  return encodeBase64url(new TextEncoder().encode(userId))
}

/** After a merge or a move of the passkey, the authenticator still has the former user's id. */
function isHandleOf(userHandle: string, { userId }: Passkey, credential: Credential | undefined): boolean {
  return [userId, ...(credential?.previousUserIds ?? [])].some((id) => userHandleOf(id) === userHandle)
}
