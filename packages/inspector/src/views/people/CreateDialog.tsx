import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
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
  const { live } = useInspector()
  async function create(form: FormData): Promise<string> {
    const filled = [...form].filter(([, value]) => value !== '')
    const { id } = await live.call('POST create/user', { ...Object.fromEntries(filled), environmentId })
    onCreated(id)
    return 'The person was created.'
  }
  return (
    <FormDialog
      title="New person"
      action="Create"
      names={fields.map(([name]) => name)}
      byCode={fieldOfCode}
      save={create}
      onClose={onClose}
    >
      <p class="muted small">The e-mail address counts as proved, so that the person can sign in with it.</p>
      {fields.map(([name, label, inputMode]) => (
        <Field key={name} name={name} label={label} inputMode={inputMode} />
      ))}
    </FormDialog>
  )
}
