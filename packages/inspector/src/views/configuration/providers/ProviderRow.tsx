import { ConfigurationRow } from '../ConfigurationRow.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'
import { nameOf, type Provider } from './providerForms.ts'

/** A provider with its switch, and why it cannot be on. */
export function ProviderRow({ provider }: { provider: Provider }) {
  const { clientId, domain, platformStore, enabledAt } = provider
  const path = `/settings/providers/${provider.id}`
  return (
    <ConfigurationRow
      name={nameOf(provider.provider)}
      about={[clientId, domain, platformStore].filter(Boolean).join(' · ')}
      path={path}
      isOn={typeof enabledAt === 'string'}
      lost="Its settings are lost. Accounts that were linked through it stay, and work again once it is set up again."
      editor={(onClose) => <ProviderDialog path={path} provider={provider} onClose={onClose} />}
    />
  )
}
