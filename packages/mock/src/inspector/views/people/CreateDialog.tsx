import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { useForm } from '../../useForm.ts'
import { fieldOfCode } from './editedFields.ts'

const fields = [
  ['email', 'E-mail', 'email'],
  ['alias', 'Name', 'text'],
  ['username', 'Username', 'text'],
] as const

interface CreateDialogProps {
  readonly environmentId: string
  onCreated(userId: string): void
  onClose(): void
}

/** Asks for what a new user begins with. */
export function CreateDialog({ environmentId, onCreated, onClose }: CreateDialogProps) {
  const { live, notices } = useInspector()
  const { refusal, isBusy, submit } = useForm(
    fields.map(([name]) => name),
    fieldOfCode,
  )
  const create = (form: FormData) =>
    submit(async () => {
      const filled = [...form].filter(([, value]) => value !== '')
      const { id } = await live.call('POST create/user', { ...Object.fromEntries(filled), environmentId })
      notices.done('The person was created.')
      onClose()
      onCreated(id)
    })
  return (
    <Dialog
      title="New person"
      action="Create"
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(form) => void create(form)}
      onClose={onClose}
    >
      <p class="muted small">The e-mail address counts as proved, so that the person can sign in with it.</p>
      {fields.map(([name, label, inputMode]) => (
        <Field key={name} name={name} label={label} inputMode={inputMode} refusal={refusal.fields[name]} />
      ))}
    </Dialog>
  )
}
