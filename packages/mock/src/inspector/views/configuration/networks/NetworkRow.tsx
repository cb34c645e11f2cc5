import { useState } from 'preact/hooks'
import { Badge } from '../../../components/Badge.tsx'
import { Switch } from '../../../components/Switch.tsx'
import { type NetworkProps, useChains, withNetwork } from './chains.ts'
import { RpcDialog } from './RpcDialog.tsx'

/** A network with its switch and its endpoint. One of the organization is on as long as its chain is. */
export function NetworkRow(props: NetworkProps) {
  const { network, chain, environmentId } = props
  const { refusal, change } = useChains(environmentId)
  const [isOpen, setOpen] = useState(false)
  const { chainName, networkId, enabled, rpcUrl, type } = network
  const set = (isOn: boolean) => change(chain, (former) => withNetwork(former, { ...network, enabled: isOn }))
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
      {refusal.rest !== undefined && (
        <small class="refused text" role="alert">
          {refusal.rest}
        </small>
      )}
      {isOpen && <RpcDialog {...props} onClose={() => setOpen(false)} />}
    </li>
  )
}
