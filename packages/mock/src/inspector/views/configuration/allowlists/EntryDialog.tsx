import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { useForm } from '../../../useForm.ts'
import { identities, readEntry } from './allowlist.ts'

interface EntryDialogProps {
  /** Where entries are created. */
  readonly path: string
  readonly listName: string
  onClose(): void
}

/** Adds a person to an allowlist. */
export function EntryDialog({ path, listName, onClose }: EntryDialogProps) {
  const { live, notices } = useInspector()
  const names = identities.map(([identity]) => identity)
  const { refusal, isBusy, submit } = useForm(names)
  const add = (fields: FormData) =>
    submit(async () => {
      await callService(live, { method: 'POST', path, body: readEntry(fields) })
      notices.done(`The entry was added to ${listName}.`)
      onClose()
    })
  return (
    <Dialog
      title={`Add an entry to ${listName}`}
      action="Add"
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void add(fields)}
      onClose={onClose}
    >
      <p class="muted small">One identity is enough. A person who has any of them is on the list.</p>
      <div class="fields">
        {identities.map(([identity, input]) => (
          <Field key={identity} name={identity} {...input} refusal={refusal.fields[identity]} />
        ))}
      </div>
    </Dialog>
  )
}
