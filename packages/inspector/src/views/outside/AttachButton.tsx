import { useState } from 'preact/hooks'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { attachKinds, type AttachKind, kindChoices } from './attachKinds.ts'

/** Attaches a real part in place of a simulated one. */
export function AttachButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="main" onClick={() => setOpen(true)}>
        Attach…
      </button>
      {isOpen && <AttachDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AttachDialog({ onClose }: { onClose(): void }) {
  const { live } = useInspector()
  const [kind, setKind] = useState<AttachKind>('chain')
  const { fields, byWords, about, attach } = attachKinds[kind]
  async function confirm(entered: FormData): Promise<string> {
    const { name, origin } = await attach(live, (field) => String(entered.get(field) ?? '').trim())
    return `${name} is real: ${origin}.`
  }
  return (
    <FormDialog
      title="Attach a real part"
      action="Attach"
      names={fields.map(({ name }) => name)}
      byWords={byWords}
      save={confirm}
      onClose={onClose}
    >
      <Choice label="Kind" name="kind" value={kind} options={kindChoices} onChange={(chosen) => setKind(chosen)} />
      {fields.map((field) => (
        <Field key={`${kind} ${field.name}`} {...field} />
      ))}
      <p class="muted small">{about}</p>
    </FormDialog>
  )
}
