import type { components } from '@latchkey/types'
import { registrationOptions, verifyAuthentication, verifyRegistration } from '../../passkeys/passkeyCeremonies.ts'
import { assertFreshFactor, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { recordOf } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { addDevice, assertMethod, confirmDevice, pendingDevice } from './mfaEnrolment.ts'
import { assertMayRegister, upgradeSession } from './mfaSessions.ts'
import type { SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']

/**
 * Creates a passkey device that waits for its key, replacing a pending one, with the options for the browser.
 *
 * @throws {@link DomainError} `mfaRequired`, `mfaInvalidRequest`, and what {@link registrationOptions} refuses
 */
export function beginPasskey(
  backend: Backend,
  caller: UserCaller,
  request: RequestContext,
): Schemas['MfaRegisterPasskeyDeviceGetResponse'] {
  const { user } = caller
  assertMayRegister(backend, caller)
  const { id, type } = addDevice(backend, user, { type: 'passkey' })
  const { excludeCredentials = [], ...registration } = registrationOptions(backend, user, { request, mfaDeviceId: id })
  // The interface names a device's other passkeys without their transports.
  const credentialIds = excludeCredentials.map(({ id, type }) => ({ id, type }))
  return { id, type, registration: { ...registration, excludeCredentials: credentialIds } }
}

/**
 * Verifies the pending passkey device by the key that the browser has created, which also proves the second factor for
 * the session.
 *
 * @throws {@link DomainError} `mfaRequired`, `unauthorized`, `mfaInvalidRequest`, `mfaDeviceNotFound`, and what a
 * registration refuses
 */
export async function finishPasskey(
  backend: Backend,
  caller: UserCaller,
  {
    body: { id, attestation },
    request,
  }: { readonly body: Schemas['MfaRegisterPasskeyDevicePostRequest']; readonly request: RequestContext },
): Promise<SignInOutcome> {
  const { user } = caller
  assertMayRegister(backend, caller)
  const proof = assertFreshFactor(backend, caller, request.mfaAuthToken)
  assertMethod(backend, user, 'passkey')
  const device = recordOf(pendingDevice(backend, user, 'passkey'), { id }, { failure: 'mfaDeviceNotFound' })
  const passkey = await verifyRegistration(backend, user, { request, credential: attestation, mfaDeviceId: id })
  spendMfaToken(backend, proof)
  confirmDevice(backend, user, { ...device, passkeyId: passkey.id })
  return upgradeSession(backend, caller)
}

/**
 * Proves the second factor by any passkey of the user.
 *
 * @throws {@link DomainError} `mfaInvalidRequest`, and what an assertion or a session refuses
 */
export async function provePasskey(
  backend: Backend,
  caller: UserCaller,
  {
    body: { createMfaToken, ...credential },
    request,
  }: { readonly body: Schemas['PasskeyAuthRequest']; readonly request: RequestContext },
): Promise<SignInOutcome> {
  const { user } = caller
  const { environmentId } = user
  assertMethod(backend, user, 'passkey')
  await verifyAuthentication(backend, environmentId, { user, request, credential, purpose: 'authentication' })
  return upgradeSession(backend, caller, createMfaToken)
}
