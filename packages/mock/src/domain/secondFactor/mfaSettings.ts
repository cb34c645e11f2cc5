import { everyValue } from '@latchkey/base/everyValue'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { MfaDevice } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'

type Schemas = components['schemas']

/** In the order of replies. */
const deviceTypes = everyValue<MfaDevice['type']>({ totp: true, passkey: true, email: true })

/**
 * The kinds of second factor for members of an organization, each with whether it is enabled. Kinds that were never set
 * are included.
 */
export function mfaSettingsOf(
  { store }: Pick<Backend, 'store'>,
  organizationId: string,
): Schemas['OrganizationMfaSettings'][] {
  return deviceTypes.map((mfaDeviceType) => ({
    mfaDeviceType,
    enabledAt: store.organizationMfaSettings.find('byType', [organizationId, mfaDeviceType])?.enabledAt ?? null,
  }))
}

/** Enables or disables a kind of second factor for members. Setting the present state again keeps its instant. */
export function setMfaDeviceType(
  backend: Backend,
  organizationId: string,
  { mfaDeviceType, isEnabled }: { mfaDeviceType: MfaDevice['type']; isEnabled: boolean },
): Schemas['OrganizationMfaSettings'] {
  const { store, clock } = backend
  const existing = store.organizationMfaSettings.find('byType', [organizationId, mfaDeviceType])
  const enabledAt = isEnabled ? (existing?.enabledAt ?? clock.iso()) : null
  store.organizationMfaSettings.put({ ...(existing ?? newRecord(backend)), organizationId, mfaDeviceType, enabledAt })
  return { mfaDeviceType, enabledAt }
}
