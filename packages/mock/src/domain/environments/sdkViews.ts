import type { components } from '@latchkey/types'
import type { Environment } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { putSettings } from './environmentSettings.ts'

type Schemas = components['schemas']
type SdkView = Schemas['SdkView']

/** The views of an environment, which are part of its settings. */
export function sdkViewsOf({ settings }: Pick<Environment, 'settings'>): SdkView[] {
  return settings.sdk.views ?? []
}

/** One view. A view that was never set has no sections. */
export function sdkViewOf(environment: Pick<Environment, 'settings'>, type: SdkView['type']): SdkView {
  return sdkViewsOf(environment).find((view) => view.type === type) ?? { type, sections: [] }
}

/**
 * Replaces the sections of a view, or keeps them where none are given.
 *
 * @throws {@link DomainError} `invalidUpdate` for sections that contradict each other, or while the settings are locked
 */
export async function updateSdkView(
  backend: Backend,
  environment: Environment,
  { type, body: { sections } }: { readonly type: SdkView['type']; readonly body: Schemas['SdkViewUpdateRequest'] },
): Promise<SdkView> {
  const before = sdkViewOf(environment, type)
  const view = sections ? { ...before, sections } : before
  const { settings } = environment
  const isKnown = sdkViewsOf(environment).some((other) => other.type === type)
  const views = isKnown
    ? sdkViewsOf(environment).map((other) => (other.type === type ? view : other))
    : [...sdkViewsOf(environment), view]
  await putSettings(backend, environment, { ...settings, sdk: { ...settings.sdk, views } })
  return view
}
