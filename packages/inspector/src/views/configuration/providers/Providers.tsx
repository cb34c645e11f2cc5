import { useService } from '../../../live/useService.ts'
import { ConfigurationList } from '../ConfigurationList.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'
import type { Provider } from './providerForms.ts'
import { ProviderRow } from './ProviderRow.tsx'

/** The providers that are set up in an environment: of sign-ins, messages, wallets, payments and screening. */
export function Providers({ environmentId }: { environmentId: string }) {
  const path = `/environments/${environmentId}/settings/providers`
  const read = useService<{ providers: Provider[] }>(path, ['providers'])
  const { providers = [] } = read.data ?? {}
  return (
    <ConfigurationList
      title="Providers"
      noun="provider"
      read={read}
      items={providers}
      empty={
        <>
          People sign in by providers that are on. Set one up here, by <code>providers.create</code>, or in a test by{' '}
          <code>mock.create.provider()</code>.
        </>
      }
      row={(provider) => <ProviderRow key={provider.id} provider={provider} />}
      creator={(onClose) => <ProviderDialog path={path} others={providers} onClose={onClose} />}
    />
  )
}
