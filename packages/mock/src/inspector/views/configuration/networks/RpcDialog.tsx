import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { type NetworkProps, useChains, withNetwork } from './chains.ts'

/** Sets the endpoint that clients call a network by. */
export function RpcDialog({ network, chain, environmentId, onClose }: NetworkProps & { onClose(): void }) {
  const { notices } = useInspector()
  const { refusal, isBusy, change } = useChains(environmentId)
  const { rpcUrl: formerUrl, ...others } = network
  async function save(fields: FormData): Promise<void> {
    const rpcUrl = String(fields.get('rpcUrl')).trim()
    const changed = { ...others, ...(rpcUrl !== '' && { rpcUrl }) }
    if (!(await change(chain, (former) => withNetwork(former, changed)))) return
    notices.done(`${network.chainName} was changed.`)
    onClose()
  }
  return (
    <Dialog
      title={`RPC of ${network.chainName}`}
      action="Save"
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void save(fields)}
      onClose={onClose}
    >
      <Field
        label="RPC endpoint"
        name="rpcUrl"
        inputMode="url"
        value={formerUrl}
        placeholder="https://rpc.example.com"
        hint="Instead of the usual one. Leave it empty for that."
        refusal={refusal.fields.rpcUrl}
      />
    </Dialog>
  )
}
