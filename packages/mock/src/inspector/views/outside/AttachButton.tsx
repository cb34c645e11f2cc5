import { useState } from 'preact/hooks'
import { Choice } from '../../components/Choice.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { useForm } from '../../useForm.ts'
import { attachKinds, type AttachKind, kindChoices } from './attachKinds.ts'

/** Attaches a real part in place of a pretended one. */
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
  const { live, notices } = useInspector()
  const { refusal, isBusy, submit } = useForm()
  const [kind, setKind] = useState<AttachKind>('chain')
  const { fields, about, attach } = attachKinds[kind]
  const confirm = (entered: FormData) =>
    submit(async () => {
      const { name, origin } = await attach(live, (field) => String(entered.get(field) ?? '').trim())
      notices.done(`${name} is real: ${origin}.`)
      onClose()
    })
  return (
    <Dialog
      title="Attach a real part"
      action="Attach"
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(entered) => void confirm(entered)}
      onClose={onClose}
    >
      <Choice label="Kind" value={kind} options={kindChoices} onChange={(chosen) => setKind(chosen)} />
      {fields.map((field) => (
        <Field key={`${kind} ${field.name}`} {...field} />
      ))}
      <p class="muted small">{about}</p>
    </Dialog>
  )
}
