import { useService } from '../../../live/useService.ts'
import { ConfigurationList } from '../ConfigurationList.tsx'
import { ConfigurationRow } from '../ConfigurationRow.tsx'
import type { CustomNetwork } from './customNetwork.ts'
import { CustomNetworkDialog } from './CustomNetworkDialog.tsx'

/** The networks that an organization has described. All of its environments have them. */
export function CustomNetworks({ organizationId }: { organizationId: string }) {
  const path = `/organizations/${organizationId}/customNetworks`
  const read = useService<{ customNetworks: { customNetwork: CustomNetwork }[] }>(path, ['customNetworks'])
  const { customNetworks = [] } = read.data ?? {}
  return (
    <ConfigurationList
      title="Networks of the organization"
      noun="network"
      read={read}
      items={customNetworks}
      empty={
        <>
          A network that the service does not know can be described here, or by <code>customNetworks.create</code>. All
          environments of the organization have it then.
        </>
      }
      row={({ customNetwork: network }) => (
        <ConfigurationRow
          key={network.id}
          name={network.chainName}
          about={`${network.networkType} ${network.chainId} · ${network.rpcUrl}`}
          path={`${path}/${network.id}`}
          lost="No environment of the organization has it any more."
          editor={(onClose) => (
            <CustomNetworkDialog path={`${path}/${network.id}`} network={network} onClose={onClose} />
          )}
        />
      )}
      creator={(onClose) => <CustomNetworkDialog path={path} onClose={onClose} />}
    />
  )
}
