import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { useForm } from '../../../useForm.ts'
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
  const { live, notices } = useInspector()
  const names = descriptionInputs.map(([name]) => name)
  const { refusal, isBusy, submit } = useForm(names, { duplicate_exists: 'chainId' })
  const save = (fields: FormData) =>
    submit(async () => {
      const body = readDescription(fields)
      await callService(live, { method: network ? 'PUT' : 'POST', path, body })
      notices.done(network ? `${network.chainName} was changed.` : `${String(body.chainName)} was added.`)
      onClose()
    })
  return (
    <Dialog
      title={network ? `Edit ${network.chainName}` : 'New network'}
      action={network ? 'Save' : 'Create'}
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void save(fields)}
      onClose={onClose}
    >
      <div class="fields">
        {descriptionInputs.map(([name, input]) => (
          <Field
            key={name}
            name={name}
            {...input}
            value={network?.[name] === undefined ? '' : String(network[name])}
            refusal={refusal.fields[name]}
          />
        ))}
      </div>
    </Dialog>
  )
}
