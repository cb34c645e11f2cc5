import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { User } from '../../store/records.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { recordOf } from '../shared/recordGuards.ts'

type Schemas = components['schemas']

/** A second factor as replies show it, without its secret. A passkey has the name that its user gave it. */
export function presentMfaDevice(
  { store }: Pick<Backend, 'store'>,
  { id, type, createdAt, verifiedAt, isDefault, passkeyId }: MfaDevice,
): Schemas['MfaDevice'] {
  const { alias } = (passkeyId !== undefined && store.passkeys.get(passkeyId)) || {}
  return {
    id,
    type,
    verified: verifiedAt !== undefined,
    createdAt,
    verifiedAt: verifiedAt ?? null,
    default: isDefault,
    ...defined({ alias }),
  }
}

/** The second factors of a user, oldest first, including unverified ones. */
export function devicesOf({ store }: Pick<Backend, 'store'>, userId: string): MfaDevice[] {
  return [...store.mfaDevices.scan('byUser', [userId])]
}

/** One of the user's own devices. @throws {@link DomainError} `recordNotFound` for another user's, or an unknown one */
export function ownDevice({ store }: Pick<Backend, 'store'>, user: User, deviceId: string): MfaDevice {
  return recordOf(store.mfaDevices.get(deviceId), { userId: user.id }, 'device')
}

/**
 * Makes a device the default, which the user is asked for first, or leaves it as it is.
 *
 * @throws {@link DomainError} `mfaInvalidRequest` for a device that is not verified, and for making the default device
 * not the default
 */
export function setDefaultDevice({ store }: Pick<Backend, 'store'>, device: MfaDevice, isDefault: boolean): void {
  assert(device.verifiedAt !== undefined, 'mfaInvalidRequest', { message: 'This device is not verified yet.' })
  assert(isDefault || !device.isDefault, 'mfaInvalidRequest', {
    message: 'Make another device the default one instead.',
  })
  if (isDefault === device.isDefault) return
  for (const other of devicesOf({ store }, device.userId))
    if (other.isDefault) store.mfaDevices.put({ ...other, isDefault: false })
  store.mfaDevices.put({ ...device, isDefault })
}
