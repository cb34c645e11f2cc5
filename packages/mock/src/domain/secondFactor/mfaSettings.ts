import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../../backend.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'

type Schemas = components['schemas']

/** In the order that replies have. */
const deviceTypes = ['totp', 'passkey', 'email'] as const satisfies readonly MfaDevice['type'][]

/** Which kinds of second factor the members of an organization can use: every kind, whether it was ever set or not. */
export function mfaSettingsOf(
  { store }: Pick<Backend, 'store'>,
  organizationId: string,
): Schemas['OrganizationMfaSettings'][] {
  return deviceTypes.map((mfaDeviceType) => ({
    mfaDeviceType,
    enabledAt: store.organizationMfaSettings.find('byType', [organizationId, mfaDeviceType])?.enabledAt ?? null,
  }))
}

/** Lets members use a kind of second factor, or no longer; what is so already keeps its instant. */
export function setMfaDeviceType(
  backend: Backend,
  organizationId: string,
  { mfaDeviceType, isEnabled }: { mfaDeviceType: MfaDevice['type']; isEnabled: boolean },
): Schemas['OrganizationMfaSettings'] {
  const { store, clock } = backend
  const known = store.organizationMfaSettings.find('byType', [organizationId, mfaDeviceType])
  const enabledAt = isEnabled ? (known?.enabledAt ?? clock.iso()) : null
  store.organizationMfaSettings.put({ ...(known ?? newRecord(backend)), organizationId, mfaDeviceType, enabledAt })
  return { mfaDeviceType, enabledAt }
}
