import { Card } from '../../../components/Card.tsx'
import { Reading } from '../../../components/Reading.tsx'
import { useRead } from '../../../inspectorContext.ts'
import { useService } from '../../../live/useService.ts'
import { ChainRow } from './ChainRow.tsx'
import type { Chain } from './chainSettings.ts'
import { CustomNetworks } from './CustomNetworks.tsx'

/** The chains and networks that an environment uses, and those that its organization has described. */
export function Networks({ environmentId }: { environmentId: string }) {
  const path = `/environments/${environmentId}`
  const read = useService<{ settings: { chains: readonly Chain[] } }>(path, ['environments', 'customNetworks'])
  const defaults = useRead('GET defaults', { tables: [] })
  return (
    <>
      <Card title="Chains" flush>
        <Reading of={read}>
          {({ settings: { chains } }) => (
            <ul class="list" aria-label="Chains">
              {chains.map((chain) => (
                <ChainRow key={chain.name} chain={chain} environmentId={environmentId} />
              ))}
            </ul>
          )}
        </Reading>
      </Card>
      {defaults.data && <CustomNetworks organizationId={defaults.data.organizationId} />}
    </>
  )
}
