import { defined } from '@latchkey/base/defined'
import type { ProviderName } from '../providers/providerCatalogue.ts'
import { enabledProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { patternsAllowingRedirect } from '../sites/originPatterns.ts'
import { withScheme } from '../sites/origins.ts'

/** The URLs to which a seller's pages lead back, from the provider's settings. */
export interface ReturnUrls {
  /** After the payment. */
  readonly returnUrl?: string
  /** Without one. */
  readonly cancelUrl?: string
}

/** The addresses that the environment has set for a seller. Empty ones count as absent. */
export function returnUrlsOf(backend: Backend, environmentId: string, provider: ProviderName): ReturnUrls {
  const { returnUrl, cancelUrl } = enabledProvider(backend, environmentId, provider) ?? {}
  return defined({ returnUrl: returnUrl || undefined, cancelUrl: cancelUrl || undefined })
}

/** The target of a link to a configured URL; `undefined` for a text that is not a URL, and for a URL that runs code. */
export function linkTarget(url: string | undefined): string | undefined {
  const target = url === undefined ? undefined : withScheme(url)
  return target !== undefined && patternsAllowingRedirect(target) ? target : undefined
}
