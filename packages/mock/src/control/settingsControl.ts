import { mergeSettings, putSettings } from '../domain/environments/environmentSettings.ts'
import { DomainError } from '../domain/shared/errors.ts'
import type { Environment, EnvironmentSettings } from '../store/records.ts'
import { transact, type World } from '../world.ts'
import type { Place } from './factories.ts'

/** A part of a value: what is left out stays, `null` takes a key away. */
type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null }
    : T

export interface SettingsControl {
  get(place?: Place): EnvironmentSettings
  /**
   * Changes an environment's settings by a merge patch (RFC 7396).
   *
   * @throws TypeError when what comes of it are no valid settings, or while they are locked; nothing has changed then.
   * @example await mock.settings.patch({ security: { jwtDuration: { amount: 15, unit: 'minutes' } } })
   */
  patch(patch: MergePatch<EnvironmentSettings>, place?: Place): Promise<EnvironmentSettings>
}

export function createSettingsControl(world: World, sandboxId: string): SettingsControl {
  return {
    get: ({ environmentId = sandboxId } = {}) => found(world.store.reader.environments.get(environmentId)).settings,
    async patch(patch, { environmentId = sandboxId } = {}) {
      const [{ operationSchemas }, { explain }] = await Promise.all([
        import('@latchkey/types/zod'),
        import('../http/validators.ts'),
      ])
      return transact(world, async (backend) => {
        const environment = found(backend.store.environments.get(environmentId))
        const settings = mergeSettings(environment.settings, patch, true)
        const schema = operationSchemas['environments.update'].body()
        const result = schema.safeParse(settings)
        if (!result.success) throw refusal(explain(result.error, schema))
        return (await putSettings(backend, environment, settings).catch(rethrow)).settings
      })
    },
  }
}

function found(environment: Environment | undefined): Environment {
  if (!environment) throw new TypeError('Failed to reach the settings: there is no environment with this id.')
  return environment
}

function rethrow(error: unknown): never {
  throw error instanceof DomainError ? refusal(error.message) : error
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "settings.patch()": ${reason}`)
}
