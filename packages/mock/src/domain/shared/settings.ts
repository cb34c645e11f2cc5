import type { components } from '@latchkey/types'
import type { Backend } from './backend.ts'

export type SdkSettings = NonNullable<components['schemas']['ProjectSettings']['sdk']>

/** The part of an environment's settings that clients also read. */
export function sdkSettingsOf({ store }: Pick<Backend, 'store'>, environmentId: string): SdkSettings {
  return store.environments.get(environmentId)?.settings.sdk ?? {}
}
