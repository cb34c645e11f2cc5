import { mfaSettingsOf, setMfaDeviceType } from '../../domain/secondFactor/mfaSettings.ts'
import type { ResourceOperations } from '../operation.ts'

export const mfaSettings = {
  get({ backend, params }) {
    return { status: 200, body: { mfaSettings: mfaSettingsOf(backend, params.organizationId) } }
  },
  disable({ backend, params }) {
    return { status: 200, body: setMfaDeviceType(backend, params.organizationId, { ...params, isEnabled: false }) }
  },
  enable({ backend, params }) {
    return { status: 200, body: setMfaDeviceType(backend, params.organizationId, { ...params, isEnabled: true }) }
  },
} satisfies ResourceOperations<'mfaSettings'>
