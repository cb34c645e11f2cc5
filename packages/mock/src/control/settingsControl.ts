import type { EnvironmentSettings } from '../store/records.ts'
import { transact, type World } from '../world.ts'
import type { Place } from './factories.ts'

/** A part of a value: what is left out stays, `null` takes a key away. */
export type MergePatch<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [K in keyof T]?: MergePatch<T[K]> | null } : T

export interface SettingsControl {
  get(place?: Place): EnvironmentSettings
  /**
   * Changes an environment's settings by a merge patch (RFC 7396).
   *
   * @throws TypeError when what comes of it are no valid settings; nothing has changed then.
   * @example await mock.settings.patch({ security: { jwtDuration: { amount: 15, unit: 'minutes' } } })
   */
  patch(patch: MergePatch<EnvironmentSettings>, place?: Place): Promise<EnvironmentSettings>
}

export function createSettingsControl(world: World, sandboxId: string): SettingsControl {
  const find = (environmentId: string) => {
    const environment = world.store.reader.environments.get(environmentId)
    if (!environment) throw new TypeError('Failed to reach the settings: there is no environment with this id.')
    return environment
  }
  return {
    get: ({ environmentId = sandboxId } = {}) => find(environmentId).settings,
    async patch(patch, { environmentId = sandboxId } = {}) {
      const [{ ProjectSettings }, { explain }] = await Promise.all([import('@latchkey/types/zod'), import('../http/validators.ts')])
      const environment = find(environmentId)
      const settings = merge(environment.settings, patch)
      const result = ProjectSettings.safeParse(settings)
      if (!result.success) throw new TypeError(`Failed to call "settings.patch()": ${explain(result.error)}`)
      const changed = settings as EnvironmentSettings
      await transact(world, ({ store, clock }) => store.environments.put({ ...environment, settings: changed, updatedAt: clock.iso() }))
      return changed
    },
  }
}

function merge(target: unknown, patch: unknown): unknown {
  if (!isPlain(patch)) return patch
  const merged: Record<string, unknown> = isPlain(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else if (value !== undefined) merged[key] = merge(merged[key], value)
  }
  return merged
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
