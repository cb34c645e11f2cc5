import { Switch } from '../../../components/Switch.tsx'
import { counted } from '../../../counting.ts'
import { type Chain, useChains } from './chains.ts'
import { NetworkRow } from './NetworkRow.tsx'

/** A chain with its switch, and its networks. */
export function ChainRow({ chain, environmentId }: { chain: Chain; environmentId: string }) {
  const { refusal, change } = useChains(environmentId)
  const { name, enabled, networks = [] } = chain
  return (
    <li class="item configuration-row">
      <Switch
        label={name}
        isOn={enabled}
        onChange={(isOn) => change(name, (former) => ({ ...former, enabled: isOn }))}
      />
      <small class="about clip">{counted(networks.length, ['network', 'networks'])}</small>
      {refusal.rest !== undefined && (
        <small class="refused text" role="alert">
          {refusal.rest}
        </small>
      )}
      {networks.length > 0 && (
        <ul class="configuration-entries" aria-label={`Networks of ${name}`}>
          {networks.map((network) => (
            <NetworkRow key={network.networkId} network={network} chain={name} environmentId={environmentId} />
          ))}
        </ul>
      )}
    </li>
  )
}
