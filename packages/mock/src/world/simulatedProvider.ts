import { defined } from '@latchkey/base/defined'
import type { Random } from '@latchkey/base/random'
import type { components } from '@latchkey/types'
import { type ProviderName, providerRow } from '../domain/providers/providerCatalogue.ts'

/** Settings that some providers need besides a client. */
const settings = {
  domain: 'tenant.example.com',
  platformKeyId: 'KEY1234567',
  platformTeamId: 'TEAM123456',
  platformStore: 'example-store',
  smsNumber: '+12025550100',
} as const

/** A made-up client of the provider, and the settings that the provider needs to be enabled. */
export function simulatedSettings(
  { random }: { readonly random: Random },
  provider: ProviderName,
): Partial<components['schemas']['ProviderCreateRequest']> {
  const { kind, needs } = providerRow(provider)
  const needed = new Set<string>(needs.flat())
  return {
    ...Object.fromEntries(Object.entries(settings).filter(([name]) => needed.has(name))),
    ...defined({ providerProjectId: kind === 'accountAbstraction' ? `project-${provider}` : undefined }),
    clientId: `client-${provider}`,
    clientSecret: random.token(24),
  }
}
