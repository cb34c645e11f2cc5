import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { User } from '../../../store/records.ts'
import type { MfaDevice, Passkey } from '../../../store/signInRecords.ts'
import { assertNotLastCredential, replaceCredential } from '../../credentials/credentials.ts'
import type { RegistrationCredential } from '../../passkeys/passkeyAnswers.ts'
import {
  assertRoom,
  authenticationOptions,
  type AuthenticationInput,
  credentialOf,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../../passkeys/passkeyCeremonies.ts'
import { storageOf } from '../../passkeys/passkeyStorages.ts'
import { assertEnabledProvider } from '../../providers/providers.ts'
import { devicesOf, setDefaultDevice } from '../../secondFactor/mfaDevices.ts'
import { countFactors } from '../../secondFactor/mfaPolicy.ts'
import { assertFreshFactor, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { assertEnvironment, existing, recordOf } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { touchUser } from '../../users/users.ts'
import { isWalletPasskey } from '../../vendorWallets/walletPasskeys.ts'
import { assertFactorLeft, deleteDevice } from './mfaDevices.ts'
import { withMfaToken } from './mfaSessions.ts'
import { answerLinking, signIn, type SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']

/** The passkeys of a user, oldest first, including those that are only a second factor. */
export function passkeysOf({ store }: Pick<Backend, 'store'>, userId: string): Passkey[] {
  return [...store.passkeys.scan('byUser', [userId])]
}

/** A passkey as its user sees it, without its key and counter. */
export function presentPasskey(passkey: Passkey): Schemas['UserPasskey'] {
  const { id, alias, userAgent, origin, credentialId, createdAt, updatedAt } = passkey
  const storage = storageOf(passkey)
  return {
    id,
    ...defined({ alias, userAgent }),
    origin,
    credentialId,
    createdAt,
    updatedAt,
    ...defined({ storage }),
  }
}

/** One of the user's own passkeys. @throws {@link DomainError} `failure` for any other */
export function ownPasskey(
  { store }: Pick<Backend, 'store'>,
  user: User,
  { passkeyId, failure = 'passkey' }: { readonly passkeyId: string; readonly failure?: 'passkey' | 'passkeyNotFound' },
): Passkey {
  return recordOf(store.passkeys.get(passkeyId), { userId: user.id }, failure)
}

/** Gives a passkey a name; without one it stays as it is. */
export function renamePasskey({ store, clock }: Backend, passkey: Passkey, alias: string | undefined): Passkey {
  const isSame = alias === undefined || alias === passkey.alias
  return isSame ? passkey : store.passkeys.put({ ...passkey, alias, updatedAt: clock.iso() })
}

/**
 * Deletes a passkey, its credential and its second-factor device. If that was the default device, the oldest other one
 * becomes the default. Sessions that began with the passkey continue.
 *
 * @param input.raw - Proof of a second factor, if it was sent.
 * @throws {@link DomainError} `passkeyNotFound` for another user's passkey, `walletPasskey`, `lastCredential`, `mfaRequired`,
 * `unauthorized`, and `badRequest` for the last second factor that counts where the environment requires one
 */
export function deletePasskey(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  { passkeyId, raw }: { passkeyId: string; raw?: string | undefined },
): void {
  const { store } = backend
  const passkey = ownPasskey(backend, user, { passkeyId, failure: 'passkeyNotFound' })
  assert(!isWalletPasskey(backend, passkey), 'walletPasskey')
  const credential = credentialOf(backend, passkey)
  if (credential) assertNotLastCredential(backend, credential)
  const proof = assertFreshFactor(backend, { user, session }, raw)
  const before = countFactors(backend, user)
  const device = devicesOf(backend, user.id).find((other) => other.passkeyId === passkeyId)
  if (device) dropDevice(backend, device)
  store.passkeys.delete(passkeyId)
  if (credential) {
    store.credentials.delete(credential.id)
    replaceCredential(backend, user.id, credential.id)
  }
  assertFactorLeft(backend, user, before)
  spendMfaToken(backend, proof)
  touchUser(backend, user.id)
}

function dropDevice(backend: Backend, device: MfaDevice): void {
  const next = devicesOf(backend, device.userId).find(
    ({ id, verifiedAt }) => id !== device.id && verifiedAt !== undefined,
  )
  if (device.isDefault && next) setDefaultDevice(backend, next, true)
  deleteDevice(backend, next ? { ...device, isDefault: false } : device)
}

/**
 * The options with which a browser creates a passkey for the user.
 *
 * @throws {@link DomainError} `passkeysDisabled`, `noRoomForPasskey`, and what {@link registrationOptions} refuses
 */
export function beginRegistration(
  backend: Backend,
  { user }: UserCaller,
  request: RequestContext,
): Schemas['GetPasskeyRegistrationOptionsResponse'] {
  assertEnabled(backend, user.environmentId, 'passkeysDisabled')
  assertRoom(backend, user, 'noRoomForPasskey')
  return registrationOptions(backend, user, { request })
}

interface RegisterInput {
  readonly request: RequestContext
  readonly credential: RegistrationCredential
  readonly createMfaToken?: Schemas['CreateMfaToken'] | undefined
}

/**
 * Adds a passkey with which the user can sign in. The session goes on with new tokens.
 *
 * A user with a second factor must have proved it just before, so that somebody who stole the session cannot add their
 * own passkey and prove factors with it.
 *
 * @throws {@link DomainError} `providerNotAvailable`, `mfaRequired`, `unauthorized`, and what {@link
 * verifyRegistration} refuses
 */
export async function finishRegistration(
  backend: Backend,
  { user, session }: UserCaller,
  { request, credential, createMfaToken }: RegisterInput,
): Promise<SignInOutcome> {
  assertEnabled(backend, user.environmentId)
  const proof = assertFreshFactor(backend, { user, session }, request.mfaAuthToken)
  await verifyRegistration(backend, user, { request, credential })
  spendMfaToken(backend, proof)
  touchUser(backend, user.id)
  const outcome = await answerLinking(backend, { user, session })
  return withMfaToken(backend, session, { outcome, createMfaToken })
}

/**
 * The options with which a browser signs in by passkey.
 *
 * @throws {@link DomainError} `recordNotFound`, `passkeysDisabled`, and what {@link authenticationOptions} refuses
 */
export function beginSignIn(
  backend: Backend,
  environmentId: string,
  input: Omit<AuthenticationInput, 'user'>,
): Schemas['GetPasskeyAuthenticationOptionsResponse'] {
  assertEnabled(backend, environmentId, 'passkeysDisabled')
  return authenticationOptions(backend, environmentId, input)
}

/**
 * Signs in with a passkey. The passkey has verified its user, so it counts as both factors.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, what {@link verifyAuthentication} refuses, and
 * what {@link signIn} refuses
 */
export async function finishSignIn(
  backend: Backend,
  environmentId: string,
  { body, request }: { body: Schemas['PasskeyAuthRequest']; request: RequestContext },
): Promise<SignInOutcome> {
  const { store } = backend
  const { createMfaToken, ...answer } = body
  assertEnabled(backend, environmentId)
  const passkey = await verifyAuthentication(backend, environmentId, { request, credential: answer, purpose: 'signIn' })
  const credential = existing(credentialOf(backend, passkey), 'passkeyNotFound')
  const user = existing(store.users.get(passkey.userId), 'passkeyNotFound')
  const outcome = await signIn(backend, credential, { user, request, isMultiFactor: true })
  const session = store.sessions.get(outcome.body.user.sessionId ?? '')
  assert(session, 'internal')
  return withMfaToken(backend, session, { outcome, createMfaToken })
}

/** @throws {@link DomainError} `recordNotFound` without such an environment, `providerNotAvailable` */
function assertEnabled(
  backend: Backend,
  environmentId: string,
  failure: 'passkeysDisabled' | 'providerNotAvailable' = 'providerNotAvailable',
): void {
  assertEnvironment(backend, environmentId)
  assertEnabledProvider(backend, environmentId, { provider: 'passkey', failure })
}
