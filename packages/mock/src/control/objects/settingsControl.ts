import { mergeSettings, putSettings, withoutCustomNetworks } from '../../domain/environments/environmentSettings.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import type { Environment, EnvironmentSettings } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'
import { createActiveHostname } from './activeHostname.ts'
import type { EnvironmentChoice } from './create/factoryContext.ts'
import { invokeTogether } from './invoke.ts'

/** A part of a value: a key that is left out stays, `null` removes a key. */
type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null }
    : T

/** The settings of environments. */
export interface SettingsControl {
  /** The settings of an environment. */
  get(choice?: EnvironmentChoice): EnvironmentSettings
  /**
   * Changes an environment's settings by a merge patch (RFC 7396).
   *
   * @throws TypeError when the result is invalid, or the settings are locked; nothing has changed then.
   * @example await mock.settings.patch({ security: { jwtDuration: { amount: 15, unit: 'minutes' } } })
   */
  patch(patch: MergePatch<EnvironmentSettings>, choice?: EnvironmentChoice): Promise<EnvironmentSettings>
  /**
   * Makes an environment keep sessions in httpOnly cookies: activates the hostname, lists the origins, and changes
   * `security.auth.storage`.
   *
   * @param input.hostname - Where clients call the service. Cookies are set for its parent domain, which the sites
   * share.
   * @param input.origins - Sites that may call by cookie with methods that change something.
   * @throws TypeError or DomainError for an invalid hostname or origin; nothing has changed then.
   * @example await mock.settings.cookies({ hostname: 'login.example.com', origins: ['https://app.example.com'] })
   */
  cookies(input: CookieInput, choice?: EnvironmentChoice): Promise<EnvironmentSettings>
}

interface CookieInput {
  readonly hostname: string
  readonly origins: readonly string[]
}

export function createSettingsControl(world: World, sandboxId: string): SettingsControl {
  return {
    get: ({ environmentId = sandboxId } = {}) =>
      assertEnvironment(world.store.reader.environments.get(environmentId)).settings,
    async patch(patch, { environmentId = sandboxId } = {}) {
      const check = await loadCheck()
      return transact(world, (backend) => applyPatch(backend, environmentId, { patch, check }))
    },
    async cookies({ hostname, origins }, { environmentId = sandboxId } = {}) {
      const check = await loadCheck()
      return invokeTogether(world, async (run, backend) => {
        await createActiveHostname(run, backend, { params: { environmentId }, body: { hostname, usage: 'cookies' } })
        for (const origin of origins) await run('origins.create', { params: { environmentId }, body: { origin } })
        const patch = { security: { auth: { storage: ['cookie' as const] } } }
        return applyPatch(backend, environmentId, { patch, check })
      })
    },
  }
}

type Check = (settings: EnvironmentSettings) => void

/** Loads the check that refuses settings that the interface does not have. */
async function loadCheck(): Promise<Check> {
  const [{ settings: schema }, { explain }] = await Promise.all([
    import('@latchkey/contract/commonSchemas'),
    import('../../http/validators.ts'),
  ])
  return (settings) => {
    const result = schema.safeParse(settings)
    if (!result.success) throw refusal(explain(result.error, schema, settings))
  }
}

async function applyPatch(
  backend: Backend,
  environmentId: string,
  { patch, check }: { readonly patch: MergePatch<EnvironmentSettings>; readonly check: Check },
): Promise<EnvironmentSettings> {
  const environment = assertEnvironment(backend.store.environments.get(environmentId))
  const merged = mergeSettings(environment.settings, patch, true)
  check(merged)
  // A patch can have the chains as replies show them, with the custom networks, which are records of their own.
  const settings = { ...merged, chains: withoutCustomNetworks(backend, environment, merged.chains) }
  return (await putSettings(backend, environment, settings).catch(rethrow)).settings
}

function assertEnvironment(environment: Environment | undefined): Environment {
  if (!environment) throw new TypeError('Failed to find the settings: there is no environment with this id.')
  return environment
}

function rethrow(error: unknown): never {
  throw error instanceof DomainError ? refusal(error.message) : error
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "settings.patch()": ${reason}`)
}
