import { defined } from '@latchkey/base/defined'
import { Field } from '../../../components/Field.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { changeChain, type NetworkProps, withNetwork } from './chainSettings.ts'

/** Sets the endpoint that clients call a network by. */
export function RpcDialog({ onClose, ...place }: NetworkProps & { onClose(): void }) {
  const { live } = useInspector()
  const { rpcUrl: formerUrl, ...others } = place.network
  async function save(fields: FormData): Promise<string> {
    const rpcUrl = String(fields.get('rpcUrl')).trim()
    const changed = { ...others, ...defined({ rpcUrl: rpcUrl || undefined }) }
    await changeChain(live, place, (former) => withNetwork(former, changed))
    return `${others.chainName} was changed.`
  }
  return (
    <FormDialog title={`RPC of ${others.chainName}`} action="Save" names={['rpcUrl']} save={save} onClose={onClose}>
      <Field
        label="RPC endpoint"
        name="rpcUrl"
        inputMode="url"
        value={formerUrl}
        placeholder="https://rpc.example.com"
        hint="Instead of the usual one. Leave it empty for that."
      />
    </FormDialog>
  )
}
