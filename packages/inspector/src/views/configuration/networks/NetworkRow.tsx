import { useState } from 'preact/hooks'
import { Badge } from '../../../components/Badge.tsx'
import { Switch } from '../../../components/Switch.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { useForm } from '../../../useForm.ts'
import { RowRefusal } from '../RowRefusal.tsx'
import { changeChain, type NetworkProps, withNetwork } from './chainSettings.ts'
import { RpcDialog } from './RpcDialog.tsx'

/** A network with its switch and its endpoint. One of the organization is on as long as its chain is. */
export function NetworkRow(props: NetworkProps) {
  const { network } = props
  const { live } = useInspector()
  const { refusal, submit } = useForm()
  const [isOpen, setOpen] = useState(false)
  const { chainName, networkId, enabled, rpcUrl, type } = network
  const set = (isOn: boolean) =>
    submit(() => changeChain(live, props, (former) => withNetwork(former, { ...network, enabled: isOn })))
  const isCustom = type === 'custom'
  return (
    <li class="configuration-entry configuration-network">
      {isCustom ? <span class="text">{chainName}</span> : <Switch label={chainName} isOn={enabled} onChange={set} />}
      <Badge>{isCustom ? `${networkId}, of the organization` : networkId}</Badge>
      <small class="about clip">{rpcUrl}</small>
      {!isCustom && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          <span class="hidden">{chainName}: </span>RPC…
        </button>
      )}
      <RowRefusal refusal={refusal} />
      {isOpen && <RpcDialog {...props} onClose={() => setOpen(false)} />}
    </li>
  )
}
