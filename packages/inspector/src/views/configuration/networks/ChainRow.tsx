import { Switch } from '../../../components/Switch.tsx'
import { counted } from '../../../counting.ts'
import { useInspector } from '../../../inspectorContext.ts'
import { useForm } from '../../../useForm.ts'
import { RowRefusal } from '../RowRefusal.tsx'
import { type Chain, changeChain } from './chainSettings.ts'
import { NetworkRow } from './NetworkRow.tsx'

/** A chain with its switch, and its networks. */
export function ChainRow({ chain, environmentId }: { chain: Chain; environmentId: string }) {
  const { live } = useInspector()
  const { refusal, submit } = useForm()
  const { name, enabled, networks = [] } = chain
  return (
    <li class="item configuration-row">
      <Switch
        label={name}
        isOn={enabled}
        onChange={(isOn) =>
          submit(() => changeChain(live, { environmentId, chain: name }, (former) => ({ ...former, enabled: isOn })))
        }
      />
      <small class="about clip">{counted(networks.length, ['network', 'networks'])}</small>
      <RowRefusal refusal={refusal} />
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
