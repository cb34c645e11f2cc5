import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { useService } from '../../live/useService.ts'
import type { Provider } from './providerCatalogue.ts'
import { ProviderDialog } from './ProviderDialog.tsx'
import { ProviderRow } from './ProviderRow.tsx'

/** The providers that are set up in an environment: of sign-ins, messages, wallets, payments and screening. */
export function Providers({ environmentId }: { environmentId: string }) {
  const [isOpen, setOpen] = useState(false)
  const path = `/environments/${environmentId}/settings/providers`
  const read = useService<{ providers: Provider[] }>(path, ['providers'])
  const { providers = [] } = read.data ?? {}
  return (
    <Card
      title="Providers"
      flush
      actions={
        <button type="button" class="main" disabled={!read.data} onClick={() => setOpen(true)}>
          New provider…
        </button>
      }
    >
      <Reading of={read}>
        {() =>
          providers.length === 0 ? (
            <Empty icon="key" title="No provider is set up">
              <p>
                People sign in by providers that are on. Set one up here, by <code>providers.create</code>, or in a test
                by <code>mock.create.provider()</code>.
              </p>
            </Empty>
          ) : (
            <ul class="list" aria-label="Providers">
              {providers.map((provider) => (
                <ProviderRow key={provider.id} provider={provider} />
              ))}
            </ul>
          )
        }
      </Reading>
      {isOpen && <ProviderDialog path={path} others={providers} onClose={() => setOpen(false)} />}
    </Card>
  )
}
