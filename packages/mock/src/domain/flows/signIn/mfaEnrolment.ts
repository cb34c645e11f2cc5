import { encodeBase32 } from '@latchkey/base/base32'
import { newRecord } from '@latchkey/base/newRecord'
import { totpUri } from '@latchkey/crypto/totp'
import type { components } from '@latchkey/types'
import type { User } from '../../../store/records.ts'
import type { MfaDevice } from '../../../store/signInRecords.ts'
import { appNameOf } from '../../environments/environments.ts'
import { assertNotLocked, clearAttempts, refuseCode } from '../../secondFactor/mfaAttempts.ts'
import { devicesOf } from '../../secondFactor/mfaDevices.ts'
import { isMethodAvailable, takesRecoveryCodes } from '../../secondFactor/mfaPolicy.ts'
import { assertFreshFactor, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import { hasRecoveryCodes, makeRecoveryCodes } from '../../secondFactor/recoveryCodes.ts'
import { acceptedStep } from '../../secondFactor/totpDevices.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { existing } from '../../shared/recordGuards.ts'
import { assertMayRegister, keepMfaProof } from './mfaSessions.ts'

type Schemas = components['schemas']

/** RFC 4226, section 4: as long as the hash. */
const secretBytes = 20
/** A code is compared with every app of the user, so each additional app makes a guess more likely to succeed. */
const maximumTotpDevices = 10

/**
 * Creates a TOTP device that waits for its first code, replacing one that waits already.
 *
 * @throws {@link DomainError} `mfaRequired`, `mfaInvalidRequest`, `tooManyTotpDevices`
 */
export function beginTotp(backend: Backend, caller: UserCaller): Schemas['MfaRegisterTotpDeviceGetResponse'] {
  assertMayRegister(backend, caller)
  const { device, secret } = addTotpDevice(backend, caller.user)
  const issuer = appNameOf(backend, device.environmentId)
  return {
    id: device.id,
    type: device.type,
    secret,
    uri: totpUri({ issuer: labelPart(issuer), account: labelPart(accountOf(caller.user)), secret }),
  }
}

/**
 * Creates an unverified TOTP device.
 *
 * @throws {@link DomainError} `mfaInvalidRequest`, `tooManyTotpDevices`
 */
export function addTotpDevice(backend: Backend, user: User): { device: MfaDevice; secret: string } {
  const verified = devicesOf(backend, user.id).filter(
    ({ type, verifiedAt }) => type === 'totp' && verifiedAt !== undefined,
  )
  assert(verified.length < maximumTotpDevices, 'tooManyTotpDevices')
  const secret = encodeBase32(backend.random.bytes(secretBytes))
  return { device: addDevice(backend, user, { type: 'totp', secret }), secret }
}

/**
 * Verifies the pending TOTP device by one of its codes, which also proves the second factor for the session.
 *
 * @param input.raw - Proof of the factor that the user has already, if it was sent.
 * @throws {@link DomainError} `mfaRequired`, `unauthorized`, `mfaInvalidRequest`, `mfaDeviceNotFound`,
 * `mfaInvalidCode`, `tooManyMfaAttempts`
 */
export function finishTotp(
  backend: Backend,
  caller: UserCaller,
  {
    body: { type, code },
    raw,
  }: { readonly body: Schemas['MfaRegisterTotpDevicePostRequest']; readonly raw: string | undefined },
): MfaDevice {
  const { user, session } = caller
  assertMayRegister(backend, caller)
  const proof = assertFreshFactor(backend, caller, raw)
  assert(type === 'totp', 'mfaInvalidRequest', { message: 'Only a device of type totp is verified by a code here.' })
  assertMethod(backend, user, type)
  assertNotLocked(backend, user.id)
  const device = existing(pendingDevice(backend, user, type), 'mfaDeviceNotFound')
  const lastStep = acceptedStep(backend, device, code) ?? refuseCode(backend, user)
  clearAttempts(backend, user.id)
  spendMfaToken(backend, proof)
  keepMfaProof(backend, session)
  return confirmDevice(backend, user, { ...device, lastStep })
}

/**
 * Marks a device as verified. The first one becomes the default. The first one that recovery codes can replace creates
 * the codes.
 */
export function confirmDevice(backend: Backend, user: User, device: MfaDevice): MfaDevice {
  const { store, clock } = backend
  const isFirst = devicesOf(backend, user.id).every(({ verifiedAt }) => verifiedAt === undefined)
  const verified = store.mfaDevices.put({ ...device, verifiedAt: clock.iso(), isDefault: isFirst })
  if (takesRecoveryCodes(backend, user) && !hasRecoveryCodes(backend, user.id)) makeRecoveryCodes(backend, user)
  return verified
}

/**
 * @throws {@link DomainError} `mfaInvalidRequest` for a kind of second factor that cannot be used in the user's
 * environment
 */
export function assertMethod(backend: Backend, { environmentId }: User, type: MfaDevice['type']): void {
  assert(isMethodAvailable(backend, environmentId, type), 'mfaInvalidRequest', {
    message: `Second factors of type ${type} are not enabled here.`,
  })
}

/**
 * Creates an unverified device, replacing a pending one of its kind.
 *
 * @throws {@link DomainError} `mfaInvalidRequest`
 */
export function addDevice(backend: Backend, user: User, fields: Pick<MfaDevice, 'type' | 'secret'>): MfaDevice {
  const { store } = backend
  assertMethod(backend, user, fields.type)
  const former = pendingDevice(backend, user, fields.type)
  if (former) store.mfaDevices.delete(former.id)
  return store.mfaDevices.insert({
    ...newRecord(backend),
    environmentId: user.environmentId,
    userId: user.id,
    isDefault: false,
    ...fields,
  })
}

/** The pending device of a kind. */
export function pendingDevice(backend: Backend, { id }: User, type: MfaDevice['type']): MfaDevice | undefined {
  return devicesOf(backend, id).findLast((device) => device.type === type && device.verifiedAt === undefined)
}

/** The name under which the app lists the secret. */
function accountOf({ email, username, phoneNumber, id }: User): string {
  return email || username || phoneNumber || id
}

/** A colon would end this part of the label. */
function labelPart(text: string): string {
  return text.replaceAll(/:\s*/g, ' ').trim()
}
