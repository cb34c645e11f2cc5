import { Field } from '../../../components/Field.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { type CustomNetwork, descriptionInputs, readDescription } from './customNetwork.ts'

interface CustomNetworkDialogProps {
  /** Where it is created, or changed. */
  readonly path: string
  /** Absent for a new one. */
  readonly network?: CustomNetwork
  onClose(): void
}

/** Describes a network, or changes its description, by the operations of the service. */
export function CustomNetworkDialog({ path, network, onClose }: CustomNetworkDialogProps) {
  const { live } = useInspector()
  const names = descriptionInputs.map(([name]) => name)
  async function save(fields: FormData): Promise<string> {
    const body = readDescription(fields)
    await callService(live, { method: network ? 'PUT' : 'POST', path, body })
    return network ? `${network.chainName} was changed.` : `${String(body.chainName)} was added.`
  }
  return (
    <FormDialog
      title={network ? `Edit ${network.chainName}` : 'New network'}
      action={network ? 'Save' : 'Create'}
      names={names}
      byCode={{ duplicate_exists: 'chainId' }}
      save={save}
      onClose={onClose}
    >
      <div class="fields">
        {descriptionInputs.map(([name, input]) => (
          <Field key={name} name={name} {...input} value={network?.[name] === undefined ? '' : String(network[name])} />
        ))}
      </div>
    </FormDialog>
  )
}
